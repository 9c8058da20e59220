"""RULES.md 7.7: pools that wait for a table are put together in one transfer."""

import pytest

from games.tables.pools import join_pools
from ledger.books import open_account
from ledger.kinds import AccountKind
from ledger.models import Account, Book
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE
from tests.clubs.factories import AT, ClubFactory

pytestmark = pytest.mark.django_db


def pool_of(book: Book, chips: int) -> Account:
    """A pool of its own with this number of chips, straight from the bank."""
    pool = open_account(book, kind=AccountKind.POOL, name=f"Pool of {chips}")
    bank = Account.objects.get(book=book, kind=AccountKind.BANK)
    legs = {bank.pk: -chips, pool.pk: chips}
    if chips:
        post_transfer(Posting(book_id=book.pk, reason=ISSUE, key=f"{pool.pk}", legs=legs), at=AT)
    pool.refresh_from_db()
    return pool


def test_all_that_lies_in_them_goes_to_one() -> None:
    book = ClubFactory.create().book
    first, *others = (pool_of(book, chips) for chips in (5, 7, 0, 9))

    join_pools(first, others, key="joined", at=AT)

    held = Account.objects.in_bulk([first.pk, *(one.pk for one in others)])
    assert [held[one.pk].balance for one in (first, *others)] == [21, 0, 0, 0]
    assert [held[one.pk].closed_at for one in (first, *others)] == [None, AT, AT, AT]
    assert first.entries.filter(transfer__reason="pool_joined").get().chips == 16


def test_pools_with_nothing_in_them_are_only_closed() -> None:
    book = ClubFactory.create().book
    first, other = pool_of(book, 5), pool_of(book, 0)

    join_pools(first, [other], key="joined", at=AT)

    other.refresh_from_db()
    assert other.closed_at == AT
    assert first.entries.count() == 1
