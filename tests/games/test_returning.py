"""Undoing that people came or went, or that a table opened: as though it had never been."""

import pytest

from clubs.table_kinds import FREE_TABLE
from games.errors import (
    AlreadySeated,
    DealInPlay,
    NotSeated,
    NotSeatedByHost,
    NotUndone,
    PlayedSince,
    PlayerGone,
    PurseShort,
    TableClosed,
    TableFull,
)
from games.evening.totals import Total, Totals
from games.models import FormerStack, Mode, Seat, Table
from games.play.differences import check_paid
from games.play.journal import evening_of, facts_of, slots_of
from games.play.taking_back import take_back
from games.play.totals import enter_totals
from games.seat_numbers import SeatNumber
from games.sight.moved_chips import chips_moved
from games.tables.closing import close_tables
from games.tables.hosting import seat_late
from games.tables.moving import move
from games.tables.opening import SeatPlan, open_table
from games.tables.returning import close_unplayed, seat_again, send_back
from ledger.audit import check_books
from ledger.models import Account
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import fix, put_right, spend
from tests.games.factories import again, later, rules, table_of
from tests.games.fireside import finish, guest, run
from tests.games.latecomers import AINE, BRID, CON, DAN, comes, enter, goes, stacks
from tests.games.test_by_hand import hall_table

pytestmark = pytest.mark.django_db


def backs(table: Table, seconds: float, *numbers: SeatNumber) -> list[Seat]:
    return send_back(table, numbers, at=later(seconds))


def returns(table: Table, seconds: float, *numbers: SeatNumber) -> list[Seat]:
    return seat_again(table, numbers, at=later(seconds))


def check_adds_up(table: Table) -> None:
    """See that the journal tells what lies at the table, and that all books hold."""
    table = again(table)
    facts = facts_of(table)
    check_paid(facts, evening_of(facts, slots_of(table)))
    assert check_books() == []


def purse_of(table: Table, number: SeatNumber) -> int:
    return table.seats.select_related("purse").get(number=number).purse.balance


def test_who_came_late_goes_home_as_though_they_had_not_come() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "spoilt")
    comes(table, 2)

    [seat] = backs(table, 3, DAN)

    assert (seat.cashed_chips, purse_of(table, DAN)) == (20, 100)
    assert DAN not in stacks(table)
    check_adds_up(table)


def test_coming_and_its_undo_are_undone_again_and_again() -> None:
    table = hall_table(20, 20, 20)
    comes(table, 1)

    for seconds in (2, 4, 6):
        backs(table, seconds, DAN)
        check_adds_up(table)
        [seat] = returns(table, seconds + 1, DAN)
        check_adds_up(table)

    assert (seat.number, seat.came_at, stacks(table)[DAN]) == (DAN, later(1), 20)
    assert table.seats.count() == 4
    enter(table, 9, "won", winner=DAN)
    check_adds_up(table)


def test_who_went_home_sits_there_again_as_though_they_had_never_gone() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=BRID)
    held = stacks(table)
    goes(table, 2, BRID, may_wait=True)

    [seat] = returns(table, 3, BRID)

    assert stacks(table) == held
    assert (seat.cashed_chips, seat.is_leaving, seat.is_away) == (None, False, False)
    check_adds_up(table)


def test_results_are_put_right_after_somebody_came_back_and_went_again() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=BRID)
    goes(table, 2, BRID, may_wait=True)
    returns(table, 3, BRID)
    backs(table, 4, BRID)
    check_adds_up(table)

    put_right(again(table), fix(1, "won", winner=CON), at=later(5))

    check_adds_up(table)
    assert table.seats.get(number=BRID).cashed_chips == purse_of(table, BRID)
    returns(table, 6, BRID)
    put_right(again(table), fix(1, "won", winner=AINE, version=2), at=later(7))
    check_adds_up(table)
    enter(table, 8, "won", winner=BRID)
    close_tables([table], at=later(9))
    put_right(again(table), fix(2, "won", winner=CON), at=later(10))
    check_adds_up(table)


def test_a_stack_of_before_stays_that_of_its_seat() -> None:
    table = hall_table(20, 20, 20)
    deal = enter(table, 1, "won", winner=BRID)
    old = table.seats.get(number=BRID).stack
    goes(table, 2, BRID, may_wait=True)

    [seat] = returns(table, 3, BRID)

    assert FormerStack.objects.get(seat=seat).stack == old
    assert seat.stack != old
    assert chips_moved([deal])[deal.pk, seat.stack_id] > 0


def test_several_come_back_together_or_nobody_does() -> None:
    table = hall_table(20, 20, 20, 20)
    goes(table, 1, BRID, may_wait=True)
    goes(table, 2, CON, may_wait=True)
    spend(table.seats.get(number=CON).purse, 5)

    with pytest.raises(PurseShort, match=r"20 chips home .* has 15 now: 5 more"):
        returns(table, 3, BRID, CON)
    assert stacks(table).keys() == {AINE, DAN}

    spend(table.seats.get(number=CON).purse, -5, key="handed out")
    returns(table, 4, BRID, CON)
    assert stacks(table) == dict.fromkeys((AINE, BRID, CON, DAN), 20)
    check_adds_up(table)


def test_nobody_is_sent_back_who_was_dealt_in_since() -> None:
    table = hall_table(20, 20, 20)
    comes(table, 1)
    deal = enter(table, 2, "won", winner=DAN)

    with pytest.raises(PlayedSince, match="dealt in to deal 1 of Table 1: take that one back"):
        backs(table, 3, DAN)

    take_back(deal, actor_id=PlayerFactory.create().pk, reason="Misread", at=later(4))
    backs(table, 5, DAN)
    check_adds_up(table)


def test_nobody_is_seated_again_once_a_deal_was_played_without_them() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=AINE)
    goes(table, 2, BRID, may_wait=True)
    enter(table, 3, "won", winner=AINE)

    with pytest.raises(PlayedSince, match="came deal 2 of Table 1"):
        returns(table, 4, BRID)


def test_nobody_is_seated_again_who_sits_there_or_moved_on() -> None:
    table = hall_table(20, 20, 20)
    gone = goes(table, 1, BRID, may_wait=True)
    seat_late(table, SeatPlan(gone.player_id, gone.purse_id, 10), at=later(2))

    with pytest.raises(AlreadySeated):
        returns(table, 3, BRID)
    with pytest.raises(NotUndone, match="nothing to undo"):
        returns(table, 3, AINE)
    with pytest.raises(NotSeated, match="no seat 9"):
        returns(table, 3, SeatNumber(8))


def test_nobody_is_sent_back_who_opened_the_table_or_is_gone() -> None:
    table = hall_table(20, 20, 20)
    with pytest.raises(NotUndone, match="from the beginning"):
        backs(table, 1, AINE)
    comes(table, 1)
    goes(table, 2, DAN)
    with pytest.raises(NotSeated, match="any more"):
        backs(table, 3, DAN)


def test_no_more_come_back_than_the_rules_have_room_for() -> None:
    table = hall_table()
    most = max(table.rules.numbers_playing)
    goes(table, 1, BRID)
    while table.seats.taken().count() < most:
        comes(table, 2)

    with pytest.raises(TableFull):
        returns(table, 3, BRID)


def test_a_move_is_undone_and_done_again() -> None:
    table = hall_table(20, 20, 20, 20)
    other = hall_table_in(table)
    player_id = table.seats.get(number=BRID).player_id
    there = move(table, other, player_id=player_id, at=later(1))

    with pytest.raises(AlreadySeated, match="moved to Table 2"):
        returns(table, 2, BRID)
    for seconds in (2, 6):
        backs(other, seconds, there.number)
        returns(table, seconds + 1, BRID)
        assert stacks(table)[BRID] == 20
        backs(table, seconds + 2, BRID)
        returns(other, seconds + 3, there.number)
        assert stacks(other)[there.number] == 20
    backs(other, 10, there.number)
    returns(table, 11, BRID)

    once_more = move(table, other, player_id=player_id, at=later(12))
    assert once_more.number != there.number
    for one in (table, other):
        check_adds_up(one)


def test_who_went_home_from_where_they_moved_to_can_be_moved_again() -> None:
    table = hall_table(20, 20, 20, 20)
    other = hall_table_in(table)
    player_id = table.seats.get(number=BRID).player_id
    there = move(table, other, player_id=player_id, at=later(1))
    goes(other, 2, SeatNumber(there.number))

    returns(table, 3, BRID)

    assert move(table, other, player_id=player_id, at=later(4)).moved_from is not None
    check_adds_up(other)


def hall_table_in(table: Table) -> Table:
    """Another one of the same book."""
    return open_table(
        table.book,
        rules=table.rules,
        policies=table.policies,
        seats=[guest(table.book, chips=20) for _ in range(3)],
        name="Table 2",
        mode=Mode.RECORDED,
        at=later(0),
    )


def totals_of(table: Table) -> Totals:
    held = stacks(table)
    return Totals(deals=3, of_seats={SeatNumber(n): Total(1, chips) for n, chips in held.items()})


def test_totals_stand_before_what_is_undone() -> None:
    table = hall_table(20, 20, 20)
    actor = PlayerFactory.create().pk
    comes(table, 1)
    gone = goes(table, 2, AINE)
    enter_totals(table, totals_of(table), version=0, actor_id=actor, at=later(3))

    with pytest.raises(PlayedSince, match="in the totals"):
        backs(table, 4, DAN)
    with pytest.raises(PlayedSince, match=f"after {gone.player} had left"):
        returns(table, 4, AINE)

    enter_totals(table, None, version=1, actor_id=actor, reason="Miscounted", at=later(5))
    returns(table, 6, AINE)
    backs(table, 7, DAN)
    check_adds_up(table)


@pytest.mark.parametrize("unclaimed_pool", ["split", "carry", "play_on"])
def test_a_table_that_nobody_played_closes_as_though_it_had_never_opened(
    unclaimed_pool: str,
) -> None:
    first = hall_table(20, 20, 20, house=rules(unclaimed_pool="carry"))
    enter(first, 1, "spoilt")
    close_tables([first], at=later(2))
    pool = Account.objects.get(pk=first.pool_id)
    held = pool.balance
    table = opened_with(first, pool, unclaimed_pool)

    assert close_unplayed([table], at=later(4)) == [table]

    pool.refresh_from_db()
    assert (pool.balance, pool.closed_at, again(table).is_taken_back) == (held, None, True)
    assert [purse_of(table, number) for number in (AINE, BRID, CON)] == [100, 100, 100]
    assert close_unplayed([table], at=later(5)) == []
    check_adds_up(table)
    put_right(again(first), fix(1, "won", winner=BRID), at=later(6))  # As if it had never been.
    check_adds_up(first)


def opened_with(first: Table, pool: Account, unclaimed_pool: str, *, seconds: float = 3) -> Table:
    """A table of the same book to which the pool goes."""
    return open_table(
        first.book,
        rules=rules(unclaimed_pool=unclaimed_pool),
        policies=first.policies,
        seats=[guest(first.book, chips=20) for _ in range(3)],
        name="Table 2",
        mode=Mode.RECORDED,
        pool=pool,
        at=later(seconds),
    )


def test_what_was_played_is_not_closed_as_unplayed() -> None:
    table, played = hall_table(20, 20, 20), hall_table(20, 20, 20)
    deal = enter(played, 1, "spoilt")

    with pytest.raises(PlayedSince, match="take its results back"):
        close_unplayed([table, played], at=later(2))
    assert again(table).closed_at is None

    take_back(deal, actor_id=PlayerFactory.create().pk, reason="Misread", at=later(3))
    close_unplayed([table, played], at=later(4))
    with pytest.raises(TableClosed, match="was undone: it has no results"):
        put_right(again(played), fix(1, "spoilt", version=2), at=later(5))
    close_tables([other := hall_table(20, 20, 20)], at=later(5))
    with pytest.raises(TableClosed):
        close_unplayed([other], at=later(6))


def test_online_it_is_undone_between_deals() -> None:
    table = table_of(50, 50, 50, bots=False)
    deal = run(table)
    assert deal is not None
    comes(table, 1)
    backs(table, 2, DAN)  # They are not in the deal.
    with pytest.raises(DealInPlay):
        returns(table, 3, DAN)
    with pytest.raises(DealInPlay):
        close_unplayed([table], at=later(3))


def test_online_who_waits_to_go_home_stays() -> None:
    table = table_of(50, 50, 50, 50, bots=False)
    deal = run(table)
    assert deal is not None
    goes(table, 1, BRID)

    [seat] = returns(table, 2, BRID)

    assert (seat.is_leaving, seat.is_away, seat.cashed_chips) == (False, False, None)
    with pytest.raises(DealInPlay, match="wait for its end"):
        backs(table, 3, BRID)


def test_online_a_deal_is_not_taken_back_through_a_stack_that_has_closed() -> None:
    table = table_of(50, 50, 50, 50, bots=False)
    first, actor = run(table), PlayerFactory.create().pk
    assert first is not None
    finish(first)
    take_back(table.deals.get(number=2), actor_id=actor, reason="Misdealt", at=later(20))
    held = stacks(table)
    goes(table, 21, BRID)
    [seat] = returns(table, 22, BRID)

    assert stacks(table) == held
    assert chips_moved([first]).get((first.pk, seat.stack_id), 0) == held[BRID] - 50
    with pytest.raises(PlayerGone, match="sits there again"):
        take_back(first, actor_id=actor, reason="Misdealt", at=later(23))
    assert run(table, 24) is not None


def test_where_people_come_and_go_nothing_is_undone() -> None:
    table = hall_table(20, 20, 20, policies=FREE_TABLE.policies, seats_limit=5)
    with pytest.raises(NotSeatedByHost):
        returns(table, 1, AINE)
    with pytest.raises(NotSeatedByHost):
        backs(table, 1, AINE)
    with pytest.raises(NotSeatedByHost):
        close_unplayed([table], at=later(1))
