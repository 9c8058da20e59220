"""What a careful programmer writes without a ledger: three tables and the ORM; and the floor."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction

from deploy.bench.ledgers import PURSE_CHIPS


class PlainOrm:
    """Locks the accounts in their order, checks, saves each, adds the transfer and its entries."""

    name = "plain ORM"

    def open(self, accounts: int) -> None:
        self._keys = count()
        self._account, self._transfer, self._entry = _models()
        with connection.schema_editor() as editor:
            for model in (self._account, self._transfer, self._entry):
                editor.create_model(model)
        self._ids = [self._account.objects.create(balance=PURSE_CHIPS).pk for _ in range(accounts)]

    def post(self, legs: Mapping[int, int]) -> None:
        chips = {self._ids[number]: gained for number, gained in legs.items()}
        with transaction.atomic():
            locked = self._account.objects.select_for_update().filter(pk__in=chips).order_by("pk")
            posted = self._transfer.objects.create(key=f"bench:{next(self._keys)}")
            entries = []
            for account in locked:
                account.balance += chips[account.pk]
                if account.balance < 0:
                    raise ValueError("overdrawn")
                account.save(update_fields=["balance"])
                entries.append(
                    self._entry(
                        transfer=posted,
                        account=account,
                        chips=chips[account.pk],
                        balance_after=account.balance,
                    )
                )
            self._entry.objects.bulk_create(entries)


class Floor:
    """One committed INSERT: what PostgreSQL and Django take at the least."""

    name = "one committed INSERT"

    def open(self, accounts: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE bench_floor (id bigserial PRIMARY KEY, chips bigint)")

    def post(self, legs: Mapping[int, int]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO bench_floor (chips) VALUES (%s)", [len(legs)])


def _models() -> tuple[Any, Any, Any]:
    """Made only when they are measured, and of no app's migrations."""
    meta = type("Meta", (), {"app_label": "bench", "apps": apps})

    def model(name: str, **fields: Any) -> Any:
        return type(name, (models.Model,), {"__module__": __name__, "Meta": meta, **fields})

    account = model("PlainAccount", balance=models.BigIntegerField())
    transfer = model(
        "PlainTransfer",
        key=models.CharField(max_length=200, unique=True),
        recorded_at=models.DateTimeField(auto_now_add=True),
    )
    entry = model(
        "PlainEntry",
        transfer=models.ForeignKey(transfer, models.PROTECT),
        account=models.ForeignKey(account, models.PROTECT),
        chips=models.BigIntegerField(),
        balance_after=models.BigIntegerField(),
    )
    return account, transfer, entry
