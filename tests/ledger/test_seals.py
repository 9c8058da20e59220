"""The journal is sealed afterwards, and whoever changes it is found out."""

import hashlib
import json
from collections.abc import Callable, Iterator
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from django.core.management import CommandError, call_command
from psycopg.sql import SQL

from ledger.audit import audit_books, check_books, doubt, is_audit_due
from ledger.errors import BooksInDoubt
from ledger.models import Audit, Book, Seal, Transfer
from ledger.posting import post_transfer
from ledger.seals import Head, heads, seal_transfers, stands
from ledger.tasks import sweep_ledger
from tests.ledger.factories import AT, BookFactory, gift, purse


@pytest.fixture
def book(own_database: str) -> Book:
    """Of four committed transfers, with a word that JSON could write in two ways."""
    book = BookFactory.create()
    maire, sean = purse(book, chips=20, name="Máire"), purse(book, chips=7)
    for number in range(2):
        post_transfer(gift(maire, sean, 5, key=f"geschenk für Seán:{number}"), at=AT)
    return book


Tamper = Callable[..., None]


@pytest.fixture
def tamper(book: Book, own_database: str) -> Iterator[Tamper]:
    """What the owner of the tables can do: switch the guards off, change a row, switch them on."""

    def switch(state: str) -> None:
        for table in ("transfer", "entry", "account", "seal"):
            owner.execute(SQL(f"ALTER TABLE ledger_{table} {state} TRIGGER USER"))

    def change(statement: LiteralString, **parameters: object) -> None:
        switch("DISABLE")
        owner.execute(statement, parameters)
        switch("ENABLE")

    with psycopg.connect(own_database, autocommit=True) as owner:
        yield change


def findings() -> list[str]:
    return [str(finding) for finding in check_books()]


def microseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1_000_000)


def test_the_chain_is_what_python_makes_of_it(book: Book) -> None:
    assert seal_transfers() == 4

    digest = b""
    for number, seal in enumerate(book.seals.order_by("number"), start=1):
        transfer = seal.transfer
        entries = transfer.entries.order_by("account")
        content = [
            transfer.pk,
            book.pk,
            transfer.reason,
            transfer.key,
            transfer.memo,
            transfer.actor_id,
            transfer.reverses_id,
            microseconds(transfer.effective_at),
            microseconds(transfer.recorded_at),
            list(map(list, entries.values_list("account", "chips", "seq", "balance_after"))),
        ]
        digest = hashlib.sha256(digest + json.dumps(content, ensure_ascii=False).encode()).digest()
        assert (seal.number, bytes(seal.hash)) == (number, digest)
    assert heads() == [Head(book.pk, 4, digest)]


def test_sealing_goes_on_where_it_ended_and_each_book_has_its_chain(book: Book) -> None:
    seal_transfers()
    other = BookFactory.create()
    purse(other, chips=3)
    purse(book, chips=3)

    assert seal_transfers() == 2
    assert [(head.book_id, head.number) for head in heads()] == [(book.pk, 5), (other.pk, 1)]
    assert seal_transfers() == 0
    assert findings() == []


def test_what_a_running_transaction_may_still_come_before_waits(
    book: Book, own_database: str
) -> None:
    seal_transfers()
    with psycopg.connect(own_database) as slow:
        slow.execute("SELECT pg_current_xact_id()")
        purse(book, chips=3)

        assert seal_transfers() == 0

    assert seal_transfers() == 1


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE ledger_transfer SET memo = 'for the hall' WHERE id = %(transfer)s",
        "UPDATE ledger_transfer SET effective_at = recorded_at WHERE id = %(transfer)s",
        "UPDATE ledger_entry SET chips = chips * 2 WHERE transfer_id = %(transfer)s",
        "UPDATE ledger_seal SET hash = '' WHERE transfer_id = %(transfer)s",
    ],
)
def test_a_sealed_transfer_that_was_changed(
    book: Book, tamper: Tamper, change: LiteralString
) -> None:
    seal_transfers()
    second = book.seals.get(number=2)

    tamper(change, transfer=second.transfer_id)

    assert f"seal {second.pk} does not fit the seal before it and its transfer" in findings()


def test_a_transfer_that_was_taken_out_of_the_chain(book: Book, tamper: Tamper) -> None:
    seal_transfers()
    second, third = book.seals.get(number=2), book.seals.get(number=3)

    tamper("DELETE FROM ledger_seal WHERE id = %(seal)s", seal=second.pk)

    assert findings()[0] == f"seal {third.pk} is number 2 of its book, not 3"


def test_a_chain_that_was_made_anew_does_not_have_the_published_head(
    book: Book, tamper: Tamper, tmp_path: Path
) -> None:
    """Who can write the tables can also seal again; not what others have kept."""
    seal_transfers()
    [published] = heads()
    known = tmp_path / "heads.txt"
    call_command("check_books", heads=known, stdout=StringIO())
    call_command("check_books", known=known, stdout=StringIO())

    tamper("UPDATE ledger_transfer SET memo = 'for the hall'")
    tamper("DELETE FROM ledger_seal")
    seal_transfers()

    assert check_books() == []
    assert not stands(published)
    with pytest.raises(CommandError, match=f"the seal {published} was published and is gone"):
        call_command("check_books", known=known)


def test_the_command_adds_the_heads_to_a_file(book: Book, tmp_path: Path) -> None:
    file = tmp_path / "heads.txt"
    file.write_text("an older line\n")
    seal_transfers()

    call_command("check_books", heads=file, stdout=StringIO())

    assert file.read_text() == f"an older line\n{heads()[0]}\n"


def test_the_sweep_seals_and_audits_once_a_day(book: Book, own_database: str) -> None:
    sweep_ledger()
    sweep_ledger()

    assert Seal.objects.count() == Transfer.objects.count()
    assert [audit.fault for audit in Audit.objects.all()] == [""]
    assert (doubt(), is_audit_due()) == ("", False)
    with psycopg.connect(own_database) as owner:
        owner.execute("UPDATE ledger_audit SET checked_at = now() - interval '24 hours'")
    assert is_audit_due()


def test_nobody_buys_in_while_the_books_are_in_doubt(book: Book, tamper: Tamper) -> None:
    """What was posted before is still answered, and other transfers go on."""
    maire, sean = purse(book, chips=20), purse(book)
    first = post_transfer(gift(maire, sean, 1, key="seat:1:buy-in"), at=AT)
    tamper("UPDATE ledger_account SET balance = balance + 1 WHERE id = %(id)s", id=maire.pk)

    assert audit_books().fault == f"account {maire.pk} holds 20 chips, its entries make 19"
    assert doubt() == f"account {maire.pk} holds 20 chips, its entries make 19"
    with pytest.raises(BooksInDoubt, match="nobody buys in"):
        post_transfer(gift(sean, maire, 1, key="seat:2:buy-in"), at=AT)
    assert post_transfer(gift(maire, sean, 1, key="seat:1:buy-in"), at=AT) == first
    assert is_audit_due()  # Until it holds.
    purse(book, chips=5)
