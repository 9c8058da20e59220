"""Sealing goes on where the last look ended, and passes over nothing that appears late."""

import random
from contextlib import ExitStack

import psycopg
import pytest
from django.db import connection
from psycopg.types.json import Jsonb

from deploy.bench.growth.effort import effort_of
from ledger.models import Audit, Book, Sealing, Transfer
from ledger.posting import post_transfer, post_transfers
from ledger.rounds import seal_round
from ledger.seals import seal_transfers
from ledger.tasks import sweep_ledger
from tests.ledger.factories import AT, BookFactory, gift, purse

FOREIGN = 7
"""No cluster has this number."""


@pytest.fixture
def book(own_database: str) -> Book:
    book = BookFactory.create()
    for name in ("Máire", "Seán"):
        purse(book, chips=20, name=name)
    return book


def unsealed() -> list[str]:
    return list(Transfer.objects.filter(seal=None).values_list("key", flat=True))


def post_in(line: psycopg.Connection, book: Book, key: str) -> None:
    """A chip from one to the other, in a transaction of somebody else."""
    maire, sean = book.accounts.filter(kind="purse").order_by("pk")
    posting = {"book": book.pk, "reason": "buy_in", "key": key, "memo": ""}
    legs = {str(maire.pk): -1, str(sean.pk): 1}
    line.execute("SELECT ledger_post(%s, now())", [Jsonb([{**posting, "legs": legs}])])


def restore(book: Book, owner: psycopg.Connection, *, xact: int) -> None:
    """A transfer of another cluster, as a backup brings it back past the guards."""
    owner.execute("SET session_replication_role = replica")
    owner.execute(
        """INSERT INTO ledger_transfer
            (book_id, reason, key, digest, memo, effective_at, recorded_at, xact)
        VALUES (%s, 'issue', 'restored', '', '', now(), now(), %s)""",
        [book.pk, xact],
    )


def test_a_transfer_that_is_committed_late_is_found_where_the_last_look_ended(
    book: Book, own_database: str
) -> None:
    """Its number and its transaction are lower than those of what was there at that look."""
    other = BookFactory.create()
    with psycopg.connect(own_database) as slow:
        post_in(slow, book, "slow")
        quick = purse(other, chips=3)
        looked = seal_transfers()
        waiting = unsealed()
        slow.commit()

    assert (looked.count, waiting) == (2, [f"opening:{quick.pk}"])
    assert seal_transfers(since=looked.reached).count == 2
    assert unsealed() == []


def test_whatever_order_they_are_committed_in_each_round_finds_what_can_be_sealed(
    own_database: str,
) -> None:
    chance = random.Random(17)
    books = [BookFactory.create() for _ in range(8)]  # So that nobody waits for another's account.
    for book in books:
        purse(book, chips=50, name="Máire"), purse(book, name="Seán")
    with ExitStack() as stack:
        lines = [stack.enter_context(psycopg.connect(own_database)) for _ in books]
        for step in range(200):
            place = chance.randrange(len(lines))
            what = chance.choice(("post", "post", "commit", "rollback", "seal"))
            if what == "post":
                post_in(lines[place], books[place], f"step:{step}")
            elif what == "seal":
                seal_round()
            else:
                getattr(lines[place], what)()
        for line in lines:
            line.commit()

    assert seal_round().waiting_since is None
    assert unsealed() == []


def test_a_round_goes_on_from_the_last_one(book: Book, own_database: str) -> None:
    """So it does not find what no transaction of this cluster can have written since."""
    seal_round()
    with psycopg.connect(own_database) as owner:
        restore(book, owner, xact=3)

    seal_round()
    assert unsealed() == ["restored"]
    seal_round(is_whole=True)
    assert unsealed() == []


def test_the_sweep_looks_at_everything_before_it_audits(book: Book, own_database: str) -> None:
    sweep_ledger()
    with psycopg.connect(own_database) as owner:
        restore(book, owner, xact=3)
        owner.execute("DELETE FROM ledger_audit")

    sweep_ledger()

    assert unsealed() == []
    assert "has 0 legs" in Audit.objects.get().fault


@pytest.mark.parametrize("lost", [{"cluster": FOREIGN}, {"sealed_below": 2**62}])
def test_a_mark_that_no_look_of_this_cluster_made_counts_for_nothing(
    book: Book, own_database: str, lost: dict[str, int]
) -> None:
    """As after a restore: what the backup had not sealed may be of transactions to come."""
    seal_round()
    with psycopg.connect(own_database) as owner:
        restore(book, owner, xact=2**60)
    Sealing.objects.update(**lost)

    seal_round()

    assert unsealed() == []


def test_a_look_with_nothing_new_reads_nothing_old(book: Book) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    seal_round()
    few = effort_of(seal_round).blocks
    maire, sean = book.accounts.filter(kind="purse").order_by("pk")
    for batch in range(4):
        there = [gift(maire, sean, 1, key=f"{batch}:{number}:there") for number in range(500)]
        back = [gift(sean, maire, 1, key=f"{batch}:{number}:back") for number in range(500)]
        post_transfers([leg for pair in zip(there, back, strict=True) for leg in pair], at=AT)
    seal_round()

    many = effort_of(seal_round).blocks

    assert Transfer.objects.count() > 4000
    assert many < few + 60


def test_more_than_a_batch_is_sealed_in_one_round(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.seals.BATCH", 2)
    seal_round()
    maire, sean = book.accounts.filter(kind="purse").order_by("pk")
    for number in range(5):
        post_transfer(gift(maire, sean, 1, key=f"gift:{number}"), at=AT)

    seal_round()

    assert unsealed() == []
