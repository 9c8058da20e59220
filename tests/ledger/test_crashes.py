"""What was acknowledged is never lost, even where the server is killed in the middle."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import psycopg
from django.db import connection

from deploy.bench.database_server import DatabaseServer
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


def lost(server: DatabaseServer, *, kills: int, synchronous_commit: str) -> int:
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


def test_what_was_acknowledged_is_found_after_a_dozen_kills(
    database_server: DatabaseServer,
) -> None:
    assert lost(database_server, kills=12, synchronous_commit="on") == 0
    assert check_books() == []


def test_the_control_without_synchronous_commit_loses_some(database_server: DatabaseServer) -> None:
    """Else the test above could not see a loss; the books balance all the same."""
    assert lost(database_server, kills=3, synchronous_commit="off") > 0
    assert check_books() == []
