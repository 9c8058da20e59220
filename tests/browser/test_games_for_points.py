"""Games for points at the desk, on paper and on the hall's screen; and what an ending asks."""

from clubs.draws import seat_night
from clubs.models import Night
from clubs.rounds import open_tables
from games.evening.result import Result
from games.models import Table
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.browser.conftest import MakesVisitor, viewport
from tests.browser.halls import Hall
from tests.browser.test_hall import OUTSIDE
from tests.browser.test_papers import printed
from tests.clubs.factories import with_options

FORTY_FIVE = {"target": 45, "sides": "pairs", "unclaimed_pool": "carry"}


def playing(tables: int) -> Hall:
    """A night of Forty-five; at table 1 a deal was entered."""
    people = 4 * tables
    hall = Hall(people, booked=0, here=people, table_size=4)
    hall.night = with_options(hall.night, **FORTY_FIVE)
    hall.night = open_tables(seat_night(hall.night), at=hall.at)
    scores = {SeatNumber(0): 15, SeatNumber(1): 10}
    first = table_of(hall.night)
    record_deal(first, Result(kind="scored", scores=scores), number=1, at=hall.at)
    return hall


def table_of(night: Night) -> Table:
    laid = night.rounds.tables().select_related("table").get(number=1)
    assert laid.table is not None
    return laid.table


def test_the_screen_of_the_hall_has_the_scores_of_twelve_tables(visitor: MakesVisitor) -> None:
    hall = playing(12)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"/hall/{hall.night.pk}/")
    page.set_viewport_size(viewport("screen"))

    first = page.locator(".table").first
    assert first.locator(".side b").all_inner_texts() == ["15", "10"]
    assert first.locator("li").count() == 4
    assert page.evaluate(OUTSIDE) == []


def test_scores_are_read_on_a_tablet_and_a_phone(visitor: MakesVisitor) -> None:
    hall = playing(3)
    somebody = visitor(hall.organiser)

    page = somebody.goes_to(f"/hall/{hall.night.pk}/")

    somebody.check("hall-points")

    assert page.locator(".side b").all_inner_texts() == ["15", "10", "0", "0", "0", "0"]


def test_a_score_sheet_takes_a_page(visitor: MakesVisitor) -> None:
    hall = playing(3)
    somebody = visitor(hall.organiser)
    somebody.goes_to(f"{hall.desk}papers/sheets/")

    somebody.check("paper-sheets-points")

    assert printed(somebody) == 3


def test_an_ending_asks_with_pools_and_tables_by_name(visitor: MakesVisitor) -> None:
    hall = playing(3)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}steps/close/")

    somebody.check("step-open-ends")

    said = page.locator(".told.warning").all_inner_texts()
    assert said[0].startswith("Pools that nobody won wait for the next night: table 1 (")
    assert said[1:] == [
        "Games are broken off: table 1 (15 : 10).",
        "No result was entered yet: table 2, table 3.",
    ]
    page.get_by_role("button", name="Close the night").click()
    page.wait_for_url(f"**{hall.desk}*/")
    somebody.goes_to(f"{hall.desk}money/home/")
    somebody.check("home-closed")
