"""A backup is restored whole or not at all, and only where it may be."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from cryptography.fernet import Fernet
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from psycopg.sql import SQL, Identifier

from deploy.backups.archive import Backup, pack, unpack
from deploy.backups.clients import find_clients
from deploy.backups.errors import ClientFailed, Refused
from deploy.backups.manifest import table_names
from deploy.backups.restoration import check_place
from deploy.backups.snapshot import keys_of_settings
from deploy.bench.hall import open_hall
from deploy.database.roles import LOGINS
from deploy.embedded.addresses import KEYS, SEALING
from deploy.paths import PROJECT_DIR
from deploy.rest.clock import database_now
from games.models import Deal
from games.play.advance import advance_table
from ledger.audit import check_books
from tests.deploy.streams import wait_until

ROWS = "SELECT coalesce(md5(string_agg(row::text, ' ' ORDER BY row::text)), '') FROM {} AS row"


def operate(*words: str) -> str:
    said = StringIO()
    call_command(*words, stdout=said)
    return said.getvalue()


def contents() -> dict[str, str]:
    """A digest of all rows of each table."""
    with connection.cursor() as cursor:
        found = {}
        for table in table_names():
            cursor.execute(SQL(ROWS).format(Identifier(table)).as_string())
            [found[table]] = cursor.fetchone()
    return found


def play(tables: int = 1) -> None:
    hall = open_hall(tables=tables, people=0, deals_limit=3, at=database_now())
    for table in hall.tables:
        advance_table(table.pk, at=database_now())


@pytest.fixture
def place(own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for backups of a club at play, by a connection of the owner of the tables."""
    play()
    connection.close()
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    (tmp_path / "data").mkdir()
    keys = {name: getattr(django_settings, name) for name in KEYS}
    with override_settings(DATA_DIR=tmp_path / "data", **keys):
        yield tmp_path
    connection.close()


@pytest.fixture
def file(place: Path) -> str:
    operate("backup", str(place / "club.backup"))
    return str(place / "club.backup")


@pytest.fixture
def backup(file: str, place: Path) -> Backup:
    with Path(file).open("rb") as source:
        return unpack(source, place)


def test_every_row_comes_back_and_nothing_else_stays(place: Path) -> None:
    before = contents()
    operate("backup", str(place / "club.backup"))
    play()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE of_a_later_version (id int)")
        cursor.execute("CREATE TYPE later_leg AS (chips bigint)")
        cursor.execute("CREATE FUNCTION later(later_leg) RETURNS int LANGUAGE sql AS 'SELECT 1'")
        cursor.execute("CREATE EXTENSION pg_trgm")

    said = operate("restore", str(place / "club.backup"), "--replace")

    assert contents() == before
    assert check_books() == []
    assert "3 deals" not in said
    assert "Restored" in said
    with connection.cursor() as cursor:  # An extension is the server's, and stays.
        cursor.execute("SELECT to_regtype('later_leg'), to_regproc('similarity') IS NOT NULL")
        assert cursor.fetchone() == (None, True)


def test_a_table_is_played_on_where_it_stood(place: Path, file: str) -> None:
    deals = Deal.objects.count()
    operate("restore", file, "--replace")

    play()

    assert Deal.objects.count() > deals
    assert check_books() == []


def test_data_is_not_thrown_away_unless_it_is_told_plainly(file: str) -> None:
    play()
    before = contents()

    with pytest.raises(
        CommandError, match=r"not empty: it has 12 players, 2 books, 6 deals\. Add"
    ) as no:
        operate("restore", file)

    assert "--replace" in str(no.value)
    assert contents() == before


def test_a_database_that_was_only_migrated_has_nothing_to_lose(
    backup: Backup, own_database: str
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for table in ("clubs_player", "ledger_book", "games_deal"):
            cursor.execute(f"DELETE FROM {table}")

    check_place(backup, replaces=False)


def test_tables_of_somebody_else_are_data(backup: Backup) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE webshop (id int)")

    with pytest.raises(Refused, match="does not know, such as webshop"):
        check_place(backup, replaces=False)


@pytest.mark.parametrize("service", ["web", "worker"])
def test_services_are_stopped_first(file: str, own_database: str, service: str) -> None:
    role = LOGINS[service].name
    with (
        psycopg.connect(own_database, user=role),
        pytest.raises(CommandError, match=rf"Stop the services first.*{role} \(1\)"),
    ):
        operate("restore", file, "--replace")


def test_a_dry_run_changes_nothing(place: Path, file: str) -> None:
    play()
    before = contents()

    said = operate("restore", file, "--replace", "--dry-run")

    assert "Nothing was changed" in said
    assert contents() == before
    assert not (place / "data" / "keys.json").exists()


def test_a_check_asks_nothing_of_the_database(file: str, own_database: str) -> None:
    with psycopg.connect(own_database, user=LOGINS["web"].name):
        assert "The file is whole." in operate("restore", file, "--check")


OBSTACLES: dict[str, tuple[dict[str, object], str]] = {
    "a newer version": ({"migrations": ["clubs.9999_later"]}, r"does not have clubs\.9999_later"),
    "a former history": ({"migrations": ["clubs.0001_people"]}, r"another version.*0001_people"),
    "a newer server": ({"postgresql": 99}, "restore it on PostgreSQL 99 or newer"),
    "a role": ({"roles": ["spoil_five_app", "reports"]}, "has no role reports.*make_roles"),
}


def other_keys() -> override_settings:
    new = {name: [Fernet.generate_key().decode()] for name in SEALING}
    return override_settings(**new, SECRET_KEY="another")


def test_the_keys_come_back_with_those_of_today_behind_them(place: Path, file: str) -> None:
    sealed_with = keys_of_settings()

    with other_keys():
        of_today = keys_of_settings()
        operate("restore", file, "--replace")
        expected = {name: f"{sealed_with[name]},{of_today[name]}" for name in SEALING}
        assert keys_of_settings() == sealed_with | expected

    path = place / "data" / "keys.json"
    kept = json.loads(path.read_text())
    assert kept == sealed_with | expected
    assert path.stat().st_mode & 0o777 == 0o600


def test_cards_that_no_key_opens_are_told(place: Path) -> None:
    operate("backup", str(place / "rows.backup"), "--without-keys")
    before = contents()

    with other_keys(), pytest.raises(CommandError, match=r"is restored, .*No key opens the cards"):
        operate("restore", str(place / "rows.backup"), "--replace")

    assert contents() == before


@pytest.mark.parametrize("name", OBSTACLES)
def test_what_stands_in_the_way_is_told(backup: Backup, name: str) -> None:
    differing, words = OBSTACLES[name]
    other = replace(backup, manifest=replace(backup.manifest, **differing))  # type: ignore[arg-type]

    with pytest.raises(Refused, match=words):
        check_place(other, replaces=True)


def test_a_library_of_another_version_is_no_obstacle(backup: Backup) -> None:
    other = replace(backup.manifest, migrations=["a_library.0099_later"])

    check_place(replace(backup, manifest=other), replaces=True)


def test_rows_that_do_not_come_back_take_everything_back(place: Path, backup: Backup) -> None:
    """The count is made before the COMMIT."""
    play()
    before = contents()
    tables = {**backup.manifest.tables, "games_deal": 7}
    with (place / "short.backup").open("wb") as target:
        pack(target, replace(backup.manifest, tables=tables), backup.keys, backup.rows)

    with other_keys():
        of_today = keys_of_settings()
        with pytest.raises(CommandError, match=r"games_deal came back with 3 rows, .* says 7"):
            operate("restore", str(place / "short.backup"), "--replace")
        assert keys_of_settings() == of_today

    assert contents() == before
    assert json.loads((place / "data" / "keys.json").read_text()) == of_today


def test_a_dump_that_breaks_off_takes_everything_back(backup: Backup) -> None:
    before = contents()
    content = backup.rows.read_bytes()
    backup.rows.write_bytes(content[: len(content) * 2 // 3])
    clients = find_clients()
    connection.close()

    with pytest.raises(ClientFailed, match="pg_restore ended"):
        clients.load(backup.rows, before="DROP TABLE games_action;", after="")

    assert contents() == before


LOAD = """
import sys
from pathlib import Path
import django
django.setup()
from deploy.backups.clients import find_clients
from deploy.backups.restoration import EMPTY
before = "SELECT pg_advisory_lock(19);" + EMPTY.read_text()
find_clients().load(Path(sys.argv[1]), before=before, after="")
"""


def test_a_command_that_is_killed_changes_nothing(
    backup: Backup, own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clients outlive it for a moment, and hear the end of their input."""
    before = contents()
    connection.close()
    monkeypatch.setenv("DATABASE_URL", own_database)
    load = [sys.executable, "-c", LOAD, str(backup.rows)]
    with psycopg.connect(own_database, autocommit=True) as holder:
        holder.execute("SELECT pg_advisory_lock(19)")
        with subprocess.Popen(load, cwd=PROJECT_DIR) as process:
            waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            wait_until(lambda: holder.execute(waiting).rowcount == 1)
            process.kill()
        holder.execute("SELECT pg_advisory_unlock(19)")
        others = "SELECT FROM pg_stat_activity WHERE application_name = 'psql'"
        wait_until(lambda: holder.execute(others).rowcount == 0)

    assert contents() == before


def test_a_file_is_for_its_owner_and_is_never_written_over(place: Path) -> None:
    before = os.umask(0)
    operate("backup", str(place))
    os.umask(before)
    [made] = place.glob("spoil-five-*.backup")

    assert made.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="there already"):
        operate("backup", str(made))
    assert {path.name for path in place.iterdir()} == {"data", made.name}


def test_a_backup_that_fails_leaves_no_file(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPOIL_FIVE_POSTGRES", str(place / "nowhere"))

    with pytest.raises(CommandError, match="No backup was made"):
        operate("backup", str(place / "club.backup"))

    assert [path.name for path in place.iterdir()] == ["data"]


def test_a_database_without_tables_is_no_backup(place: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    with pytest.raises(CommandError, match="nothing to back up"):
        operate("backup", str(place / "club.backup"))
