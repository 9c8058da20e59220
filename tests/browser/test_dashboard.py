"""The admin's first page in a real browser: tonight's desk is one tap away."""

from datetime import timedelta

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


def test_the_desk_is_one_tap_away(visitor: MakesVisitor) -> None:
    hall = busy()
    somebody = visitor(hall.organiser)
    page = somebody.goes_to("/admin/")
    somebody.check("dashboard")

    somebody.tap(f".today-first[href='{hall.desk}']")
    page.locator("#numbers").wait_for()

    assert somebody.taps == 1
