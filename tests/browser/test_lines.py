"""The streams of pages: what is silent is noticed, what nobody sees is closed, tabs share one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from clubs.attendance import check_in
from clubs.models import Player
from deploy.rest.clock import database_now
from deploy.rights import Doer
from tests.browser.conftest import SIZES, sign_in
from tests.browser.halls import Hall
from tests.browser.held_lines import Proxy, proxy_before
from tests.clubs.factories import PlayerFactory
from tests.deploy.streams import Hall as Service
from tests.deploy.streams import table_with_a_person, wait_until

SEEN = """isHidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });"
TABS = 8  # A browser opens six lines to a host over HTTP/1.1.
NOTICED_MS = 17_000  # After 15 s, and a moment.


@pytest.fixture
def proxy(service: Service) -> Iterator[Proxy]:
    with proxy_before(service.port) as made:
        yield made


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    width, height = SIZES["tablet"]
    made = browser.new_context(viewport={"width": width, "height": height}, locale="en-IE")
    made.set_default_timeout(20_000)
    yield made
    made.close()


def tab(context: BrowserContext, proxy: Proxy, path: str) -> Page:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{proxy.port}{path}", wait_until="commit")
    page.locator("body[data-live=on]").wait_for()
    return page


def signed_in(context: BrowserContext, proxy: Proxy, player: Player) -> None:
    sign_in(context, f"http://127.0.0.1:{proxy.port}", player)


def somebody_comes(hall: Hall, place: int) -> None:
    check_in(hall.night, [hall.members[place]], by=Doer(hall.organiser.pk), at=database_now())


def is_here(page: Page, hall: Hall, place: int) -> None:
    page.locator(f"#here-list #m{hall.members[place].pk}").wait_for()


def shown(page: Page) -> None:
    page.evaluate(SEEN, False)


def hidden(page: Page) -> None:
    page.evaluate(SEEN, True)


def test_a_line_that_is_held_back_is_noticed_and_told(
    context: BrowserContext, proxy: Proxy
) -> None:
    """The page reads itself again meanwhile, and goes on over a line that is not held back."""
    hall = Hall()
    signed_in(context, proxy, hall.organiser)
    page = tab(context, proxy, f"{hall.desk}door/")

    proxy.holds = True
    somebody_comes(hall, 5)
    with page.expect_request("**/live/**", timeout=NOTICED_MS):
        page.locator(".lost", has_text="Nothing is heard").wait_for(timeout=NOTICED_MS)

    is_here(page, hall, 5)
    proxy.holds = False
    page.locator("body[data-live=on]").wait_for()
    expect(page.locator(".lost")).to_be_empty()


def test_a_page_that_nobody_sees_has_no_stream(context: BrowserContext, proxy: Proxy) -> None:
    hall = Hall()
    signed_in(context, proxy, hall.organiser)
    page = tab(context, proxy, f"{hall.desk}door/")

    hidden(page)
    wait_until(lambda: not proxy.streams)
    somebody_comes(hall, 6)
    shown(page)

    is_here(page, hall, 6)
    assert len(proxy.streams) == 1


def test_eight_tabs_work_over_one_host(context: BrowserContext, proxy: Proxy) -> None:
    hall = Hall()
    signed_in(context, proxy, hall.organiser)
    tabs: list[Page] = []

    for _ in range(TABS):
        for page in tabs:
            hidden(page)
        tabs.append(tab(context, proxy, f"{hall.desk}door/"))
    hidden(tabs[-1])
    somebody_comes(hall, 7)
    shown(tabs[0])

    is_here(tabs[0], hall, 7)
    wait_until(lambda: len(proxy.streams) == 1)


def test_tabs_share_the_stream_of_what_concerns_oneself(
    context: BrowserContext, proxy: Proxy
) -> None:
    table, person = table_with_a_person()
    signed_in(context, proxy, Player.objects.get(pk=person))
    tabs = [tab(context, proxy, "/") for _ in range(TABS)]

    for page in tabs:
        page.locator("#mine", has_text=f"You sit at {table}.").wait_for()
    assert len(proxy.streams) == 1

    tabs[0].close()  # The next one hears for all.
    wait_until(lambda: len(proxy.streams) == 1)
    for page in tabs[1:]:
        hidden(page)  # Somebody who has a seat hears of it all the same.
    tabs[1].locator("#mine", has_text=f"You sit at {table}.").wait_for()
    assert len(proxy.streams) == 1


def test_who_has_no_seat_hears_nothing_while_no_tab_is_seen(
    context: BrowserContext, proxy: Proxy
) -> None:
    signed_in(context, proxy, PlayerFactory.create())
    one, other = (tab(context, proxy, "/") for _ in range(2))

    hidden(one)
    wait_until(lambda: len(proxy.streams) == 1)
    hidden(other)
    wait_until(lambda: not proxy.streams)
    shown(other)
    wait_until(lambda: len(proxy.streams) == 1)


def test_without_locks_each_tab_that_is_seen_has_a_stream(
    context: BrowserContext, proxy: Proxy
) -> None:
    """As over plain http, where browsers have none."""
    context.add_init_script(NO_LOCKS)
    signed_in(context, proxy, PlayerFactory.create())
    one, _ = (tab(context, proxy, "/") for _ in range(2))

    assert len(proxy.streams) == 2
    hidden(one)
    wait_until(lambda: len(proxy.streams) == 1)
