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
from ledger.models import Audit, Book, Seal, Sealing, Transfer
from ledger.posting import post_transfer
from ledger.seals import Head, Sealed, heads, missing, seal_transfers
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


def test_a_seal_is_told_by_its_number_and_its_hash(book: Book) -> None:
    """As whoever compares it with a published one reads it."""
    seal_transfers()

    first = Seal.objects.get(book=book, number=1)

    assert str(first) == f"1 {bytes(first.hash).hex()}"


LEG = ("account", "chips", "seq", "balance_after", "account__kind", "account__holder")
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
    assert seal_transfers().count == 4

    digest = b""
    for number, seal in enumerate(book.seals.order_by("number"), start=1):
        transfer = seal.transfer
        entries = transfer.entries.order_by("account")
        content = [
            transfer.pk,
            book.pk,
            transfer.reason_id,
            transfer.key,
            transfer.memo,
            transfer.actor_id,
            transfer.reverses_id,
            microseconds(transfer.effective_at),
            microseconds(transfer.recorded_at),
            list(map(list, entries.values_list(*LEG))),
        ]
        digest = hashlib.sha256(digest + json.dumps(content, ensure_ascii=False).encode()).digest()
        assert (seal.number, bytes(seal.hash)) == (number, digest)
    assert heads() == [Head(book.pk, 4, digest, seal.transfer_id)]


def test_sealing_goes_on_where_it_ended_and_each_book_has_its_chain(book: Book) -> None:
    seal_transfers()
    other = BookFactory.create()
    purse(other, chips=3)
    purse(book, chips=3)

    assert seal_transfers().count == 2
    assert [(head.book_id, head.number) for head in heads()] == [(book.pk, 5), (other.pk, 1)]
    assert seal_transfers().count == 0
    assert findings() == []


def test_what_a_running_transaction_may_still_come_before_waits(
    book: Book, own_database: str
) -> None:
    seal_transfers()
    with psycopg.connect(own_database) as slow:
        slow.execute("SELECT pg_current_xact_id()")
        purse(book, chips=3)

        assert seal_transfers().count == 0

    assert seal_transfers().count == 1


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

    assert (
        f"seal {second.pk} does not fit the seal before it, its transfer and whose the accounts are"
        in findings()
    )


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
    assert missing(published)
    with pytest.raises(CommandError, match=f"the seal {published} was published and is gone"):
        call_command("check_books", known=known)


VANISHED = """
    CREATE TEMPORARY TABLE gone AS
        SELECT transfer_id AS id FROM ledger_seal ORDER BY number DESC LIMIT 2;
    SET session_replication_role = replica;
    DELETE FROM ledger_entry WHERE transfer_id IN (SELECT id FROM gone);
    DELETE FROM ledger_transfer WHERE id IN (SELECT id FROM gone);
    UPDATE ledger_account AS account SET (version, balance) = (
        SELECT coalesce(max(seq), 0), coalesce(sum(chips), 0)
        FROM ledger_entry WHERE account_id = account.id
    );
"""


def test_a_tail_that_vanished_leaves_its_seals(
    book: Book, own_database: str, tmp_path: Path
) -> None:
    """By a superuser, who puts every balance right again."""
    seal_transfers()
    known = tmp_path / "heads.txt"
    call_command("check_books", heads=known, stdout=StringIO())
    third, fourth = book.seals.filter(number__gt=2).order_by("number")

    with psycopg.connect(own_database, autocommit=True) as superuser:
        superuser.execute(VANISHED)

    assert findings() == [
        f"seal {third.pk} has lost its transfer {third.transfer_id}",
        f"seal {fourth.pk} has lost its transfer {fourth.transfer_id}",
    ]
    with pytest.raises(CommandError, match=r"seal \d+ has lost its transfer"):
        call_command("check_books", known=known)


def test_a_tail_that_vanished_with_its_seals_is_in_the_kept_head(
    book: Book, own_database: str, tmp_path: Path
) -> None:
    """Nothing inside is wrong then: only the count and the last transfer that others kept tell."""
    seal_transfers()
    known = tmp_path / "heads.txt"
    call_command("check_books", heads=known, stdout=StringIO())
    [published] = heads()

    with psycopg.connect(own_database, autocommit=True) as superuser:
        superuser.execute(VANISHED)
        superuser.execute("DELETE FROM ledger_seal WHERE transfer_id IN (SELECT id FROM gone)")

    assert findings() == []
    assert str(published).split()[1::2] == ["4", str(published.transfer_id)]
    with pytest.raises(CommandError, match=f"the seal {published} was published and is gone"):
        call_command("check_books", known=known)


def test_a_head_counts_the_transfers_before_it(book: Book, own_database: str) -> None:
    seal_transfers()
    [published] = heads()
    second = book.seals.get(number=2)

    with psycopg.connect(own_database, autocommit=True) as superuser:
        superuser.execute("SET session_replication_role = replica")
        superuser.execute("DELETE FROM ledger_transfer WHERE id = %s", [second.transfer_id])

    assert missing(published) == f"book {book.pk} had 4 sealed transfers and has 3 of them"


def test_a_head_that_was_kept_without_its_transfer_is_still_known(book: Book) -> None:
    seal_transfers()
    [published] = heads()
    older = Head.parse(f"{published.book_id} {published.number} {published.hash.hex()}")

    assert missing(older) == ""
    assert missing(Head(older.book_id, older.number, older.hash, 0))


def test_a_seal_that_was_taken_from_an_older_transfer(book: Book, tamper: Tamper) -> None:
    """And the later ones made anew, so that the chain itself holds."""
    seal_transfers()
    third = book.seals.get(number=3).transfer
    tamper("DELETE FROM ledger_seal WHERE number > 2")
    tamper("ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_moment")
    tamper("UPDATE ledger_transfer SET effective_at = 'infinity' WHERE id = %(id)s", id=third.pk)
    seal_transfers()
    tamper("UPDATE ledger_transfer SET effective_at = recorded_at WHERE id = %(id)s", id=third.pk)

    assert [one for one in findings() if not one.startswith("guard")] == [
        f"transfer {third.pk} has lost its seal"
    ]


def test_swapped_holders_break_the_seals(book: Book, tamper: Tamper) -> None:
    """As two who trade their purses with the guards off, and on again."""
    seal_transfers()
    maire, sean = book.accounts.filter(kind="purse").order_by("pk")

    tamper(
        """UPDATE ledger_account SET holder_id = CASE id WHEN %(maire)s THEN %(s)s ELSE %(m)s END
        WHERE id IN (%(maire)s, %(sean)s)""",
        maire=maire.pk,
        sean=sean.pk,
        m=maire.holder_id,
        s=sean.holder_id,
    )

    assert (
        "does not fit the seal before it, its transfer and whose the accounts are" in findings()[0]
    )


def test_seals_of_the_first_version_still_hold(book: Book, tamper: Tamper) -> None:
    """They say nothing of holders; the next one is of the second version."""
    tamper(
        """INSERT INTO ledger_seal (book_id, number, transfer_id, version, hash)
        SELECT book_id, 1, id, 1, sha256(
            convert_to(ledger_canonical(transfer, 1::smallint), 'UTF8'))
        FROM ledger_transfer AS transfer ORDER BY id LIMIT 1"""
    )
    seal_transfers()

    assert list(book.seals.order_by("number").values_list("version", flat=True)) == [1, 2, 2, 2]
    assert findings() == []


def test_sealing_goes_on_past_a_row_that_it_cannot_read(book: Book, tamper: Tamper) -> None:
    second = book.transfers.order_by("pk")[1]
    tamper("ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_moment")
    tamper("UPDATE ledger_transfer SET effective_at = 'infinity' WHERE id = %(id)s", id=second.pk)
    tamper(
        """ALTER TABLE ledger_transfer ADD CONSTRAINT ledger_transfer_moment
            CHECK (ledger_is_moment(effective_at)) NOT VALID"""
    )
    # As if nobody had touched it, so that the audit comes to the row.
    tamper("UPDATE pg_constraint SET convalidated = true WHERE conname = 'ledger_transfer_moment'")

    assert seal_transfers() == Sealed(3, (second.pk,), second.xact)
    sweep_ledger()

    assert Sealing.objects.get().obstacle == (
        f"transfers that cannot be read are passed over: {second.pk}"
    )
    assert f"transfer {second.pk} happened at infinity" in doubt()
    purse(book, chips=3)
    assert seal_transfers().count == 1


@pytest.mark.parametrize("moment", ["infinity", "-infinity", "294276-12-31 23:59:59"])
def test_a_sealed_transfer_that_was_moved_to_infinity(
    book: Book, tamper: Tamper, moment: str
) -> None:
    seal_transfers()
    second = book.seals.get(number=2)
    tamper("ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_moment")
    tamper(
        "UPDATE ledger_transfer SET effective_at = %(moment)s WHERE id = %(id)s",
        moment=moment,
        id=second.transfer_id,
    )

    told = findings()

    assert any(one.startswith(f"transfer {second.transfer_id} happened at ") for one in told)
    assert any(one.startswith(f"seal {second.pk} does not fit") for one in told)


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
