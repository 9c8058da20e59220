"""A table that waits for a partner, in a real browser: who is missing, and one tap that helps."""

from clubs.draws import seat_night
from clubs.house_rules import change_night_rules
from clubs.partnerships import cut_partners
from clubs.places import leave_table
from clubs.rounds import open_tables
from tests.browser.conftest import MakesVisitor
from tests.browser.halls import Hall


class Partners(Hall):
    """Six who have cut for partners, at one table that one of them has left."""

    def __init__(self) -> None:
        super().__init__(6, booked=6, here=6, table_size=6)
        options = {"sides": "pairs", "partners_by": "cut"}
        change_night_rules(self.night, by=self.organiser, at=self.at, options=options)
        self.night.refresh_from_db()
        cut_partners(self.night, at=self.at)
        self.night = open_tables(seat_night(self.night), at=self.at)
        leave_table(self.night, [self.members[1]], may_wait=True, at=self.at)

    @property
    def page(self) -> str:
        return f"{self.desk}results/1/1/"


def test_the_side_sits_out_by_one_tap_and_the_next_deal_can_be_entered(
    visitor: MakesVisitor,
) -> None:
    hall = Partners()
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(hall.page)
    page.locator("#held-up", has_text=f"No deal without {hall.members[1]}").wait_for()
    somebody.check("held-up")

    somebody.goes_to(hall.page)
    somebody.taps = 0
    with page.expect_navigation():
        somebody.tap("#held-up button[name=side_out]")
    somebody.goes_to(hall.page)

    page.locator(".lead", has_text="Deal 1").wait_for()
    assert somebody.taps == 1
    assert page.locator("#held-up").count() == 0


def test_a_scorer_is_told_whom_to_ask(visitor: MakesVisitor) -> None:
    hall = Partners()
    somebody = visitor(hall.scorer, "phone")
    page = somebody.goes_to(hall.page)

    page.locator("#held-up", has_text="Tell an organiser").wait_for()
    somebody.check("held-up-scorer")
