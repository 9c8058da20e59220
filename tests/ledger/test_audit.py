"""The audit finds what the guards did not see, because somebody had switched them off."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.audit import Finding, check_books, is_audit_due
from ledger.kinds import AccountKind
from ledger.models import Account, Audit, Book, Entry, Transfer
from ledger.posting import Posting, post_transfer
from ledger.reasons import ADJUSTMENT
from tests.ledger.factories import AT, BookFactory, HolderFactory, gift, purse
from tournaments.reasons import PRIZE

pytestmark = pytest.mark.django_db


@pytest.fixture
def book() -> Book:
    """Máire has given Seán 5 of her 20 chips."""
    book = BookFactory.create()
    post_transfer(gift(purse(book, chips=20), purse(book, chips=7), 5), at=AT)
    return book


@pytest.fixture
def no_guards(book: Book, as_owner: None) -> None:
    """What the owner of the tables can do; foreign keys and CHECKs stay."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in ("transfer", "entry", "account"):
            cursor.execute(f"ALTER TABLE ledger_{table} DISABLE TRIGGER USER")


def findings() -> list[str]:
    return [str(finding) for finding in check_books() if not finding.row.startswith("guard")]


def newest_leg() -> Entry:
    return Entry.objects.filter(transfer__key="gift", chips=5).get()


def test_books_that_hold_have_no_findings(book: Book) -> None:
    assert findings() == []


@pytest.mark.parametrize(
    ("switch_off", "fault"),
    [
        (
            "ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_guard",
            "is switched off or altered",
        ),
        ("DROP TRIGGER ledger_entry_guard ON ledger_entry", "is missing"),
    ],
)
def test_a_guard_that_does_not_watch(
    book: Book, as_owner: None, switch_off: str, fault: str
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(switch_off)

    assert [str(finding) for finding in check_books()] == [
        f"guard trigger ledger_entry_guard {fault}"
    ]


def test_a_check_that_was_dropped(book: Book, as_owner: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_floor")

    assert check_books() == [Finding("guard constraint ledger_account_floor", "is missing")]


def test_changed_chips_of_a_leg(book: Book, no_guards: None) -> None:
    leg = newest_leg()
    Entry.objects.filter(pk=leg.pk).update(chips=6)

    assert findings() == [
        f"transfer {leg.transfer_id} has 2 legs with the sum 1",
        f"entry {leg.pk} leaves 13 chips in its account, not 12",
        f"account {leg.account_id} holds 12 chips, its entries make 13",
    ]


def test_a_changed_balance(book: Book, no_guards: None) -> None:
    account = newest_leg().account
    Account.objects.filter(pk=account.pk).update(balance=13)

    assert findings() == [
        f"account {account.pk} holds 13 chips, its entries make 12",
        f"book {book.pk} sums to 1, not to 0",
    ]


def test_a_changed_count(book: Book, no_guards: None) -> None:
    account = newest_leg().account
    Account.objects.filter(pk=account.pk).update(version=9)

    assert findings() == [f"account {account.pk} counts 9 entries and has 2"]


def test_a_changed_order(book: Book, no_guards: None) -> None:
    leg = newest_leg()
    Entry.objects.filter(pk=leg.pk).update(seq=3)

    assert findings() == [f"entry {leg.pk} is number 2 of its account, not 3"]


def test_a_changed_reason(book: Book, no_guards: None) -> None:
    transfer = newest_leg().transfer
    Transfer.objects.filter(pk=transfer.pk).update(reason=PRIZE)

    assert findings() == [f"transfer {transfer.pk} has other legs than its digest says"]


def test_a_whole_transfer_taken_away(book: Book, no_guards: None) -> None:
    transfer = newest_leg().transfer
    Entry.objects.filter(transfer=transfer).delete()

    assert findings()[0] == f"transfer {transfer.pk} has 0 legs with the sum 0"


def test_a_leg_in_another_book(book: Book, no_guards: None) -> None:
    leg = newest_leg()
    Account.objects.filter(pk=leg.account_id).update(book=BookFactory.create())

    assert f"transfer {leg.transfer_id} has a leg that is not in its book" in findings()


def test_a_transfer_of_no_book(book: Book, no_guards: None) -> None:
    transfer = newest_leg().transfer
    Transfer.objects.filter(pk=transfer.pk).update(book=999_999)

    assert findings() == [
        f"transfer {transfer.pk} has a leg that is not in its book",
        "book 999999 is gone, and its rows are not",
    ]


def test_a_book_taken_away(book: Book, as_owner: None) -> None:
    """By a superuser: what the guards and foreign keys refuse everybody else."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM ledger_book WHERE id = %s", [book.pk])

    assert findings() == [f"book {book.pk} is gone, and its rows are not"]


@pytest.mark.parametrize("lost", [{"transfer": 999_999}, {"account": 999_999}])
def test_a_leg_of_nothing(book: Book, no_guards: None, lost: dict[str, int]) -> None:
    leg = newest_leg()
    Entry.objects.filter(pk=leg.pk).update(**lost)

    assert f"entry {leg.pk} has no transfer or no account" in findings()


def test_the_command_counts_and_names_what_nobody_has_explained(book: Book) -> None:
    correction = book.accounts.get(kind=AccountKind.CORRECTION)
    posting = Posting(
        book_id=book.pk,
        reason=ADJUSTMENT,
        key="form:1",
        legs={correction.pk: -2, newest_leg().account_id: 2},
        memo="Found under the table",
        actor_id=HolderFactory.create().pk,
    )
    post_transfer(posting, at=AT)
    output = StringIO()

    call_command("check_books", stdout=output)

    assert output.getvalue().splitlines() == [
        "The books balance: 1 books, 4 transfers.",
        f"Nobody has explained yet: -2 chips in Corrections of {book}.",
    ]


def test_the_command_fails_with_the_first_bad_row(book: Book, no_guards: None) -> None:
    with pytest.raises(
        CommandError, match=r"guard trigger ledger_\w+ is .* \(and \d+ more\)"
    ) as refusal:
        call_command("check_books")

    assert refusal.value.returncode == 1


def test_a_recount_by_hand_counts_as_the_audit_where_it_is_to(book: Book) -> None:
    call_command("check_books", stdout=StringIO())
    assert is_audit_due()

    call_command("check_books", audit=True, stdout=StringIO())

    assert not is_audit_due()
    assert Audit.objects.get().fault == ""
