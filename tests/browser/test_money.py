"""Chips and the log of a night in a browser: what a tap does, and what stays as others act."""

import pytest

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.handing_out import take_back_chips
from clubs.models import Member
from clubs.rounds import open_tables
from deploy.rights import Doer
from tests.browser.conftest import MakesVisitor
from tests.browser.halls import BUY_IN, Hall


def purse(member: Member) -> int:
    member.purse.refresh_from_db()
    return member.purse.balance


@pytest.fixture
def hall(address: str) -> Hall:
    """Three of those who are here are short."""
    made = Hall(14, booked=10, here=9)
    by = Doer(made.organiser.pk)
    for number, member in enumerate(made.members[:3], start=1):
        take_back_chips(made.night, [member], chips=5 * number, key="short", by=by, at=made.at)
    return made


def test_chips_in_one_tap_for_all_who_are_short_and_in_two_for_somebody(
    visitor: MakesVisitor, hall: Hall
) -> None:
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}money/")
    somebody.check("money-short")
    somebody.tap("button[value=all]")
    page.get_by_text("30 chips that were lacking were handed out").wait_for()
    assert [purse(one) for one in hall.members[:3]] == [BUY_IN] * 3
    assert somebody.taps == 1

    somebody.tap(f"label[for=who-{hall.members[4].pk}]")
    somebody.check("money-picked")
    somebody.tap(f"button[name=give][value='{BUY_IN}']")
    page.get_by_text(f"{BUY_IN} chips were handed out to {hall.members[4]}").wait_for()
    assert purse(hall.members[4]) == 2 * BUY_IN
    assert somebody.taps == 3

    somebody.reads_again()
    somebody.tap("button[name=undo]")
    page.get_by_text("Undone: 20 chips were handed out").wait_for()
    assert purse(hall.members[4]) == BUY_IN


def test_who_is_picked_stays_picked_when_somebody_else_acts(
    visitor: MakesVisitor, hall: Hall
) -> None:
    somebody = visitor(hall.organiser, "tablet")
    page = somebody.goes_to(f"{hall.desk}money/")
    somebody.tap(f"label[for=who-{hall.members[5].pk}]")
    page.locator("#chips").fill("7")
    check_in(hall.night, hall.members[9:10], by=Doer(hall.organiser.pk), at=hall.at)

    page.evaluate("htmx.trigger(document.body, 'changed')")
    page.locator(f"#who-{hall.members[9].pk}").wait_for()

    assert page.locator(f"#who-{hall.members[5].pk}").is_checked()
    assert page.locator("#chips").input_value() == "7"
    assert page.locator("#picked").text_content() == "1"
    assert "csrf" not in page.url
    page.locator("button[name=take]").tap()
    page.get_by_text(f"7 chips were taken back from {hall.members[5]}").wait_for()


def test_a_refusal_stands_at_the_taps_and_loses_nothing(visitor: MakesVisitor, hall: Hall) -> None:
    somebody = visitor(hall.organiser, "phone")
    page = somebody.goes_to(f"{hall.desk}money/")
    somebody.tap(f"label[for=who-{hall.members[5].pk}]")
    page.locator("#chips").fill("99")
    somebody.tap("button[name=take]")
    page.get_by_text("so 99 cannot be taken back").wait_for()
    somebody.check("money-refused-phone")

    assert page.locator(f"#who-{hall.members[5].pk}").is_checked()
    assert page.locator("#chips").input_value() == "99"


def test_a_statement_is_one_tap(visitor: MakesVisitor, hall: Hall) -> None:
    somebody = visitor(hall.organiser, "phone")
    page = somebody.goes_to(f"{hall.desk}money/")
    with page.expect_download() as download:
        somebody.tap(f"a[href$='statements/{hall.members[0].pk}.pdf']")

    assert download.value.suggested_filename.endswith(".pdf")
    assert somebody.taps == 1


def test_the_log_finds_what_was_done_to_somebody_and_undoes_it(
    visitor: MakesVisitor, hall: Hall
) -> None:
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}log/")
    page.locator("#person").select_option(str(hall.members[1].pk))
    page.locator("#deed-3").wait_for(state="detached")
    somebody.check("log-of-somebody")
    somebody.tap("#deed-2 button")
    page.locator("#deed-2 .struck").wait_for()

    assert "person=" in page.url
    assert purse(hall.members[1]) == BUY_IN


def test_what_everybody_takes_home_is_read_without_broken_words(visitor: MakesVisitor) -> None:
    hall = Hall(8, booked=8, here=8)
    open_tables(seat_night(hall.night), at=hall.at)
    somebody = visitor(hall.organiser)

    page = somebody.goes_to(f"{hall.desk}money/home/")

    assert page.locator(".sums tbody tr").count() == 8
    somebody.check("money-home")
