"""The screen of a hall in a real browser, of a service with its streams, which may be restarted."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from clubs.draws import seat_night
from clubs.links import give_link
from clubs.models import LinkPurpose, Night
from clubs.rounds import open_tables
from deploy.rights import Doer
from games.evening.result import Result
from games.models import Seat, Table
from games.play.by_hand import record_deal
from tests.browser.conftest import BREACHES, MakesVisitor, Visitor, viewport
from tests.browser.halls import Hall
from tests.deploy.streams import Hall as Service

LEAST_PIXELS = 28
PAGE_MS = 10_000

SMALL = """least => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (walker.nextNode()) {
    const owner = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !owner.checkVisibility()) continue;
    if (owner.closest(".skip, script, style")) continue;
    const size = parseFloat(getComputedStyle(owner).fontSize);
    if (size < least) small.push(`${walker.currentNode.data.trim()}: ${size}`);
  }
  return small;
}"""
OUTSIDE = """() => [...document.querySelectorAll(".table, .table li, .table p, .table h3, .ahead")]
  .filter(one => {
    const box = one.getBoundingClientRect(), card = one.closest(".table") ?? document.body;
    const around = card.getBoundingClientRect();
    const isOut = box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5;
    return isOut || box.bottom > around.bottom + 0.5;
  }).map(one => one.textContent)"""


@pytest.fixture
def screen(browser: Browser, service: Service) -> Iterator[Callable[[Night, Doer], Visitor]]:
    """Opens a link to the hall, as on the machine behind the screen."""
    context = browser.new_context(viewport=viewport("screen"), locale="en-IE")
    context.set_default_timeout(20_000)
    context.add_init_script(BREACHES)
    address = f"http://127.0.0.1:{service.port}"
    visitor = Visitor(context.new_page(), address, "screen")

    def open_screen(night: Night, by: Doer) -> Visitor:
        _, secret = give_link(night, purpose=LinkPurpose.HALL, by=by, at=night.starts_at)
        visitor.page.goto(f"{address}/link#{secret}")
        visitor.page.wait_for_url(f"**/hall/{night.pk}/")
        is_live(visitor.page)
        return visitor

    yield open_screen
    context.close()
    assert visitor.complaints == []


def is_live(page: Page) -> None:
    page.locator("body[data-live=on]").wait_for()


def evening(tables: int, *, is_played: bool = True) -> Hall:
    people = 5 * tables
    hall = Hall(people, booked=0, here=people)
    night = seat_night(hall.night)
    hall.night = open_tables(night, at=hall.at) if is_played else night
    return hall


def table(hall: Hall, number: int = 1) -> Table:
    laid = hall.night.rounds.tables().select_related("table").get(number=number)
    assert laid.table is not None
    return laid.table


def somebody_wins(hall: Hall, number: int = 1) -> str:
    """Enter the next result of a table; who won."""
    played = table(hall, number)
    seat: Seat = played.seats.select_related("player").order_by("place")[0]
    enters(hall, played, Result(kind="won", winner=seat.number))
    return str(seat.player)


def enters(hall: Hall, played: Table, result: Result) -> None:
    number = played.deals.count() + 1
    record_deal(played, result, number=number, actor_id=hall.organiser.pk, at=hall.at)


def results(page: Page) -> list[str]:
    return page.locator(".table .last").all_inner_texts()


Screen = Callable[[Night, Doer], Visitor]


def test_twenty_tables_are_read_from_the_other_end_of_the_hall(screen: Screen) -> None:
    hall = evening(20)
    for number in (1, 4, 7):
        somebody_wins(hall, number)
    enters(hall, table(hall, 9), Result(kind="spoilt"))
    visitor = screen(hall.night, Doer(hall.organiser.pk))
    page = visitor.page

    visitor.check("hall-20-tables")

    assert page.locator(".table").count() == 20
    assert page.locator(".table ol li").count() == 100
    assert page.evaluate("document.documentElement.scrollHeight") <= viewport("screen")["height"]
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(SMALL, LEAST_PIXELS) == []
    assert "Plays highest" in page.locator(".highest").inner_text()


def test_a_result_is_on_the_screen_by_itself(screen: Screen) -> None:
    hall = evening(2)
    page = screen(hall.night, Doer(hall.organiser.pk)).page

    winner = somebody_wins(hall)
    page.locator(".table .last", has_text=f"{winner} won").wait_for()

    assert winner in page.locator(".ahead").inner_text()


def test_a_restart_of_the_service_leaves_the_screen_and_it_goes_on(
    screen: Screen, service: Service
) -> None:
    hall = evening(2)
    visitor = screen(hall.night, Doer(hall.organiser.pk))
    page = visitor.page
    somebody_wins(hall)
    page.locator(".table .last").first.wait_for()
    page.evaluate("window.isTheSamePage = true")
    before = results(page)

    service.supervisor.stop("web")
    page.locator("body[data-live=off]").wait_for()
    while_down = results(page)
    winner = somebody_wins(hall, 2)
    service.said.clear()
    service.start_with_web()
    page.locator(".table .last", has_text=f"{winner} won").wait_for()

    assert while_down == before
    assert page.evaluate("window.isTheSamePage") is True
    assert page.locator(".lost").is_hidden()
    refused = [
        one for one in visitor.complaints if "ERR_CONNECTION_REFUSED" in one or "ERR_" in one
    ]
    visitor.complaints[:] = [one for one in visitor.complaints if one not in refused]


def test_an_answer_that_is_no_stream_is_asked_for_again(visitor: MakesVisitor) -> None:
    """A browser gives up for good after it; a proxy answers so while the service starts."""
    hall = evening(2)
    somebody = visitor(hall.organiser)
    asked: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route)
        if len(asked) < 3:
            route.fulfill(status=503)
        else:
            body = 'id: 1\nevent: deed\ndata: {"number": 1}\n\n'
            route.fulfill(body=body, content_type="text/event-stream")

    somebody.page.context.route("**/live/nights/**", answer)
    somebody.page.add_init_script("window.EventSource = window.RealEventSource;")
    page = somebody.goes_to(f"/hall/{hall.night.pk}/")
    winner = somebody_wins(hall)
    page.locator(".table .last", has_text=f"{winner} won").wait_for()

    assert len(asked) >= 3
    somebody.complaints[:] = [one for one in somebody.complaints if "503" not in one]


def test_people_find_their_seats_before_the_tables_open(screen: Screen) -> None:
    hall = evening(3, is_played=False)
    visitor = screen(hall.night, Doer(hall.organiser.pk))

    visitor.check("hall-seats")

    assert "find your seat" in visitor.page.locator("#screen h2").inner_text()
    assert visitor.page.locator(".table ol li").count() == 15


def test_more_than_twenty_tables_are_read_page_by_page(visitor: MakesVisitor) -> None:
    hall = evening(32)
    somebody = visitor(hall.organiser, "screen")
    somebody.page.set_default_timeout(30_000)
    somebody.page.clock.install()
    page = somebody.goes_to(f"/hall/{hall.night.pk}/")
    numbers = page.locator(".tables:not([hidden]) h3 > span:first-child")
    shown = []

    page.clock.pause_at(page.evaluate("Date.now()") + 500)
    for _ in range(3):
        shown.append(numbers.all_inner_texts())
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(SMALL, LEAST_PIXELS) == []
        page.clock.run_for(PAGE_MS)
    page.clock.resume()
    somebody.check("hall-32-tables")

    assert shown[0] == shown[2]
    assert [len(one) for one in shown] == [16] * 3
    assert {*shown[0], *shown[1]} == {f"Table {number}" for number in range(1, 33)}
