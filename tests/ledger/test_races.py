"""Real threads with real transactions: nothing is posted twice, overdrawn or deadlocked."""

from functools import partial
from time import monotonic

from django.db import connection

from ledger.audit import check_books
from ledger.errors import KeyReused, Overdrawn
from ledger.models import Account, Entry, Transfer
from ledger.posting import post_transfer, post_transfers
from tests.ledger.crowds import at_once
from tests.ledger.factories import AT, BookFactory, gift, purse
from tests.lengths import part

RUSH_SECONDS = part(8, of=30)
EACH_POSTS = part(50, of=200)
PLENTY = 1_000_000  # More than any purse can give away in that time.


def balance(account: Account) -> int:
    return Account.objects.get(pk=account.pk).balance


def test_fifty_threads_with_one_key_make_one_transfer(own_database: str) -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=100), purse(book)

    answers = at_once([partial(post_transfer, gift(maire, sean, 2), at=AT)] * 50)

    assert len(set(answers)) == 1
    assert (balance(maire), balance(sean)) == (98, 2)
    assert Entry.objects.filter(account=sean).count() == 1


def test_one_key_for_different_chips_goes_to_whoever_is_first(own_database: str) -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=100), purse(book)

    answers = at_once(
        [partial(post_transfer, gift(maire, sean, chips), at=AT) for chips in range(1, 11)]
    )

    assert sum(isinstance(answer, Transfer) for answer in answers) == 1
    assert sum(isinstance(answer, KeyReused) for answer in answers) == 9


def test_the_last_chips_are_spent_once(own_database: str) -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=7), purse(book)

    answers = at_once(
        [
            partial(post_transfer, gift(maire, sean, 7, key=f"gift:{number}"), at=AT)
            for number in range(20)
        ]
    )

    assert sum(isinstance(answer, Transfer) for answer in answers) == 1
    assert sum(isinstance(answer, Overdrawn) for answer in answers) == 19
    assert (balance(maire), balance(sean)) == (0, 7)


def test_opposite_transfers_do_not_wait_for_each_other(own_database: str) -> None:
    """All the while postings name their accounts in either order, one or several a call."""
    book = BookFactory.create()
    maire, sean, nora = (purse(book, chips=PLENTY) for _ in range(3))
    end = monotonic() + RUSH_SECONDS

    def pass_on(giver: Account, taker: Account, third: Account) -> int:
        posted = 0
        while monotonic() < end:
            first = gift(giver, taker, 1, key=f"{giver.pk}:{taker.pk}:{posted}")
            onward = gift(taker, third, 1, key=f"{giver.pk}:{taker.pk}:{posted}:on")
            gifts = [first, onward] if posted % 3 else [first]
            posted += len(post_transfers(gifts, at=AT))
        return posted

    answers = at_once(
        [
            partial(pass_on, *accounts)
            for accounts in (
                (maire, sean, nora),
                (sean, maire, nora),
                (nora, sean, maire),
                (maire, nora, sean),
            )
        ]
    )

    assert all(isinstance(posted, int) and posted > EACH_POSTS for posted in answers), answers
    assert balance(maire) + balance(sean) + balance(nora) == 3 * PLENTY
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        assert cursor.fetchone() == (0,)
    assert check_books() == []
