"""A table breaks up between two deals: its people, their chips and its pool go on elsewhere."""

from typing import Any

import pytest

from games.engine import PoolNotWon
from games.errors import (
    DealInPlay,
    NotSeated,
    NumberUnplayable,
    PoolPlayedOn,
    TableClosed,
    TableFull,
)
from games.models import Mode, Table
from games.play.by_hand import upcoming
from games.play.differences import check_paid
from games.play.journal import evening_of, facts_of, slots_of
from games.seat_numbers import SeatNumber
from games.tables.breaking_up import BrokenUp, Going, break_up
from games.tables.moving import move
from games.tables.stewarding import pause, void_deal
from ledger.audit import check_books
from ledger.models import Account, Transfer
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import fix, put_right
from tests.games.factories import again, later, rules
from tests.games.fireside import chips_of, run
from tests.games.latecomers import AINE, BRID, CON, DAN, ENA, FINN, comes, enter, stacks
from tests.games.test_moving import table_for, tables

pytestmark = pytest.mark.django_db
CARRY = rules(unclaimed_pool="carry")
PLAY_ON = rules(unclaimed_pool="play_on")


def breaks_up(table: Table, *others: Table, seconds: float = 10, **options: Any) -> BrokenUp:
    """Its people go to the others in turn; the first of these is the heir."""
    seats = enumerate(table.seats.taken())
    going = [Going(seat.player_id, others[count % len(others)]) for count, seat in seats]
    given: dict[str, Any] = {"heir": others[0], "at": later(seconds)} | options
    return break_up(table, going, **given)


def agrees(*halls: Table) -> None:
    """At each table the chips lie as its results say, and the books balance."""
    for table in map(again, halls):
        facts = facts_of(table)
        check_paid(facts, evening_of(facts, slots_of(table)))
    assert check_books() == []


def dues(table: Table) -> dict[int, int]:
    """What everybody puts in at the next deal."""
    following = upcoming(again(table))
    assert following is not None
    return dict(zip(following.usual.numbers, following.usual.contributions, strict=True))


def pool(table: Table) -> int:
    return again(table).pool.balance


def test_what_is_carried_goes_to_the_heir_in_one_transfer() -> None:
    """RULES.md 7.7: the pool goes on, and newcomers pay the stake at their first deal."""
    first, second = tables(3, 3, house=CARRY)
    enter(first, 1, "spoilt")  # 8: each 2, and 2 more of the dealer.
    enter(second, 1, "spoilt")
    broken = breaks_up(first, second)

    assert (broken.pool_chips, pool(second)) == (8, 16)
    assert again(first).closed_at == later(10)
    assert Account.objects.get(pk=first.pool_id).closed_at == later(10)
    [joined] = Transfer.objects.filter(reason="pool_joined")
    assert sorted(joined.entries.values_list("chips", flat=True)) == [-8, 8]
    assert stacks(second) == {AINE: 16, BRID: 18, CON: 18, DAN: 16, ENA: 18, FINN: 18}
    assert dues(second) == {AINE: 1, BRID: 1 + 2, CON: 1, DAN: 2, ENA: 2, FINN: 2}
    agrees(first, second)


def test_everybody_brings_what_they_took_from_the_table_and_no_more() -> None:
    first, second = tables(3, 3)
    enter(first, 1, "spoilt")
    enter(first, 2, "won", winner=BRID)
    taken = stacks(first)
    broken = breaks_up(first, second)

    assert [chips_of(seat) for seat in broken.seats] == [(100, chips) for chips in taken.values()]
    assert [seat.moved_from.number for seat in broken.seats if seat.moved_from] == [0, 1, 2]


def test_a_pool_that_is_split_is_shared_out_before_people_go() -> None:
    first, second = tables(3, 3)
    enter(first, 1, "spoilt")
    broken = breaks_up(first, second)

    assert broken.pool_chips == 0
    assert [chips_of(seat)[1] for seat in broken.seats] == [16 + 2, 18 + 3, 18 + 3]
    assert pool(second) == 0
    agrees(first, second)


def test_where_the_house_plays_on_somebody_has_to_say_that_it_is_shared() -> None:
    first, second = tables(3, 3, house=PLAY_ON)
    enter(first, 1, "spoilt")

    with pytest.raises(PoolNotWon, match="until the pool of 8 is won: play on, or have it shared"):
        breaks_up(first, second)
    assert again(first).closed_at is None
    assert not second.seats.filter(number__gt=CON).exists()
    broken = breaks_up(first, second, may_share=True)
    assert sum(chips_of(seat)[1] for seat in broken.seats) == 60
    agrees(first, second)


def test_results_of_both_tables_are_put_right_afterwards() -> None:
    """The pool that went on stays as it was; at the heir it counts from then on."""
    first, second = tables(3, 3, house=CARRY)
    enter(first, 1, "won", winner=AINE)
    enter(first, 2, "spoilt")
    enter(second, 3, "spoilt")
    breaks_up(first, second, seconds=4)
    enter(second, 5, "spoilt")
    enter(second, 6, "won", winner=ENA)
    put_right(again(first), fix(1, "won", winner=BRID))
    agrees(first, second)
    before = pool(second)
    put_right(again(second), fix(3, "spoilt"))

    assert (before, pool(second)) == (0, 8 + 8 + 10 + 9 + 0)
    put_right(again(second), fix(1, "won", winner=CON))
    assert pool(second) == 8 + 14 + 8  # The pool that came lies in a new one.
    agrees(first, second)


@pytest.mark.parametrize("played", [0, 1])
def test_what_would_change_a_pool_that_went_on_is_refused_in_words(played: int) -> None:
    first, second = tables(3, 3, house=CARRY)
    enter(first, 1, "spoilt")
    enter(first, 2, "spoilt")
    breaks_up(first, second, seconds=4)
    for _ in range(played):
        enter(second, 5, "spoilt")

    with pytest.raises(PoolPlayedOn, match="move chips from purse to purse instead"):
        put_right(again(first), fix(2))
    agrees(first, second)


def test_a_pool_comes_before_the_first_deal_of_a_table() -> None:
    first, second = tables(3, 3, house=CARRY)
    enter(first, 1, "spoilt")
    breaks_up(first, second, seconds=2)
    enter(second, 3, "spoilt")
    agrees(second)
    put_right(again(second), fix(1, "won", winner=AINE))

    assert (pool(second), stacks(second)[AINE]) == (0, 16 + 8 + 14)
    agrees(first, second)


def test_a_pool_without_an_heir_waits() -> None:
    first, second = tables(3, 3, house=CARRY)
    enter(first, 1, "spoilt")
    broken = breaks_up(first, second, heir=None)

    assert (broken.pool_chips, pool(first), pool(second)) == (0, 8, 0)
    agrees(first, second)


def test_pools_go_on_twice() -> None:
    first, second, third = tables(3, 3, 3, house=CARRY)
    enter(first, 1, "spoilt")
    enter(second, 2, "spoilt")
    breaks_up(first, second, seconds=3)
    enter(second, 4, "spoilt")
    before = pool(second)
    breaks_up(second, third, seconds=5)

    assert (before, pool(third)) == (8 + 8 + 11, 8 + 8 + 11)
    enter(third, 6, "spoilt")
    put_right(again(third), fix(1, "won", winner=AINE))
    agrees(first, second, third)


def test_who_is_not_named_goes_home() -> None:
    first, second = tables(3, 3)
    aine, brid, _ = first.seats.taken()
    broken = break_up(first, [Going(brid.player_id, second)], heir=second, at=later(1))

    assert len(broken.seats) == 1
    aine.refresh_from_db()
    assert (aine.cashed_chips, chips_of(aine)[0]) == (20, 120)


def test_chairs_are_taken_as_named() -> None:
    first, second = tables(2, 3)
    aine, brid = first.seats.taken()
    neighbour = second.seats.get(number=AINE).player_id
    going = [
        Going(aine.player_id, second, after=neighbour),
        Going(brid.player_id, second, after=aine.player_id),
    ]
    break_up(first, going, at=later(1))

    assert list(stacks(second)) == [AINE, DAN, ENA, BRID, CON]


def test_only_numbers_that_can_play_unless_the_table_may_wait() -> None:
    pairs = rules(sides="pairs")
    first, second = tables(4, 4, house=pairs)
    one = first.seats.get(number=AINE).player_id

    with pytest.raises(NumberUnplayable, match="With them 5 would sit"):
        break_up(first, [Going(one, second)], at=later(1))
    assert again(first).closed_at is None
    break_up(first, [Going(one, second)], may_wait=True, at=later(1))
    assert len(stacks(second)) == 5


def test_no_table_has_room_for_eleven() -> None:
    first, second = tables(3, 9)

    with pytest.raises(TableFull):
        breaks_up(first, second)
    assert len(stacks(second)) == 9


def test_somebody_who_does_not_sit_there() -> None:
    first, second = tables(3, 3)

    with pytest.raises(NotSeated):
        break_up(first, [Going(second.seats.get(number=AINE).player_id, second)], at=later(1))


def test_a_table_that_has_closed() -> None:
    first, second = tables(3, 3)
    breaks_up(first, second)

    with pytest.raises(TableClosed):
        breaks_up(first, second)


def test_online_tables_break_up_between_deals() -> None:
    first, second = tables(3, 3, mode=Mode.ONLINE, house=CARRY)
    deal = run(first)
    assert deal is not None

    with pytest.raises(DealInPlay, match="is not over"):
        breaks_up(first, second)
    pause(first, at=later(1))
    void_deal(deal, actor_id=PlayerFactory.create().pk, reason="Table 1 breaks up", at=later(1))
    breaks_up(first, second)

    assert (again(first).closed_at, pool(second)) == (later(10), 0)
    assert set(stacks(second).values()) == {20}
    following = run(second, 11)
    assert following is not None
    assert len(following.seat_numbers) == 6
    assert check_books() == []


def test_nobody_plays_for_a_pool_that_grows_in_the_middle_of_a_deal() -> None:
    [first] = tables(3, house=CARRY)
    second = table_for(first.book, 3, "Table 2", Mode.ONLINE, CARRY)
    enter(first, 1, "spoilt")
    run(second, 2)

    with pytest.raises(DealInPlay, match="is not over"):
        breaks_up(first, second)
    breaks_up(first, second, heir=None)
    assert len(stacks(second)) == 6


def test_somebody_who_is_still_on_the_way_keeps_a_table_together() -> None:
    first, second, third = tables(4, 3, 3, mode=Mode.ONLINE)
    run(first)
    mover = first.seats.get(number=SeatNumber(0)).player_id
    move(first, second, player_id=mover, at=later(1))

    with pytest.raises(DealInPlay, match="still plays a deal"):
        breaks_up(second, third)


def test_whoever_comes_late_and_is_not_dealt_in_has_no_share() -> None:
    first, second = tables(3, 3)
    enter(first, 1, "spoilt")
    late = comes(first, 2)
    broken = breaks_up(first, second)

    told = {seat.player_id: chips_of(seat)[1] for seat in broken.seats}
    assert told[late.player_id] == 20
    assert sum(told.values()) == 80
    agrees(first, second)
