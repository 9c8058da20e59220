"""Restoring a backup: refused where it should not be, done in one transaction, then recounted."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from psycopg.sql import SQL, Identifier, Literal

from clubs.accounts.codes import KEPT as CODES_KEPT
from deploy.backups.archive import Backup
from deploy.backups.clients import find_clients, server_version
from deploy.backups.errors import BackupError, Refused, Unsound
from deploy.backups.manifest import Manifest, count_rows, counted, table_names
from deploy.backups.snapshot import keys_of_settings
from deploy.database.history import unknown
from deploy.database.roles import LOGINS
from deploy.embedded.addresses import SEALING, write_keys
from games.tables.keys import trouble_with_keys
from ledger.audit import check_books
from ledger.models import Transfer
from ledger.seals import missing

EMPTY = Path(__file__).with_name("empty.sql")
LOST_WITHOUT = {
    "SEED_KEYS": "nobody could open its cards",
    "SECOND_FACTOR_KEYS": "no app's code would count",
}
OF_PEOPLE = {"clubs_player": "player", "ledger_book": "book", "games_deal": "deal"}

CONNECTED = """
    SELECT usename::text, count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND usename IS NOT NULL AND leader_pid IS NULL
        AND pid <> pg_backend_pid()
    GROUP BY usename ORDER BY usename
"""
MAY_REPLACE = "SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = 'public'"
# Run before the COMMIT: a table that came back with other rows takes everything back.
RECOUNT = """
DO $recount$
DECLARE
    wrong record;
BEGIN
    FOR wrong IN SELECT * FROM (VALUES {}) AS kept (name, held, came) WHERE held <> came LOOP
        RAISE EXCEPTION 'the table % came back with % rows, and the backup says %',
            wrong.name, wrong.came, wrong.held;
    END LOOP;
END
$recount$;
"""


def check_rows(backup: Backup) -> None:
    """Read the dump of a backup to its end.

    Raises:
        ClientMissing, ClientFailed: that is not possible.
    """
    find_clients(at_least=backup.manifest.client).read_through(backup.rows)


def check_place(backup: Backup, *, replaces: bool) -> None:
    """See that the database of the settings can take this backup.

    Args:
        replaces: Whether the operator gives up what is there now.

    Raises:
        Refused: it cannot, or should not; nothing was changed.
    """
    for fault in _obstacles(backup, replaces=replaces):
        raise Refused(fault)


def restore(backup: Backup) -> None:
    """Put a backup into the place of all that the database holds, and recount what came back.

    Raises:
        ClientMissing, ClientFailed: nothing was changed.
        Unsound: it is restored, and something is wrong with it.
    """
    clients = find_clients(at_least=backup.manifest.client)
    after = _recount(backup.manifest)
    connection.close()
    with _keys_of(backup):
        clients.load(backup.rows, before=EMPTY.read_text(), after=after)
    try:
        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        faults = list(_faults(backup.manifest))
    except DatabaseError as error:
        raise Unsound(f"The backup is restored, and could not be recounted: {error}") from error
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise Unsound(f"The backup is restored, and this is wrong with it: {faults[0]}{more}.")


def signs_otherwise(backup: Backup) -> bool:
    """Whether sessions of the backup end, because the settings sign with another SECRET_KEY."""
    return bool(backup.keys) and backup.keys["SECRET_KEY"] != settings.SECRET_KEY


def _obstacles(backup: Backup, *, replaces: bool) -> Iterator[str]:
    manifest = backup.manifest
    migrate = LOGINS["migrate"]
    if not settings.IS_EMBEDDED and "SPOIL_FIVE_DATA" in os.environ:
        yield (
            "DATABASE_URL and SPOIL_FIVE_DATA name two places: unset the one that you do not mean."
            " To try a backup, use --drill: it touches neither."
        )
    if not settings.IS_EMBEDDED and migrate.service != settings.DATABASE_LOGIN:
        yield (
            f"Set DATABASE_LOGIN=migrate and {migrate.password_setting} for this command: the"
            " tables will belong to the role that restores them."
        )
    if not _ask(MAY_REPLACE)[0][0]:
        yield "The database is not ours yet: run `manage.py make_roles` as a superuser first."
    if server_version() < manifest.postgresql:
        yield (
            f"The backup comes from PostgreSQL {manifest.postgresql}, and this server is older:"
            f" restore it on PostgreSQL {manifest.postgresql} or newer."
        )
    applied = (name.split(".", 1) for name in manifest.migrations)
    if strange := unknown((app, name) for app, name in applied):
        yield (
            f"The backup comes from another version, Spoil Five {manifest.version}: this one does"
            f" not have {strange[0]}. Restore it with that version."
        )
    roles = {name for (name,) in _ask("SELECT rolname::text FROM pg_roles")}
    if absent := sorted(set(manifest.roles) - roles):
        yield (
            f"This server has no role {' and '.join(absent)}, and the backup grants something to"
            " it: run `manage.py make_roles`, or make the role."
        )
    for name in LOST_WITHOUT if backup.keys and not settings.IS_EMBEDDED else ():
        if not set(_listed(backup.keys[name])) <= set(getattr(settings, name)):
            yield (
                f"{name} lacks a key of the backup, so {LOST_WITHOUT[name]}: add what"
                " `tar -xOf FILE keys.json` shows, behind the keys of today."
            )
    if others := _ask(CONNECTED):
        told = ", ".join(f"{name} ({count})" for name, count in others)
        yield f"Stop the services first. These are connected to the database: {told}."
    if not replaces and (found := _what_is_there()):
        yield (
            f"The database is not empty: it has {found}. Add --replace to throw all of that away"
            " for the backup; make a backup of it first."
        )


def _what_is_there() -> str:
    """In words, what would be lost; empty where only `migrate` was here."""
    tables = set(table_names())
    models = apps.get_models(include_auto_created=True, include_swapped=True)
    ours = {
        *("django_migrations", CODES_KEPT),
        *(model._meta.db_table for model in models),
    }
    counts = count_rows(tables & OF_PEOPLE.keys())
    words = [counted(counts[name], word) for name, word in OF_PEOPLE.items() if counts.get(name)]
    if strange := sorted(tables - ours):
        words.append(f"tables that this version does not know, such as {strange[0]}")
    return ", ".join(words)


@contextlib.contextmanager
def _keys_of(backup: Backup) -> Iterator[None]:
    """On the embedded servers the keys of a backup, before the rows come that they belong to.

    Those of today stay behind them: somebody may need them yet. Where the block fails, they are
    put back.
    """
    if not settings.IS_EMBEDDED or not backup.keys:
        yield
        return
    of_today = keys_of_settings()
    both = {
        name: dict.fromkeys([*_listed(backup.keys[name]), *_listed(of_today[name])])
        for name in SEALING
    }
    _put_keys({**backup.keys, **{name: ",".join(keys) for name, keys in both.items()}})
    try:
        yield
    except BackupError:
        _put_keys(of_today)
        raise


def _put_keys(keys: Mapping[str, str]) -> None:
    """For this process and for all that start later."""
    settings.SECRET_KEY = keys["SECRET_KEY"]
    for name in SEALING:
        setattr(settings, name, _listed(keys[name]))
    write_keys(settings.DATA_DIR, keys_of_settings())


def _listed(keys: str) -> list[str]:
    return keys.split(",")


def _recount(manifest: Manifest) -> str:
    kept = SQL(", ").join(
        SQL("({}, {}::bigint, (SELECT count(*) FROM public.{}))").format(
            Literal(name), Literal(rows), Identifier(name)
        )
        for name, rows in manifest.tables.items()
    )
    return SQL(RECOUNT).format(kept).as_string()


def _faults(manifest: Manifest) -> Iterator[str]:
    """What is not as it was, or as it should be."""
    for book in manifest.books:
        found = Transfer.objects.filter(book=book.book).count()
        if found != book.transfers:
            yield f"book {book.book} had {book.transfers} transfers and has {found}"
        if book.head and (fault := missing(book.head)):
            yield fault
    yield from map(str, check_books())
    if trouble := trouble_with_keys():
        yield trouble


def _ask(query: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        rows: list[tuple[object, ...]] = cursor.fetchall()
        return rows
