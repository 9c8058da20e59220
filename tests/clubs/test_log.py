"""The log of an evening: who did what, and what changed nothing is not in it."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.attendance import check_in, check_out, welcome
from clubs.draws import seat_night
from clubs.errors import NotMember
from clubs.log import noted
from clubs.models import Club, DeedKind, Night, NightDeed
from deploy.rights import PROGRAM, Doer
from games.evening.result import Result
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db


def a_night() -> tuple[Night, Doer]:
    night = open_night_with(ClubFactory.create(), [])
    return night, Doer(owner_of(night.club).pk)


def deeds_of(night: Night) -> list[tuple[int, str]]:
    return list(night.deeds.order_by("number").values_list("number", "kind"))


def test_each_deed_is_noted_with_its_doer_and_its_time() -> None:
    night, by = a_night()

    attendance = welcome(night, "Nora", by=by, at=AT)

    deed = night.deeds.get()
    assert (deed.number, deed.kind, deed.by_id, deed.at) == (1, "welcome", by.player_id, AT)
    assert deed.told == {"people": [attendance.member_id]}
    assert deed.keys == [f"attendance:{attendance.pk}"]


def test_a_second_tap_changes_nothing_and_is_not_noted() -> None:
    night, by = a_night()
    [member] = guests(night.club, 1)

    for _ in range(2):
        check_in(night, [member], by=by, at=AT)

    assert deeds_of(night) == [(1, DeedKind.CHECK_IN)]


def test_a_refused_deed_is_not_noted() -> None:
    night, by = a_night()

    with pytest.raises(NotMember):
        check_in(night, guests(ClubFactory.create(), 1), by=by, at=AT)

    assert deeds_of(night) == []


def test_a_deed_keeps_what_it_changed_and_nothing_else() -> None:
    night, by = a_night()
    members = guests(night.club, 4)
    arrived = check_in(night, members, by=by, at=AT)
    seat_night(night, by=by, at=AT)

    check_out(night, members[0], by=by, at=AT)

    deed = night.deeds.get(kind=DeedKind.CHECK_OUT)
    gone = str(arrived[0].pk)
    assert deed.before["paper"]["attendances"] == {gone: {"checked_in_at": AT.isoformat()}}
    [table] = deed.before["paper"]["drafts"]["1"]["tables"].values()
    assert sorted(one for one, _ in table) == sorted(one.pk for one in arrived)
    assert deed.keys == [f"attendance:{gone}", "drafts"]


def test_what_the_program_does_has_no_name_beside_it() -> None:
    night, _ = a_night()

    check_in(night, guests(night.club, 1), by=PROGRAM, at=AT)

    assert night.deeds.get().by is None


def test_an_undo_says_what_it_undoes() -> None:
    night, by = a_night()

    with pytest.raises(IntegrityError, match="clubs_deed_undo"), transaction.atomic():
        NightDeed.objects.create(
            night=night, number=1, kind=DeedKind.UNDO, by_id=by.player_id, at=AT
        )


def test_a_result_is_noted_with_who_entered_it() -> None:
    hall = Hall()

    con = hall.members[2]
    result = Result(kind="won", winner=SeatNumber(2), dealer=SeatNumber(0))
    record_deal(hall.table, result, number=1, actor_id=hall.scorer.pk, at=AT)

    deed = hall.night.deeds.get(kind=DeedKind.RESULT)
    assert deed.by_id == hall.scorer.pk
    assert deed.told == {
        "round": 1,
        "table": 1,
        "deals": [1],
        "ended": "won",
        "winners": [con.pk],
    }


def test_the_two_pictures_of_a_deed_cost_no_more_queries_where_more_people_are() -> None:
    counts = []
    for people in (5, 40):
        club: Club = ClubFactory.create()
        night = open_night_with(club, guests(club, people))
        seat_night(night, rounds=2, seed=1)
        night.rounds.drafted().tables().update(is_locked=True)
        by = Doer(owner_of(club).pk)
        with (
            CaptureQueriesContext(connection) as queries,
            noted(night, DeedKind.CHECK_IN, by=by, at=AT),
        ):
            pass  # The pictures are the same: nothing is noted.
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 10
    assert not NightDeed.objects.exists()
