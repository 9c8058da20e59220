"""Somebody else has the table while a door waits with its clock read: what comes then comes later.

The doors read the clock before they get the lock of a table. Each deed here was asked for before
the deed that it follows, or at the very same moment.
"""

from collections.abc import Callable

import pytest

from games.errors import PlayedSince, PoolPlayedOn
from games.evening.totals import Total, Totals
from games.models import Table
from games.play.by_hand import bring_more
from games.play.reopening import reopen_tables
from games.play.totals import enter_totals
from games.play.undoing import put_back_results, take_back_more
from games.tables.closing import close_tables
from games.tables.pools import join_pools, part_pools
from games.tables.returning import seat_again, send_back
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import fix, put_right
from tests.games.factories import again, later, rules, table_of
from tests.games.fireside import run
from tests.games.latecomers import AINE, BRID, CON, DAN, comes, enter, goes
from tests.games.test_breaking_up import agrees, breaks_up
from tests.games.test_by_hand import hall_table
from tests.games.test_moving import moves, tables
from tests.games.test_pools import left_by
from tests.games.test_returning import check_adds_up, opened_with

pytestmark = pytest.mark.django_db
Deed = Callable[[Table, float], object]

SECOND_DEAL = fix(2, "won", winner=CON)
LATE_DEAL = fix(2, "won", winner=DAN)


def hall() -> Table:
    """A table of four, one of whom came a second ago, after the first deal."""
    table = hall_table(20, 20, 20)
    enter(table, 1, "spoilt")
    comes(table, 9)
    return table


def brings(table: Table, seconds: float) -> None:
    player_id = table.seats.get(number=DAN).player_id
    bring_more(table, player_id=player_id, chips=7, at=later(seconds))


def takes_back(table: Table, seconds: float) -> None:
    take_back_more(table, DAN, 7, at=later(seconds))


def leaves(table: Table, seconds: float) -> None:
    goes(table, seconds, BRID)


def returns(table: Table, seconds: float) -> None:
    seat_again(table, [BRID], at=later(seconds))


def is_sent_back(table: Table, seconds: float) -> None:
    send_back(table, [DAN], at=later(seconds))


def is_forgotten(table: Table, seconds: float) -> None:
    """A deal that nobody entered is put at the end, with all who sit there."""
    numbers = tuple(table.seats.circle().numbers)
    put_right(again(table), fix(2, "spoilt", version=0, seats=numbers), at=later(seconds))


def is_put_back(table: Table, seconds: float) -> None:
    actor = PlayerFactory.create().pk
    [made] = put_back_results(
        again(table), [(1, 1)], actor_id=actor, reason="Undone", at=later(seconds)
    )
    put_back_results(again(table), [made], actor_id=actor, reason="Undone", at=later(seconds))


def closes(table: Table, seconds: float) -> None:
    close_tables([table], at=later(seconds))


def reopens(table: Table, seconds: float) -> None:
    reopen_tables([table], at=later(seconds))


def deals(table: Table, seconds: float) -> None:
    enter(table, seconds, "spoilt")


ORDERS: dict[str, list[Deed]] = {
    "a result": [deals],
    "a result of two": [deals, deals],
    "a forgotten deal": [is_forgotten],
    "more chips": [brings, deals],
    "chips that are taken back": [brings, takes_back, deals],
    "somebody goes": [leaves, deals],
    "somebody goes after a deal": [deals, leaves],
    "somebody comes back": [leaves, returns, deals],
    "somebody is sent back": [is_sent_back, deals],
    "a result that is undone": [is_put_back, deals],
    "a table that closes": [deals, closes],
    "a table that opens again": [deals, closes, reopens, deals],
    "a table that closes before the next deal is told": [closes, reopens, deals, closes],
}


@pytest.mark.parametrize("seconds", [5, 9], ids=["before", "at the same moment"])
@pytest.mark.parametrize("deeds", ORDERS.values(), ids=ORDERS)
def test_the_journal_has_the_order_in_which_things_were_done(
    deeds: list[Deed], seconds: float
) -> None:
    table = hall()

    for deed in deeds:
        deed(table, seconds)
        check_adds_up(table)
    version = table.deals.get(number=1).entries.count()
    wanted = fix(1, "won", version=version, winner=CON)
    corrected = put_right(again(table), wanted, at=later(seconds))

    assert corrected.deals == (1,)
    check_adds_up(table)


def test_a_result_that_waited_is_put_right_with_whoever_came_meanwhile() -> None:
    table = hall()
    enter(table, 5, "spoilt")

    put_right(again(table), LATE_DEAL, at=later(20))

    assert table.deals.get(number=2).dealt_at > later(9)
    check_adds_up(table)


@pytest.mark.parametrize("seconds", [5, 9], ids=["before", "at the same moment"])
def test_somebody_who_moves_between_two_deals(seconds: float) -> None:
    first, second = tables(4, 3)
    for table in (first, second):
        enter(table, 9, "spoilt")
    moves(first, second, DAN, seconds=seconds)
    for table in (first, second):
        enter(table, seconds, "spoilt")

    for table in (first, second):
        put_right(again(table), SECOND_DEAL, at=later(seconds))
        check_adds_up(table)


@pytest.mark.parametrize("seconds", [5, 9], ids=["before", "at the same moment"])
def test_a_pool_that_comes_between_two_deals(seconds: float) -> None:
    first, second = tables(3, 3, house=rules(unclaimed_pool="carry"))
    for table in (first, second):
        enter(table, 9, "spoilt")
    breaks_up(first, second, seconds=seconds)
    enter(second, seconds, "spoilt")

    put_right(again(second), SECOND_DEAL, at=later(seconds))

    agrees(first, second)


@pytest.mark.parametrize("seconds", [5, 9], ids=["before", "at the same moment"])
def test_totals_are_counted_after_the_last_who_came(seconds: float) -> None:
    table = hall_table(20, 20, 20)
    comes(table, 9)
    totals = Totals(
        deals=4, of_seats={n: Total(deals_won=1, chips=20) for n in (AINE, BRID, CON, DAN)}
    )

    enter_totals(table, totals, version=0, actor_id=PlayerFactory.create().pk, at=later(seconds))

    check_adds_up(table)
    with pytest.raises(PlayedSince):
        send_back(table, [DAN], at=later(seconds))


@pytest.mark.parametrize("seconds", [5, 9], ids=["before", "at the same moment"])
def test_whoever_was_dealt_in_since_they_came_back_is_not_sent_back(seconds: float) -> None:
    table = hall()
    leaves(table, 9)
    returns(table, seconds)
    send_back(table, [BRID], at=later(seconds))
    returns(table, seconds)
    deals(table, seconds)

    with pytest.raises(PlayedSince, match="was dealt in to deal 2"):
        send_back(table, [BRID], at=later(seconds))


@pytest.mark.parametrize("seconds", [5, 9], ids=["before", "at the same moment"])
def test_whoever_left_before_a_deal_does_not_come_back_after_it(seconds: float) -> None:
    table = hall()
    leaves(table, 9)
    deals(table, seconds)

    with pytest.raises(PlayedSince, match="had left came deal 2"):
        returns(table, seconds)


def test_online_a_deal_that_waited_comes_after_who_came_back() -> None:
    table = table_of(50, 50, 50, bots=False)
    goes(table, 1, BRID)
    [seat] = seat_again(table, [BRID], at=later(9))

    deal = run(table, 5)

    assert deal is not None
    assert BRID in deal.seat_numbers
    assert seat.returned_at is not None
    assert deal.dealt_at > seat.returned_at


@pytest.mark.parametrize("seconds", [1, 2], ids=["before", "at the same moment"])
def test_a_pool_that_another_table_has_is_not_parted(seconds: float) -> None:
    """It was put together before the tables had closed, by the clock."""
    one = left_by()
    other = left_by(one.book)
    join_pools(one.pool, [other.pool], key="joined", at=later(seconds))
    opened_with(one, again(one).pool, "carry", seconds=seconds)

    with pytest.raises(PoolPlayedOn):
        part_pools(again(one).pool, [other.pool], at=later(seconds))
