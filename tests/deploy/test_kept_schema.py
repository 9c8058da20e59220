"""An empty database takes the schema in one piece, and becomes what the migrations make."""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import cast

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from pytest_django.plugin import DjangoDbBlocker

from deploy.database import schema
from deploy.database.throwaway import throwaway_database
from tests.tools.schema import differences, read_schema

HISTORY = "SELECT app, name FROM django_migrations"
# PostgreSQL puts casts and brackets elsewhere when it reads what it has written itself.
WORDED = ("constraint ", "index ", "trigger ")
CASTS = re.compile(r"::(character varying|text)(\[\])?|[()]")


class Migrating(Exception):
    """A migration was about to run."""


@pytest.fixture
def empty(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The default database is an empty one, and we own it."""
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    with django_db_blocker.unblock(), throwaway_database("test_empty"):
        yield


@pytest.fixture
def no_migration_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise Migrating

    monkeypatch.setattr(MigrationExecutor, "apply_migration", refuse)


def what_is_there() -> dict[str, str]:
    """The schema with its rows, and the migrations that count as applied."""
    connection.ensure_connection()
    line = cast("psycopg.Connection", connection.connection)
    applied = (f"migration {app}.{name}" for app, name in line.execute(HISTORY).fetchall())
    found = read_schema(line) | dict.fromkeys(applied, "")
    return {
        name: CASTS.sub("", said) if name.startswith(WORDED) else said
        for name, said in found.items()
    }


@pytest.mark.usefixtures("empty")
def test_the_kept_schema_is_what_the_migrations_make() -> None:
    assert schema.is_current(), "Write it again: python3 manage.py schema"
    call_command("migrate", verbosity=0)
    taken = what_is_there()

    with throwaway_database("test_stepped"):
        call_command("migrate", verbosity=0, step_by_step=True)
        made = what_is_there()

    assert differences(taken, made) == []


@pytest.mark.usefixtures("empty", "no_migration_runs")
def test_an_empty_database_takes_it() -> None:
    said = StringIO()

    call_command("migrate", stdout=said)

    assert "Took the whole schema" in said.getvalue()
    assert not schema.is_empty()


@pytest.mark.usefixtures("empty", "no_migration_runs")
def test_a_database_with_something_in_it_migrates() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE of_somebody_else (id bigint)")

    with pytest.raises(Migrating):
        call_command("migrate", verbosity=0)


@pytest.mark.usefixtures("empty", "no_migration_runs")
def test_code_with_another_fingerprint_migrates(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    older = tmp_path / "schema.sql"
    older.write_text(schema.KEPT.read_text().replace(schema.MARK, f"{schema.MARK}00"))
    monkeypatch.setattr(schema, "KEPT", older)

    with pytest.raises(Migrating):
        call_command("migrate", verbosity=0)


@pytest.mark.usefixtures("empty", "no_migration_runs")
@pytest.mark.parametrize("words", [("ledger",), ("--step-by-step",)])
def test_whoever_asks_for_migrations_gets_them(words: tuple[str, ...]) -> None:
    with pytest.raises(Migrating):
        call_command("migrate", *words, verbosity=0)
