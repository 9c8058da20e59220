"""The floor of a night: who sits where, who waits, and what a change would do."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.attendance import check_in, check_out
from clubs.draws import seat_night, tables_of
from clubs.floor import FloorRound, floor_of
from clubs.models import Club, Member, Night
from clubs.places import leave_table
from clubs.previews import broken_up, repeats_of
from clubs.reseating import place_person
from clubs.rounds import end_round, open_tables
from clubs.swaps import swap_people
from games.evening.result import Result
from games.play.by_hand import record_deal
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


def seated(club: Club, people: int, *, rounds: int = 1) -> tuple[Night, list[Member]]:
    members = guests(club, people)
    night = open_night_with(club, members, buy_in_chips=5)
    return seat_night(night, rounds=rounds, seed=1), members


def floor(night: Night) -> tuple[FloorRound, ...]:
    night.refresh_from_db()
    return floor_of(night)


def test_people_sit_clockwise_and_shorter_tables_are_marked(club: Club) -> None:
    night, _ = seated(club, 13)

    [drawn] = floor(night)

    found = [[one.member_id for one in table.people] for table in drawn.tables]
    assert found == tables_of(night.rounds.get())
    assert [table.short for table in drawn.tables] == [0, 1, 1]
    assert (drawn.waiting, drawn.needs_repair) == ((), False)


def test_a_table_that_cannot_play_is_marked(club: Club) -> None:
    night, members = seated(club, 2)
    night = open_tables(night, at=AT)
    leave_table(night, members[:1], may_wait=True, at=AT)

    [playing] = floor(night)

    assert [(len(one.people), one.can_play) for one in playing.tables] == [(1, False)]


def test_a_table_tells_how_many_deals_it_has_had(club: Club) -> None:
    night, _ = seated(club, 10)
    night = open_tables(night, at=AT)
    laid, owner = night.rounds.tables().get(number=2), owner_of(club)
    assert laid.table is not None
    for number in (1, 2):
        record_deal(laid.table, Result(kind="spoilt"), number=number, actor_id=owner.pk, at=AT)

    [playing] = floor(night)

    assert [table.deals for table in playing.tables] == [0, 2]


def test_who_came_late_waits_and_a_round_is_to_be_repaired(club: Club) -> None:
    night, members = seated(club, 8)
    late = guests(club, 1)
    check_in(night, late, at=AT)
    check_out(night, members[0], at=AT)

    [drawn] = floor(night)

    assert [one.member_id for one in drawn.waiting] == [late[0].pk]
    assert sum(len(table.people) for table in drawn.tables) == 7
    assert drawn.needs_repair


def test_who_left_an_open_table_waits_with_what_their_purse_lacks(club: Club) -> None:
    night, members = seated(club, 5)
    night = open_tables(night, at=AT)
    leave_table(night, members[:1], at=AT)

    [playing] = floor(night)

    assert playing.is_playing
    assert [one.member_id for one in playing.waiting] == [members[0].pk]
    assert sum(len(table.people) for table in playing.tables) == 4
    assert all(one.chips == 5 for table in playing.tables for one in table.people)


def test_the_floor_takes_as_many_queries_for_a_hall_as_for_a_table() -> None:
    counts = []
    for people in (5, 23):
        night, _ = seated(ClubFactory.create(), people, rounds=3)
        night = open_tables(night, at=AT)
        night = Night.objects.get(pk=night.pk)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            floor_of(night)
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert counts[0] < 12


def test_repeats_are_told_as_they_come_out(club: Club) -> None:
    night, _ = seated(club, 13, rounds=3)
    night = end_round(open_tables(night, at=AT), number=1, at=AT)
    tables = tables_of(night.rounds.get(number=3))
    one, other = (Member.objects.get(pk=tables[table][0]) for table in (0, 1))
    told = repeats_of(night, one.pk, number=3)

    moved = place_person(night, one, number=3, table=3, at=AT)
    place_person(night, one, number=3, table=1, at=AT)
    traded = swap_people(night, one, other, number=3, at=AT)

    assert (moved.before, moved.after) == (told.now, told.by_table[3])
    assert traded.after == told.by_member[other.pk]


def test_a_broken_table_tells_where_its_people_go_and_does_nothing(club: Club) -> None:
    night, _ = seated(club, 13)
    night = open_tables(night, at=AT)
    sitting = {one.name for one in floor(night)[0].tables[2].people}

    told = broken_up(night, number=3, at=AT)

    assert {one.name for one in told.people} == sitting
    assert {one.number for one in told.people} <= {1, 2}
    assert {one.chips for one in told.people} == {5}
    assert len(floor(night)[0].tables) == 3


def test_the_last_table_cannot_break_up(club: Club) -> None:
    night, _ = seated(club, 5)
    night = open_tables(night, at=AT)

    told = broken_up(night, number=1, at=AT)

    assert "No other table" in told.refusal
    assert told.people == ()
