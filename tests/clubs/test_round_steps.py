"""From round to round: tables close, people are seated anew, and nobody ends two rounds."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from clubs.attendance import check_in, check_out
from clubs.chips import exchange_chips
from clubs.draws import repair_rounds, seat_night
from clubs.errors import ClubsError, NoChips, WrongMoment, WrongRound
from clubs.free_tables import take_seat
from clubs.members import walk_in
from clubs.models import Club, Member, Night, NightPlace, NightStatus
from clubs.nights import close_night
from clubs.places import leave_table
from clubs.rounds import end_round, next_round, open_tables
from clubs.tasks import sweep_nights
from deploy.rest.clock import database_now
from games.errors import DealInPlay
from games.evening.result import Result
from games.models import Mode, Table
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from ledger.by_hand import Direction
from ledger.models import Account
from tests.clubs.factories import (
    AT,
    ClubFactory,
    companies_of,
    guests,
    open_night_with,
    owner_of,
)
from tests.clubs.houses import table_of
from tests.games.crowds import in_a_thread


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


def playing(club: Club, members: list[Member], **plan: Any) -> Night:
    """The first round of a night is played."""
    return open_tables(seat_night(open_night_with(club, members, **plan)), at=AT)


def tables_of(night: Night, number: int) -> list[Table]:
    """The tables of a round, in the order of their numbers."""
    laid = night.rounds.filter(number=number).tables().order_by("number").select_related("table")
    return [one.table for one in laid if one.table]


def in_purses(club: Club) -> int:
    return sum(member.purse.balance for member in club.members.select_related("purse"))


def in_all(club: Club) -> int:
    """Every chip of members, at tables and in pools."""
    held = Account.objects.filter(book=club.book_id, kind__in=("purse", "stack", "pool"))
    balances = held.exclude(pk=club.house_purse_id).values_list("balance", flat=True)
    return sum(balances)


def test_the_next_round_is_one_deed(club: Club) -> None:
    night = playing(club, guests(club, 8), table_size=4, buy_in_chips=5)
    before = [set(company) for company in companies_of(night)]
    night = next_round(night, number=1, at=AT)

    assert night.status == NightStatus.PLAYING
    assert [one.status for one in night.rounds.order_by("number")] == ["finished", "playing"]
    assert all(table.closed_at is not None for table in tables_of(night, 1))
    assert sum(len(table.seats.taken()) for table in tables_of(night, 2)) == 8
    assert in_purses(club) == 9 * 20 - 8 * 5
    assert night.attendances.here().count() == 8
    assert [set(company) for company in companies_of(night, 2)] != before


def test_each_brings_their_whole_purse_where_that_is_planned(club: Club) -> None:
    night = playing(club, guests(club, 5))
    [table] = tables_of(night, 1)
    record_deal(table, Result(kind="won", winner=table.seats.all()[0].number), number=1, at=AT)
    night = next_round(night, number=1, at=AT)

    stacks = sorted(one.stack.balance for one in tables_of(night, 2)[0].seats.all())
    assert stacks[-1] > 20 > stacks[0]
    assert sum(stacks) == 100


def test_what_somebody_won_stands_by_their_place(club: Club) -> None:
    night = playing(club, guests(club, 5))
    [table] = tables_of(night, 1)
    winner = table.seats.get(number=2)
    record_deal(table, Result(kind="won", winner=winner.number), number=1, at=AT)
    next_round(night, number=1, at=AT)

    places = NightPlace.objects.told().filter(round__number=1)
    results = {one.attendance.member.player_id: one.result for one in places}
    assert sum(result or 0 for result in results.values()) == 0
    assert max(results, key=lambda player: results[player] or 0) == winner.player_id


def test_people_come_and_go_between_two_rounds(club: Club) -> None:
    first, *others = guests(club, 5)
    night = playing(club, [first, *others])
    night = end_round(night, number=1, at=AT)
    was_open = night.status == NightStatus.OPEN
    check_out(night, first)
    late = walk_in(club, name="Late Larry", at=AT)
    check_in(night, [late], at=AT)
    night = open_tables(seat_night(night), at=AT)

    assert was_open
    assert companies_of(night, 2) == [frozenset(one.pk for one in (*others, late))]


def test_rounds_that_were_planned_are_played_as_they_are(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 8), table_size=4), rounds=3)
    planned = [companies_of(night, number) for number in (1, 2, 3)]
    night = open_tables(night, at=AT)
    for number in (1, 2):
        night = next_round(night, number=number, at=AT)

    assert [companies_of(night, number) for number in (1, 2, 3)] == planned


def test_a_planned_round_waits_seated_when_the_one_before_ends(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 4), table_size=4), rounds=2)
    night = end_round(open_tables(night, at=AT), number=1, at=AT)

    assert night.status == NightStatus.SEATED


def test_somebody_who_waited_sits_in_the_next_round(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 4), table_size=4), rounds=2)
    night = open_tables(night, at=AT)
    late = walk_in(club, name="Late Larry", at=AT)
    check_in(night, [late], at=AT)
    night = next_round(night, number=1, at=AT)

    assert late.pk in companies_of(night, 2)[0]
    assert night.rounds.get(number=2).status == "playing"


def test_a_planned_round_is_repaired_as_it_begins(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 12), table_size=4), rounds=2)
    planned = companies_of(night, 2)
    night = open_tables(night, at=AT)
    check_in(night, [walk_in(club, name="Late Larry", at=AT)], at=AT)
    night = next_round(night, number=1, at=AT)

    kept = [len(one & other) for one, other in zip(planned, companies_of(night, 2), strict=True)]
    assert sum(kept) >= 10


def test_a_planned_round_that_lost_people_is_not_opened_as_it_is(club: Club) -> None:
    """Of the eight who were to sit at two tables three have gone home: five sit at one."""
    members = guests(club, 8)
    night = seat_night(open_night_with(club, members, table_size=5), rounds=2)
    night = open_tables(night, at=AT)
    leave_table(night, members[:3], goes_home=True, may_wait=True, at=AT)
    ended = end_round(night, number=1, at=AT)

    assert ended.status == NightStatus.OPEN
    assert companies_of(repair_rounds(ended), 2) == [frozenset(one.pk for one in members[3:])]


def test_an_order_for_a_round_that_is_over_does_nothing(club: Club) -> None:
    night = next_round(playing(club, guests(club, 4)), number=1, at=AT)

    for step in (next_round, end_round):
        with pytest.raises(WrongRound, match=r"Round 2 of .* is playing, not round 1"):
            step(night, number=1, at=AT)
    assert night.rounds.playing().get().number == 2


def test_before_tables_are_open_no_round_ends(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 4)))

    with pytest.raises(WrongMoment):
        next_round(night, number=1, at=AT)


def test_a_deal_in_play_keeps_the_round(club: Club) -> None:
    night = playing(club, guests(club, 8), mode=Mode.ONLINE, table_size=4)
    advance_table(tables_of(night, 1)[1].pk, at=AT)

    with pytest.raises(DealInPlay):
        next_round(night, number=1, at=AT)
    assert all(table.closed_at is None for table in tables_of(night, 1))
    assert night.rounds.count() == 1


def test_somebody_without_chips_keeps_the_round(club: Club) -> None:
    """And nothing is lost: the tables of the round are still open."""
    rich = guests(club, 4)
    night = playing(club, rich)
    poor = walk_in(club, name="Poor Peg", at=AT)
    exchange_chips(poor, Direction.REDEEM, chips=20, key="form:1", actor=owner_of(club), at=AT)
    check_in(night, [poor], at=AT)

    with pytest.raises(NoChips, match="Poor Peg: no chips to play with"):
        next_round(night, number=1, at=AT)
    assert all(table.closed_at is None for table in tables_of(night, 1))
    check_out(night, poor)
    assert next_round(night, number=1, at=AT).rounds.count() == 2


def test_somebody_who_plays_elsewhere_is_told_so(club: Club) -> None:
    free = table_of(club, owner_of(club))
    take_seat(free, player=owner_of(club), chips=20, at=AT)
    host = club.members.get(player=owner_of(club))
    night = seat_night(open_night_with(club, [host, *guests(club, 3)]))

    with pytest.raises(NoChips, match=f"{host} already plays at {free.table}: let them get up"):
        open_tables(night, at=AT)


def test_the_sweep_leaves_a_night_with_another_round(club: Club) -> None:
    night = seat_night(
        open_night_with(club, guests(club, 4), mode=Mode.ONLINE, deals_limit=1), rounds=2
    )
    night.attendances.update(bot_level="thumb")
    night = open_tables(night, at=AT)
    Night.objects.filter(pk=night.pk).update(starts_at=database_now())
    while advance_table(tables_of(night, 1)[0].pk, at=AT):
        pass
    sweep_nights()
    night.refresh_from_db()
    stayed = night.status
    night = next_round(night, number=1, at=AT)
    while advance_table(tables_of(night, 2)[0].pk, at=AT + timedelta(minutes=1)):
        pass
    sweep_nights()
    night.refresh_from_db()

    assert (stayed, night.status) == (NightStatus.PLAYING, NightStatus.CLOSED)
    assert in_purses(club) == 5 * 20


def test_a_night_that_is_closed_forgets_what_was_not_played(club: Club) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 4)), rounds=3), at=AT)
    night = close_night(night, at=AT)

    assert [(one.number, one.status) for one in night.rounds.all()] == [(1, "finished")]


def test_of_two_organisers_one_begins_the_next_round(own_database: str) -> None:
    """Both press the button of round 1 at the same moment."""
    club = ClubFactory.create()
    night = playing(club, guests(club, 8), table_size=4)

    def step(_: int) -> str:
        try:
            next_round(night, number=1, at=AT)
        except ClubsError as refusal:
            return refusal.code
        return "done"

    answers = both(partial(step, 1), partial(step, 2))

    assert sorted(answers) == ["done", "wrong_round"]
    assert night.rounds.playing().get().number == 2
    assert in_all(club) == 9 * 20


def both(*calls: Callable[[], str]) -> list[str]:
    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(in_a_thread, calls))
