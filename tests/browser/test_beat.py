"""What one tablet does, another shows: soon, also where something happens all the time."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, Request, Route

from clubs.models import Player
from tests.browser.conftest import BREACHES, SIZES, MakesVisitor, Visitor, sign_in
from tests.browser.halls import Hall, Tables
from tests.deploy.streams import Hall as Service

BUSY = """class EventSource extends EventTarget {
  constructor() { super(); setInterval(() => this.tell(), 100); }
  tell() { this.dispatchEvent(new MessageEvent("deed", { data: '{"number": 1000}' })); }
  close() {}
}
window.EventSource = EventSource;"""

Tablet = Callable[[Player], Visitor]


@pytest.fixture
def tablet(browser: Browser, service: Service) -> Iterator[Tablet]:
    """Of somebody who signed in to the service with its streams."""
    address = f"http://127.0.0.1:{service.port}"
    with ExitStack() as stack:
        made: list[Visitor] = []

        def make(player: Player) -> Visitor:
            width, height = SIZES["tablet"]
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=True, locale="en-IE"
            )
            stack.callback(context.close)
            context.set_default_timeout(20_000)
            context.add_init_script(BREACHES)
            sign_in(context, address, player)
            made.append(Visitor(context.new_page(), address))
            return made[-1]

        yield make
        assert [complaint for one in made for complaint in one.complaints] == []


def is_live(page: Page) -> None:
    page.locator("body[data-live=on]").wait_for()


def test_another_tablet_shows_a_result_by_itself(tablet: Tablet) -> None:
    hall = Tables()
    scorer, organiser = tablet(hall.scorer), tablet(hall.organiser)
    for one in (scorer, organiser):
        is_live(one.goes_to(f"{hall.desk}results/"))

    scorer.tap("#table-1")
    scorer.tap("label:has([name=dealer][value='0'])")
    scorer.tap("[value='won:2']")
    scorer.page.locator(".told.success").wait_for()
    organiser.page.locator("#table-1 .last", has_text="Won: ").wait_for()


@pytest.mark.parametrize("room", ["room", "results"])
def test_a_hall_where_something_happens_all_the_time_is_read(
    visitor: MakesVisitor, room: str
) -> None:
    hall = Tables()
    somebody = visitor(hall.organiser)
    somebody.page.add_init_script(BUSY)
    reads: list[Request] = []
    page = somebody.goes_to(f"{hall.desk}{room}/")
    page.on("request", lambda request: reads.append(request))

    for _ in range(3):
        with page.expect_response(f"**{hall.desk}{room}/*"):
            pass

    assert len(reads) <= 8


def test_a_tap_counts_while_the_page_is_read_again(visitor: MakesVisitor) -> None:
    hall = Tables()
    somebody = visitor(hall.scorer)
    page = somebody.goes_to(hall.page)
    held: list[Route] = []
    page.route("**/*seen=*", lambda route: held.append(route))

    with page.expect_request("**/*seen=*"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('heard', { detail: [{}] }))")
    somebody.tap("label:has([name=dealer][value='0'])")
    somebody.tap("[value='won:2']")
    page.locator(".told.success").wait_for()

    assert held
    assert hall.kinds() == ["won"]


def test_a_row_that_was_tapped_moves_although_the_lists_are_read_again(
    visitor: MakesVisitor,
) -> None:
    """What was read before the tap comes first, and would take the row away from its answer."""
    hall = Hall()
    row = f"#m{hall.members[5].pk}"
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")
    held: list[Route] = []
    page.route("**/door/", lambda route: held.append(route))

    with page.expect_request("**/door/"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('heard', { detail: [{}] }))")
    with page.expect_request("**/door/"):
        somebody.tap(f"#missing-list {row} .tap")
    for route in held:
        with page.expect_response("**/door/"):
            route.continue_()
    page.unroute("**/door/")

    page.locator(f"#here-list {row}").wait_for()
