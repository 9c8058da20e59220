"""RULES.md 7.7: pools that wait for a table are put together, and parted if that is undone."""

import pytest

from clubs.table_kinds import NIGHT
from games.errors import PoolPlayedOn
from games.models import Mode, Table
from games.play.reopening import reopen_tables
from games.play.taking_back import take_back
from games.tables.closing import close_tables
from games.tables.opening import open_table
from games.tables.pools import join_pools, part_pools
from games.tables.returning import close_unplayed, send_back
from ledger.audit import check_books
from ledger.books import open_account
from ledger.kinds import AccountKind
from ledger.models import Account, Book, Transfer
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE
from tests.clubs.factories import AT, ClubFactory, PlayerFactory
from tests.games.corrected_halls import fix, put_right
from tests.games.factories import again, later, rules
from tests.games.fireside import guest
from tests.games.latecomers import AINE, BRID, CON, enter, stacks
from tests.games.test_breaking_up import agrees, breaks_up
from tests.games.test_by_hand import hall_table
from tests.games.test_moving import tables
from tests.games.test_returning import check_adds_up, opened_with

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


def test_pools_are_parted_and_joined_again_and_again() -> None:
    book = ClubFactory.create().book
    first, *others = (pool_of(book, chips) for chips in (5, 7, 9))
    joined = join_pools(first, others, key="joined", at=AT)

    for _ in range(2):
        parted = part_pools(first, joined, at=AT)
        first.refresh_from_db()
        assert (first.balance, [one.balance for one in parted]) == (5, [7, 9])
        joined = join_pools(first, parted, at=AT)
        first.refresh_from_db()
        assert first.balance == 21

    keys = Transfer.objects.filter(key__startswith="joined").order_by("pk")
    assert list(keys.values_list("key", flat=True)) == [
        *("joined", "joined:undone:1", "joined:undone:2", "joined:undone:3", "joined:undone:4"),
    ]
    assert check_books() == []


def test_one_that_was_empty_is_not_parted() -> None:
    book = ClubFactory.create().book
    first, empty, other = (pool_of(book, chips) for chips in (5, 0, 7))

    assert join_pools(first, [empty, other], key="joined", at=AT) == [other]


def left_by(book: Book | None = None) -> Table:
    """A table of real cards that has closed, and carries a pool of 8 over."""
    house = rules(unclaimed_pool="carry")
    if book is None:
        table = hall_table(20, 20, 20, house=house)
    else:
        table = open_table(
            book,
            rules=house,
            policies=NIGHT.policies,
            seats=[guest(book, chips=20) for _ in range(3)],
            name="Another",
            mode=Mode.RECORDED,
            at=AT,
        )
    enter(table, 1, "spoilt")
    close_tables([table], at=later(2))
    return again(table)


def test_the_tables_that_left_them_have_their_pools_again() -> None:
    one = left_by()
    other = left_by(one.book)
    join_pools(one.pool, [other.pool], key="joined", at=later(3))
    table = opened_with(one, again(one).pool, "carry")
    with pytest.raises(PoolPlayedOn):
        put_right(again(other), fix(1, "won", winner=BRID), at=later(4))

    close_unplayed([table], at=later(5))
    [new] = part_pools(again(one).pool, [other.pool], at=later(6))

    assert again(other).pool == new
    for left in (one, other):
        check_adds_up(left)
        put_right(again(left), fix(1, "won", winner=BRID), at=later(7))
        check_adds_up(left)


def test_pools_that_were_played_for_together_stay_together() -> None:
    one = left_by()
    other = left_by(one.book)
    join_pools(one.pool, [other.pool], key="joined", at=later(3))
    table = opened_with(one, again(one).pool, "carry")
    deal = enter(table, 4, "spoilt")

    with pytest.raises(PoolPlayedOn, match="undo first what was played for it"):
        part_pools(again(one).pool, [other.pool], at=later(5))

    take_back(deal, actor_id=PlayerFactory.create().pk, reason="Misread", at=later(6))
    with pytest.raises(PoolPlayedOn):
        part_pools(again(one).pool, [other.pool], at=later(7))
    close_unplayed([table], at=later(8))
    parted = part_pools(again(one).pool, [other.pool], at=later(9))
    join_pools(again(one).pool, parted, at=later(10))
    reopen_tables([table], at=later(11))
    enter(table, 12, "won", winner=BRID)
    check_adds_up(table)


@pytest.mark.parametrize("unclaimed_pool", ["carry", "split"])
def test_a_break_up_is_undone_and_done_again(unclaimed_pool: str) -> None:
    table, heir = tables(3, 3, house=rules(unclaimed_pool=unclaimed_pool))
    enter(table, 1, "spoilt")
    enter(heir, 1, "spoilt")
    before = [(stacks(one), again(one).pool.balance) for one in (table, heir)]

    for seconds in (10, 20):
        pool = again(table).pool
        came = breaks_up(again(table), heir, seconds=seconds)
        agrees(table, heir)
        send_back(heir, [seat.number for seat in came.seats], at=later(seconds + 1))
        if came.pool_chips:
            part_pools(again(heir).pool, [pool], at=later(seconds + 2))
        reopen_tables([table], at=later(seconds + 3))
        assert [(stacks(one), again(one).pool.balance) for one in (table, heir)] == before
        agrees(table, heir)

    for one in (table, heir):
        put_right(again(one), fix(1, "won", winner=CON), at=later(40))
    enter(table, 41, "won", winner=AINE)
    agrees(table, heir)
