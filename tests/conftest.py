"""What every test may ask for."""

import contextlib
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.test.utils import setup_databases, teardown_databases
from psycopg import sql
from pytest_django.plugin import DjangoDbBlocker

from deploy.celery import app
from deploy.embedded import postgres
from deploy.embedded.addresses import DATABASE, socket_directory
from deploy.embedded.processes import stop
from ledger.apps import APPLICATION_ROLE
from tests.database_server import DatabaseServer

COUNTED = "counted"  # The property of a test under which it tells what it counted.


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    told = [
        f"{report.nodeid}: {value}"
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == COUNTED
    ]
    if told:
        terminalreporter.section("counted")
        terminalreporter.write("\n".join(told) + "\n")


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """The migrated database, in which tests then run as the services do: not as its owner.

    Made even where only `own_database` asks for it: pytest-django's own fixture looks for its
    marks and makes none where it finds none.
    """
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases={})
        connections.close_all()
        connection.settings_dict["OPTIONS"]["assume_role"] = APPLICATION_ROLE
    yield
    with django_db_blocker.unblock():
        del connection.settings_dict["OPTIONS"]["assume_role"]
        connections.close_all()
        teardown_databases(made, verbosity=0)


@pytest.fixture
def workers_at_once() -> Iterator[None]:
    """What is sent to workers is done at once, where it is sent."""
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.fixture
def as_owner(db: None) -> None:
    """The test does what the owner of the tables can, and the services cannot."""
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")  # Taken back with the test's transaction.


@pytest.fixture
def own_database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A database of this test alone, whose transactions really commit; gives its URL.

    For tests with threads or processes.
    """
    with cloned_database(django_db_blocker) as url:
        yield url


@pytest.fixture
def database_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Iterator[DatabaseServer]:
    """The default database, migrated, is on it within the test."""
    server = DatabaseServer(tmp_path)
    with django_db_blocker.unblock():
        connection.close()
        monkeypatch.setitem(connection.settings_dict, "NAME", DATABASE)
        monkeypatch.setitem(connection.settings_dict, "HOST", str(socket_directory(tmp_path)))
        monkeypatch.setitem(connection.settings_dict, "OPTIONS", {})
        call_command("migrate", verbosity=0)
        yield server
        connection.close()
    stop(server.process, postgres.STOP_SIGNAL)
    shutil.rmtree(socket_directory(tmp_path))


@contextlib.contextmanager
def cloned_database(blocker: DjangoDbBlocker) -> Iterator[str]:
    """The default database is a copy of the migrated one within the block; gives its URL.

    Cloned and dropped afterwards: the ledger's guards refuse the TRUNCATE of Django's own
    transactional tests.
    """
    template = connection.settings_dict["NAME"]
    clone = f"{template}_{uuid.uuid4().hex[:8]}"
    with blocker.unblock():
        connections.close_all()
        with psycopg.connect(_url("postgres"), autocommit=True) as maintenance:
            maintenance.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                    sql.Identifier(clone), sql.Identifier(template)
                )
            )
            connection.settings_dict["NAME"] = clone
            try:
                yield _url(clone)
            finally:
                connections.close_all()
                connection.settings_dict["NAME"] = template
                maintenance.execute(
                    sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(clone))
                )


def _url(database: str) -> str:
    server = settings.DATABASES["default"]
    user, password = server["USER"], server["PASSWORD"]
    return (
        f"postgresql://{user}{f':{password}' if password else ''}@/{database}"
        f"?host={server['HOST']}&port={server['PORT']}"
    )
