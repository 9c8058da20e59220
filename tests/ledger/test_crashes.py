"""What was acknowledged is never lost, even where the server is killed in the middle."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from deploy.embedded import postgres
from deploy.embedded.addresses import DATABASE, postgres_url, socket_directory
from deploy.embedded.processes import stop
from ledger.audit import check_books
from ledger.kinds import AccountKind
from ledger.models import Account, Transfer
from tests.ledger.factories import BookFactory, bank_of, purse

ACKNOWLEDGED_A_ROUND = 30
POST = """
    SELECT FROM ledger_post(jsonb_build_array(jsonb_build_object(
        'book', %(book)s, 'reason', 'issue', 'key', %(key)s::text, 'memo', '',
        'legs', jsonb_build_object(%(bank)s, -1, %(purse)s, 1)
    )), now())
"""


class Server:
    """A PostgreSQL of this test alone, whose commits wait for the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = postgres_url(folder, DATABASE)
        socket_directory(folder).mkdir(mode=0o700)
        self.start()

    def start(self) -> None:
        self.process: subprocess.Popen[bytes] = postgres.start(self.folder, is_durable=True)

    def kill(self) -> None:
        """Every process of it at once, so that none can write down what it still knows."""
        others = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        with psycopg.connect(self.url, autocommit=True) as asking:
            children = [pid for (pid,) in asking.execute(others)]
        for pid in (self.process.pid, *children):
            os.kill(pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Iterator[Server]:
    """It is the default database, migrated, within the test."""
    server = Server(tmp_path)
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


def lost(server: Server, *, kills: int, synchronous_commit: str) -> int:
    """Post until the server is killed, again and again; counts what was acknowledged in vain."""
    book = BookFactory.create()
    ids = {"book": book.pk, "bank": bank_of(book).pk, "purse": purse(book).pk}
    acknowledged: list[str] = []

    def post_until_killed(run: int, enough: Event) -> None:
        with psycopg.connect(server.url, autocommit=True) as client:
            client.execute(f"SET synchronous_commit = {synchronous_commit}")
            number = 0
            while True:
                key = f"run:{run}:{number}"
                client.execute(POST, {**ids, "key": key})
                acknowledged.append(key)
                number += 1
                if number == ACKNOWLEDGED_A_ROUND:
                    enough.set()

    for run in range(kills):
        enough = Event()
        with ThreadPoolExecutor(1) as threads:
            client = threads.submit(post_until_killed, run, enough)
            assert enough.wait(timeout=30)
            connection.close()
            server.kill()
            assert isinstance(client.exception(timeout=30), psycopg.OperationalError)
        server.start()
    kept = set(Transfer.objects.filter(book=book).values_list("key", flat=True))
    assert Account.objects.get(book=book, kind=AccountKind.PURSE).balance == len(kept)
    return len(set(acknowledged) - kept)


def test_what_was_acknowledged_is_found_after_a_dozen_kills(server: Server) -> None:
    assert lost(server, kills=12, synchronous_commit="on") == 0
    assert check_books() == []


def test_the_control_without_synchronous_commit_loses_some(server: Server) -> None:
    """Else the test above could not see a loss; the books balance all the same."""
    assert lost(server, kills=3, synchronous_commit="off") > 0
    assert check_books() == []
