"""What every test may ask for."""

import contextlib
import re
import shutil
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import call_command
from django.core.signals import request_finished
from django.db import connection, connections
from django.db.models.signals import post_save
from psycopg import sql
from pytest_django.plugin import DjangoDbBlocker

from clubs.models import Mail
from clubs.outbox import send_due
from deploy.bench.database_server import DatabaseServer
from deploy.celery import app
from deploy.database.row_locks import held
from deploy.embedded.addresses import DATABASE, socket_directory
from deploy.rest.clock import database_now
from deploy.unlocked import CHECKS
from ledger.apps import APPLICATION_ROLE
from tests.templates import template_on
from tournaments.chronicles import board_of, states_told

LOCMEM = "django.core.mail.backends.locmem.EmailBackend"
COUNTED = "counted"  # The property of a test under which it tells what it counted.
NUMBER = re.compile(r"\d+")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    told = [
        (report.nodeid.partition("[")[0], value)
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == COUNTED
    ]
    if told:
        terminalreporter.section("counted")
        terminalreporter.write("\n".join(added_up(told)) + "\n")


def added_up(told: Iterable[tuple[str, str]]) -> Iterator[str]:
    """One line for all parts of a test that counted with the same words."""
    parts: dict[tuple[str, str], list[str]] = {}
    for test, words in told:
        parts.setdefault((test, NUMBER.sub("0", words)), []).append(words)
    for (test, _), said in parts.items():
        counts = zip(*(map(int, NUMBER.findall(words)) for words in said), strict=True)
        sums = map(str, map(sum, counts))
        added = NUMBER.sub(lambda _, sums=sums: next(sums), said[0])  # type: ignore[misc]
        yield f"{test}: {said[0] if len(said) == 1 else added}"


@pytest.fixture(scope="session", autouse=True)
def static_files_are_found_when_asked_for() -> None:
    """Every new client would read all of them first: two thirds of the time of many a test."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def passwords_are_hashed_at_once() -> None:
    """In this process, so that a real service still knows them; it takes its time for each."""
    PBKDF2PasswordHasher.iterations = 1


@pytest.fixture(scope="session", autouse=True)
def nobody_types_a_password_again() -> None:
    """Tests sign in without one; those of the question itself set it anew."""
    settings.PASSWORD_AGAIN_MINUTES = 0


@pytest.fixture(scope="session", autouse=True)
def nothing_slow_runs_while_a_row_is_locked() -> None:
    """Slow work is only logged in production."""
    CHECKS.append(refuse_slow_work)


def refuse_slow_work(name: str) -> None:
    assert not held(), f"{name} runs while a row is locked: see deploy/unlocked.py"


@pytest.fixture(scope="session")
def django_db_setup() -> Iterator[None]:
    """A copy of the template, in which tests then run as the services do: not as its owner."""
    with copied_database():
        options = connection.settings_dict["OPTIONS"]
        options["assume_role"] = APPLICATION_ROLE
        yield
        del options["assume_role"]


@pytest.fixture
def workers_at_once() -> Iterator[None]:
    """What is sent to workers is done at once, where it is sent."""
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.fixture(autouse=True)
def no_mail_of_another_test(mails_go_out_after_the_request: list[Mail]) -> None:
    mails_go_out_after_the_request.clear()


@pytest.fixture(scope="session")
def mails_go_out_after_the_request() -> list[Mail]:
    """In place of the sweep, which looks every second; tests of the outbox itself send by hand."""
    written: list[Mail] = []

    def note(instance: Mail, created: bool, **_: object) -> None:
        if created:
            written.append(instance)

    def deliver(**_: object) -> None:
        # Within a block of the test itself the mail's own lock would last until its end.
        is_within = any(not block._from_testcase for block in connection.atomic_blocks)  # type: ignore[attr-defined]
        if written and settings.EMAIL_BACKEND == LOCMEM and not is_within:
            written.clear()
            send_due(at=database_now())

    post_save.connect(note, sender=Mail, weak=False)
    request_finished.connect(deliver, weak=False)
    return written


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
    for kept in (board_of, states_told):
        kept.cache_clear()  # Of another database, where numbers are the same.
    with django_db_blocker.unblock(), copied_database() as url:
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
    server.stop()
    shutil.rmtree(socket_directory(tmp_path))


@contextlib.contextmanager
def copied_database() -> Iterator[str]:
    """The default database is a new copy of the template within the block; gives its URL.

    Dropped afterwards: the ledger's guards refuse the TRUNCATE of Django's own transactional tests.
    """
    before, name = connection.settings_dict["NAME"], f"test_{uuid.uuid4().hex[:8]}"
    template = template_on(server_url("postgres"))
    connections.close_all()
    with psycopg.connect(server_url("postgres"), autocommit=True) as maintenance:
        copying = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        maintenance.execute(copying.format(sql.Identifier(name), sql.Identifier(template)))
        connection.settings_dict["NAME"] = name
        try:
            yield server_url(name)
        finally:
            connections.close_all()
            connection.settings_dict["NAME"] = before
            dropping = sql.SQL("DROP DATABASE {} WITH (FORCE)")
            maintenance.execute(dropping.format(sql.Identifier(name)))


def server_url(database: str) -> str:
    server = settings.DATABASES["default"]
    user, password = server["USER"], server["PASSWORD"]
    return (
        f"postgresql://{user}{f':{password}' if password else ''}@/{database}"
        f"?host={server['HOST']}&port={server['PORT']}"
    )
