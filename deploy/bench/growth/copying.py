"""Rows many times over: what was written between two moments is copied with keys of its own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.apps import apps
from django.db import connection, models
from django.db.models import Max

from clubs.models import Player
from ledger.models import Account, Entry

Keys = Mapping[str, int]
"""The highest key of each table at a moment."""

LEFT_OUT: Final = {"ledger_seal", "ledger_sealing", "ledger_audit", "django_admin_log"}
"""What belongs to no club, and the seals, which are made anew (`seal_copies`)."""

ACCOUNT_OF_UNIT: Final = """LEFT JOIN (
    SELECT one.account_id, count(*) AS entries, sum(one.chips) AS net, min(one.seq) - 1 AS seq,
        (array_agg(one.balance_after - one.chips ORDER BY one.seq))[1] AS balance
    FROM ledger_entry one WHERE one.id > {since} AND one.id <= {until} GROUP BY one.account_id
) AS unit ON unit.account_id = row.account_id
LEFT JOIN ledger_account AS account ON account.id = row.account_id"""


def copied_models() -> list[type[models.Model]]:
    """Every model whose rows have numbers for keys."""
    found = apps.get_models(include_auto_created=True)
    return [
        model
        for model in found
        if isinstance(model._meta.pk, models.AutoField)
        and not model._meta.proxy
        and model._meta.managed
        and model._meta.db_table not in LEFT_OUT
        and model._meta.app_label not in ("contenttypes", "auth")
    ]


def keys_now() -> Keys:
    return {
        model._meta.db_table: model._base_manager.aggregate(last=Max("pk"))["last"] or 0
        for model in copied_models()
    }


CODES: Final = frozenset({"tournaments.Prize.category", "tournaments.SeatingPlan.key"})
"""Texts that mean something, and are told apart by the row that they belong to."""


@dataclass(frozen=True)
class Unit:
    """The rows that were written between two moments, and where their copies go.

    Attributes:
        label: What makes names unique; no two copyings have the same.
        days: How many days each copy is later than the one before it.
    """

    since: Keys
    until: Keys
    bases: Keys
    label: str
    days: int

    def size(self, table: str) -> int:
        return self.until[table] - self.since[table]

    def shifted(self, table: str, column: str) -> str:
        """The key of the copy, where the key is in the unit."""
        since, base, size = self.since[table], self.bases[table], self.size(table)
        if not size:
            return column
        moved = f"{base} + (copy - 1) * {size} + {column} - {since}"
        is_ours = f"{column} > {since} AND {column} <= {self.until[table]}"
        return f"CASE WHEN {is_ours} THEN {moved} ELSE {column} END"


def copy(since: Keys, until: Keys, *, times: int, label: str, days: int = 0) -> None:
    """Write this many copies of what was written between two moments.

    Accounts that were there before stay one: their entries follow each other, and their balances
    add up.
    """
    if times < 1:
        return
    unit = Unit(since, until, keys_now(), label, days)
    with without_guards() as cursor:
        for model in copied_models():
            if unit.size(model._meta.db_table):
                cursor.execute(_insertion(model, unit, times))
        cursor.execute(_balances(unit, times))
        for model in copied_models():
            table, pk = model._meta.db_table, model._meta.pk.column
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{pk}'), max({pk})) FROM {table}"
            )


def seal_copies() -> None:
    """Give every transfer a seal that nobody will check: real ones take a fifth of a millisecond.

    Copies have no digests of their own, so no audit may look at them anyway.
    """
    with without_guards() as cursor:
        cursor.execute(
            """INSERT INTO ledger_seal (book_id, number, transfer_id, version, hash)
            SELECT book_id, coalesce(last, 0)
                + row_number() OVER (PARTITION BY book_id ORDER BY transfer.id), transfer.id, 2, ''
            FROM ledger_transfer AS transfer LEFT JOIN (
                SELECT book_id, max(number) AS last FROM ledger_seal GROUP BY book_id
            ) AS sealed USING (book_id)
            WHERE NOT EXISTS (SELECT FROM ledger_seal WHERE transfer_id = transfer.id)"""
        )


@contextmanager
def without_guards() -> Iterator[Any]:
    """No trigger and no foreign key is looked at within; only a scratch database is written so."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET synchronous_commit = off")
        yield cursor
        cursor.execute("RESET session_replication_role")
        cursor.execute("RESET synchronous_commit")


def _insertion(model: type[models.Model], unit: Unit, times: int) -> str:
    options = model._meta
    table, pk = options.db_table, options.pk.column
    fields = [field for field in options.local_concrete_fields if not field.generated]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(model, field, unit) for field in fields)
    join = ""
    if model is Entry:
        join = ACCOUNT_OF_UNIT.format(since=unit.since[table], until=unit.until[table])
    return (
        f"INSERT INTO {table} ({columns}) SELECT {values} FROM generate_series(1, {times}) AS copy "
        f"CROSS JOIN {table} AS row {join} "
        f"WHERE row.{pk} > {unit.since[table]} AND row.{pk} <= {unit.until[table]} "
        f"ORDER BY copy, row.{pk}"
    )


def _value(model: type[models.Model], field: Any, unit: Unit) -> str:
    table, column = model._meta.db_table, f'row."{field.column}"'
    if field.primary_key:
        return unit.shifted(table, column)
    if field.related_model is not None:
        other = field.related_model._meta.db_table
        return unit.shifted(other, column) if other in unit.since else column
    if model is Entry and field.column in ("seq", "balance_after"):
        return _continued(field.column, column, unit)
    if isinstance(field, models.DateTimeField) and unit.days:
        return f"{column} + copy * interval '{unit.days} days'"
    return _named_apart(model, field, column, unit)


def _continued(name: str, column: str, unit: Unit) -> str:
    """An account that is not copied goes on from where it stands."""
    account = Account._meta.db_table
    per_copy, stood, now = {
        "seq": ("unit.entries", "unit.seq", "account.version"),
        "balance_after": ("unit.net", "unit.balance", "account.balance"),
    }[name]
    is_copied = f"row.account_id > {unit.since[account]}"
    moved = f"{now} + (copy - 1) * {per_copy} + {column} - {stood}"
    return f"CASE WHEN {is_copied} THEN {column} ELSE {moved} END"


def _named_apart(model: type[models.Model], field: Any, column: str, unit: Unit) -> str:
    """A text or a digest that no two rows share, and the names of people."""
    is_key = (
        field.unique
        or (model is Player and field.name == "name")
        or field.name
        in {
            name
            for one in model._meta.constraints
            if isinstance(one, models.UniqueConstraint)
            for name in one.fields
        }
    )
    if is_key and isinstance(field, models.BinaryField):
        return f"sha256({column} || convert_to('{unit.label}' || copy, 'UTF8'))"
    if str(field) in CODES:
        return column
    if is_key and isinstance(field, models.CharField) and not field.choices:
        return f"CASE WHEN {column} = '' THEN '' ELSE {column} || '~{unit.label}' || copy END"
    return column


def _balances(unit: Unit, times: int) -> str:
    entry, account = Entry._meta.db_table, Account._meta.db_table
    sums = (
        f"SELECT account_id, count(*) AS entries, sum(chips) AS net FROM {entry} "
        f"WHERE id > {unit.since[entry]} AND id <= {unit.until[entry]} GROUP BY account_id"
    )
    return (
        f"UPDATE {account} SET balance = balance + {times} * unit.net, "
        f"version = version + {times} * unit.entries FROM ({sums}) AS unit "
        f"WHERE unit.account_id = {account}.id AND {account}.id <= {unit.since[account]}"
    )
