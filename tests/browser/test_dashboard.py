"""The admin's first page in a real browser: tonight's desk is one tap away."""

from datetime import timedelta

import pytest

from clubs.nights import plan_night
from tests.browser.conftest import MakesVisitor
from tests.browser.halls import Hall
from tests.tournaments.cups import announce
from tournaments.entries import enter


def busy() -> Hall:
    hall = Hall(8, booked=6, here=2)
    for weeks in (1, 2):
        plan_night(hall.club, at=hall.at, starts_at=hall.at + timedelta(weeks=weeks), venue="Pub")
    plan_night(hall.club, at=hall.at, starts_at=hall.at - timedelta(hours=1))
    cup = announce(hall.club)
    for member in hall.members[4:7]:
        enter(cup, member=member, at=hall.at)
    return hall


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_the_desk_is_one_tap_away(visitor: MakesVisitor, size: str, is_dark: bool) -> None:
    hall = busy()
    somebody = visitor(hall.organiser, size, is_dark=is_dark)
    page = somebody.goes_to("/admin/")
    somebody.check(f"dashboard-{size}-{'dark' if is_dark else 'light'}")

    somebody.tap(f".today-first[href='{hall.desk}']")
    page.locator("#numbers").wait_for()

    assert somebody.taps == 1
