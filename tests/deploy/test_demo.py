"""What the demo leaves behind: a night at whose desk a newcomer goes on."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from clubs.draws import seat_night
from clubs.models import Answer, NightStatus
from clubs.rounds import open_tables
from deploy.demo.club import open_demo_club
from deploy.demo.tonight import open_tonight, tonight
from ledger.audit import check_books

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 21, 15, 20, tzinfo=ZoneInfo("Europe/Dublin"))


def test_half_of_the_people_are_here_and_more_are_booked() -> None:
    demo = open_demo_club(at=AT)

    night = open_tonight(demo, at=AT)

    assert night.status == NightStatus.OPEN
    assert night.attendances.here().count() == 12
    assert night.attendances.filter(answer=Answer.GOING).count() == 18


def test_a_newcomer_can_seat_the_people_and_open_the_tables() -> None:
    """Also after the tournament, in which some lost what they had."""
    demo = open_demo_club(at=AT)
    night = open_tonight(demo, at=AT)

    night = open_tables(seat_night(night), at=AT)

    assert night.status == NightStatus.PLAYING
    assert check_books() == []


@pytest.mark.parametrize(
    ("now", "begins"),
    [("09:00", "20:00"), ("15:20", "20:00"), ("19:59", "20:00"), ("20:10", "21:00")],
)
def test_it_begins_this_evening(now: str, begins: str) -> None:
    hour, minute = map(int, now.split(":"))
    demo = open_demo_club(at=AT)

    start = tonight(demo, at=AT.replace(hour=hour, minute=minute))

    assert start.strftime("%H:%M") == begins
