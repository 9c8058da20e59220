"""The numbers of a night, and everybody at its door: right, and by a constant number of queries."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.arrivals import Door, door_of
from clubs.attendance import answer_night, check_out, welcome
from clubs.chips import exchange_chips
from clubs.desk import Desk, desk_of
from clubs.models import Answer, Club, Night
from clubs.nights import close_night
from clubs.places import leave_table
from ledger.by_hand import Direction
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db


def desk(night: Night) -> Desk:
    night.refresh_from_db()
    return desk_of(night, at=AT)


def names(door: Door) -> dict[str, list[str]]:
    return {
        part: [one.name for one in getattr(door, part)]
        for part in ("missing", "waiting", "others", "here")
    }


def test_people_are_counted_by_what_they_said_and_where_they_are() -> None:
    club: Club = ClubFactory.create()
    people = guests(club, 6)
    night = open_night_with(club, people[:2], capacity=4)
    for member in people[1:5]:
        answer_night(night, member, Answer.GOING, at=AT)

    told = desk(night)

    assert (told.booked, told.here, told.missing, told.waiting) == (4, 2, 2, 1)


def test_chips_on_tables_are_out_until_the_night_closes() -> None:
    hall = Hall(5, chips=20)
    out = desk(hall.night)
    close_night(hall.night, at=AT)
    home = desk(hall.night)

    assert (out.chips_out, out.tables, out.is_balanced) == (100, 1, True)
    assert (home.chips_out, home.tables, home.is_balanced) == (0, 0, True)


def test_everybody_stands_in_one_list_of_the_door() -> None:
    club: Club = ClubFactory.create()
    first, second, third, _ = guests(club, 4)
    night = open_night_with(club, [first], capacity=2)
    answer_night(night, second, Answer.GOING, at=AT)
    answer_night(night, third, Answer.GOING, at=AT)

    told = names(door_of(night))

    assert (told["here"], told["missing"], told["waiting"]) == (
        ["Guest 0"],
        ["Guest 1"],
        ["Guest 2"],
    )
    assert set(told["others"]) == {"Guest 3", owner_of(club).name}


def test_somebody_who_never_said_that_they_come_is_not_missing_after_a_tap_by_mistake() -> None:
    club: Club = ClubFactory.create()
    [guest] = guests(club, 1)
    night = open_night_with(club, [guest])

    check_out(night, guest, at=AT)

    assert names(door_of(night))["missing"] == []
    assert desk(night).booked == 0


def test_who_played_and_went_home_is_not_missing() -> None:
    hall = Hall(6, chips=20)
    gone, other = hall.members[:2]
    hall.night.attendances.filter(member__in=[gone, other]).update(answered_at=AT)
    leave_table(hall.night, [gone], goes_home=True, at=AT)

    door = door_of(hall.night)

    assert (desk(hall.night).missing, names(door)["missing"]) == (0, [])
    assert [one.name for one in door.others if one.has_played] == [str(gone)]
    assert str(other) in names(door)["here"]


def test_names_are_sorted_as_people_sort_them() -> None:
    club: Club = ClubFactory.create()
    night = open_night_with(club, [])
    for name in ("Zoe", "Áine", "Brid", "éamon"):
        check_out(night, welcome(night, name, at=AT).member, at=AT)

    sorted_names = [one for one in names(door_of(night))["others"] if not one.startswith("Player")]
    assert sorted_names == ["Áine", "Brid", "éamon", "Zoe"]


def test_a_purse_that_is_short_says_by_how_much_until_they_play() -> None:
    club: Club = ClubFactory.create()
    [poor] = guests(club, 1)
    poor.purse.refresh_from_db()
    chips = poor.purse.balance
    night = open_night_with(club, [poor], buy_in_chips=chips)
    actor = owner_of(club)
    exchange_chips(poor, Direction.REDEEM, chips=3, key="x", actor=actor, at=AT)

    assert [one.lacks for one in door_of(night).here] == [3]
    assert [one.lacks for one in door_of(Hall(5).night).here] == [0] * 5


@pytest.mark.parametrize("read", [desk, door_of])
def test_more_people_and_tables_cost_no_more_queries(read: Callable[[Night], object]) -> None:
    counts = []
    for people in (4, 40):
        club: Club = ClubFactory.create()
        members = guests(club, people)
        night = open_night_with(club, members[: people // 2])
        for member in members:
            answer_night(night, member, Answer.GOING, at=AT)
        with CaptureQueriesContext(connection) as queries:
            read(night)
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 10
