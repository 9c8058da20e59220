"""What an account held, how it came to that, in plain words."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import connection

from games.reasons import POOL_WON
from ledger.declarations import declared_reasons
from ledger.kinds import AccountKind
from ledger.models import Account, Book
from ledger.posting import Posting, post_transfer
from ledger.reasons import Reason
from ledger.statements import balance, statement, trial_balance, words
from ledger.wording import line
from tests.ledger.factories import AT, BookFactory, bank_of, gift, purse


def now() -> datetime:
    """The database's clock, between two transfers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [moment] = cursor.fetchone() or (None,)
    assert isinstance(moment, datetime)
    return moment


@pytest.fixture
def book(db: None) -> Book:
    return BookFactory.create()


def test_the_balance_now_is_the_stored_one(book: Book) -> None:
    maire = purse(book, chips=20)
    stale = Account.objects.get(pk=maire.pk)
    post_transfer(gift(maire, purse(book), 3), at=AT)

    assert balance(stale) == 17


def test_the_balance_at_every_moment_of_a_life(book: Book) -> None:
    maire, sean = purse(book), purse(book)
    moments = [(now(), 0)]
    for number in range(13):
        giver, taker = (bank_of(book), maire) if number % 3 < 2 else (maire, sean)
        post_transfer(gift(giver, taker, number + 1, key=f"gift:{number}"), at=AT)
        moments.append((now(), balance(maire)))

    assert [balance(maire, at=moment) for moment, _ in moments] == [chips for _, chips in moments]


def test_a_statement_opens_moves_and_closes(book: Book) -> None:
    maire, sean = purse(book, chips=20), purse(book, chips=50)
    since = now()
    won = Posting(
        book_id=book.pk,
        reason=POOL_WON,
        key="deal:7:pool",
        legs={maire.pk: 19, sean.pk: -19},
        memo="table 3, deal 7",
    )
    shared = Posting(
        book_id=book.pk,
        reason=POOL_WON,
        key="deal:8:pool",
        legs={maire.pk: 6, bank_of(book).pk: 5, sean.pk: -11},
        memo="table 3, deal 8",
    )
    post_transfer(won, at=AT)
    post_transfer(shared, at=AT)
    until = now()
    post_transfer(gift(maire, sean, 1), at=AT)

    november = statement(maire, since=since, until=until, zone=ZoneInfo("UTC"))

    assert (november.opening_chips, november.closing_chips) == (20, 45)
    assert [words(entry) for entry in november.lines] == [
        "Won pool of 19, table 3, deal 7",
        "Won 6 of a pool of 11, table 3, deal 8",
    ]


def test_a_statement_of_a_quiet_time_is_empty(book: Book) -> None:
    maire = purse(book, chips=20)

    quiet = statement(maire, since=now(), until=now(), zone=ZoneInfo("UTC"))

    assert (quiet.opening_chips, quiet.closing_chips, list(quiet.lines)) == (20, 20, [])


@pytest.mark.parametrize("reason", declared_reasons(), ids=str)
def test_every_reason_has_words_for_both_sides(reason: Reason) -> None:
    gained = line(reason, chips=19, moved=19, memo="")
    gave = line(reason, chips=-19, moved=19, memo="table 3")

    assert "19" in gained
    assert gave.endswith(", table 3")
    assert gained != gave


def test_the_trial_balance_shows_issued_chips_against_where_they_are(book: Book) -> None:
    maire = purse(book, chips=20)
    purse(book, chips=5)

    chips = trial_balance(book)

    assert chips[AccountKind.BANK] == -25
    assert chips[AccountKind.PURSE] == 25
    assert sum(chips.values()) == 0
    assert list(chips) == list(AccountKind)
    assert maire.balance == 20
