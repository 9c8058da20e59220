"""Rounds of a night: what the database keeps of them."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.draws import seat_night
from clubs.models import Club, Night, NightPlace, NightRound, NightTable, RoundStatus
from clubs.nights import close_night
from clubs.rounds import open_tables
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def night(club: Club) -> Night:
    """Four people at two tables of two, not opened yet."""
    return seat_night(open_night_with(club, guests(club, 4), table_size=2))


def test_a_round_is_drawn_played_and_finished(night: Night) -> None:
    statuses = [night.rounds.get().status]
    open_tables(night, at=AT)
    statuses.append(night.rounds.get().status)
    close_night(night, at=AT)
    last = night.rounds.get()

    assert [*statuses, last.status] == ["drafted", "playing", "finished"]
    assert last.finished_at == AT


def test_a_place_becomes_a_seat_and_knows_what_it_won(night: Night) -> None:
    drawn = {one.attendance_id: one.number for one in NightPlace.objects.all()}
    open_tables(night, at=AT)
    seated = list(NightPlace.objects.told())
    before = [one.result for one in seated]
    close_night(night, at=AT)

    assert {one.attendance_id: one.number for one in seated} == drawn
    for one in seated:
        assert one.seat is not None
        assert one.seat.player_id == one.attendance.member.player_id
    assert before == [None] * 4
    assert [one.result for one in NightPlace.objects.told()] == [0] * 4


def test_nobody_is_at_two_tables_of_a_round(night: Night) -> None:
    first, second = night.rounds.tables().order_by("number")
    place = first.places.earliest("place")

    with pytest.raises(IntegrityError, match="one_table_a_round"), transaction.atomic():
        NightPlace.objects.create(
            round=night.rounds.get(), table=second, attendance=place.attendance, place=5
        )


def test_a_place_is_of_the_round_of_its_table(night: Night) -> None:
    other = NightRound.objects.create(night=night, number=2)

    with pytest.raises(IntegrityError, match="clubs_place_of_round"):
        count_places_to(other)


@transaction.atomic
def count_places_to(other: NightRound) -> None:
    NightPlace.objects.filter(place=0).update(round=other)
    connection.check_constraints()


@pytest.mark.parametrize(
    "nonsense",
    [
        {"number": 0},
        {"status": "over"},
        {"status": RoundStatus.FINISHED},  # And nobody knows since when.
        {"finished_at": AT},  # And yet it is not played.
    ],
)
def test_the_database_refuses_nonsense_of_a_round(night: Night, nonsense: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        night.rounds.update(**nonsense)


@pytest.mark.parametrize("nonsense", [{"place": None}, {"left_at": AT}])
def test_the_database_refuses_nonsense_of_a_place(night: Night, nonsense: dict[str, Any]) -> None:
    """Nobody sits nowhere, and nobody has left a table that was not opened."""
    with pytest.raises(IntegrityError), transaction.atomic():
        NightPlace.objects.filter(place=1).update(**nonsense)


def test_one_round_is_played_at_a_time(night: Night) -> None:
    open_tables(night, at=AT)

    with pytest.raises(IntegrityError, match="clubs_round_one_playing"), transaction.atomic():
        NightRound.objects.create(night=night, number=2, status=RoundStatus.PLAYING)


def test_two_tables_of_a_round_have_two_numbers(night: Night) -> None:
    with pytest.raises(IntegrityError, match="clubs_night_table_number"), transaction.atomic():
        NightTable.objects.create(round=night.rounds.get(), number=1)
