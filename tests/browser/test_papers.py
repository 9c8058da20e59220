"""Papers of a night as Chromium prints them: the right number of pages, each readable."""

import re

import pytest

from clubs.draws import seat_night
from tests.browser.conftest import MakesVisitor, Visitor
from tests.browser.halls import Hall

A_PAGE = re.compile(rb"/Type\s*/Page\b")
PAPERS = ("seating", "cards", "sheets", "rounds", "sign-in")


def printed(visitor: Visitor) -> int:
    """How many pages the page takes, by its own style."""
    return len(A_PAGE.findall(visitor.page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize(
    ("paper", "pages"),
    [
        ("seating", 1),  # Twelve tables on one A4.
        ("cards", 6),  # Two on an A4.
        ("sheets", 12),
        ("rounds", 2 + 3),  # Everybody's tables, then the rounds.
        ("sign-in", 3),
    ],
)
def test_twelve_tables_take_so_many_pages(visitor: MakesVisitor, paper: str, pages: int) -> None:
    hall = Hall(60, booked=0, here=60)
    seat_night(hall.night, rounds=3)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}papers/{paper}/")

    somebody.check(f"paper-{paper}")

    assert printed(somebody) == pages
    page.emulate_media(media="print")
    assert page.locator("header.top").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_twelve_full_tables_are_on_one_page(visitor: MakesVisitor) -> None:
    hall = Hall(96, booked=0, here=96, table_size=8)
    seat_night(hall.night)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}papers/seating/")

    assert page.locator(".laid > li").count() == 12
    assert printed(somebody) == 1


def test_papers_are_black_on_white_in_the_dark(visitor: MakesVisitor) -> None:
    hall = Hall(10, booked=0, here=10)
    seat_night(hall.night)
    somebody = visitor(hall.organiser, is_dark=True)
    somebody.goes_to(f"{hall.desk}papers/sheets/")

    somebody.check("paper-dark")

    colours = "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    sheet = somebody.page.locator(".sheet").first
    assert sheet.evaluate(colours) == ["rgb(17, 17, 17)", "rgb(255, 255, 255)"]


def test_a_link_for_the_screen_takes_two_taps(visitor: MakesVisitor) -> None:
    hall = Hall(10)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")

    somebody.tap(".tabs a:has-text('Tools')")
    somebody.tap("button[value=hall]")
    address = page.input_value("#link-address")
    somebody.check("tools")
    somebody.page.goto(address)
    page.wait_for_url(f"**/hall/{hall.night.pk}/")

    assert somebody.taps == 2
    assert page.locator("#screen").is_visible()
