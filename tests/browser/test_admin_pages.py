"""Every page of the admin that an organiser reaches by links, by axe and by the keyboard.

What axe says of sizes does not depend on colours. So two looks find as much as four would: one
at a tablet in the light, one at a phone in the dark.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from clubs.draws import seat_night
from clubs.invitations import invite
from clubs.models import Role
from clubs.rounds import open_tables
from clubs.turning_away import turn_away
from tests.browser.conftest import MakesVisitor, Visitor
from tests.browser.halls import Hall
from tests.browser.test_dashboard import busy

PASSED_OVER = re.compile(r"/admin/desk/|/history/|jsi18n|journal|statement|/logout/|^(?!/admin/)")
"""Pages of our own, which have tests of their own; papers; what all rows have alike."""

ALSO = (
    "/admin/clubs/member/chips/?member={member}",
    "/admin/clubs/member/turn-away/?member={member}",
)


def whole() -> Hall:
    """A hall in which every list has a row: a table plays, somebody is invited, one is barred."""
    hall = busy()
    other = hall.members[-1]
    turn_away(other, reason="Threw a chair", by=hall.organiser, at=hall.at)
    invite(hall.club, role=Role.GUEST, by=hall.organiser, at=hall.at)
    hall.night = open_tables(seat_night(hall.night), at=hall.at)
    return hall


def links(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        "a[href]", "all => all.map(one => new URL(one.href).pathname)"
    )
    return found


def kind_of(path: str) -> str:
    """The same for all rows of a kind."""
    return re.sub(r"\d+", "N", path.partition("?")[0])


def reached(somebody: Visitor, *more: str) -> Iterator[str]:
    """One page of each kind, each while it is open; first those that no link leads to."""
    waiting, seen = [*more, "/admin/"], set[str]()
    while waiting:
        path = waiting.pop(0)
        if kind_of(path) in seen or PASSED_OVER.search(path):
            continue
        seen.add(kind_of(path))
        page = somebody.goes_to(path)
        yield kind_of(path)
        waiting += links(page)


def test_everybody_can_read_every_page_of_the_admin(visitor: MakesVisitor) -> None:
    hall = whole()
    somebody = visitor(hall.organiser)
    also = [path.format(member=hall.members[0].pk) for path in ALSO]

    found = []
    for kind in reached(somebody, *also, f"/admin/clubs/member/{hall.members[0].pk}/history/"):
        somebody.check(f"{kind.strip('/').replace('/', '-')}")
        found.append(kind)

    assert len(found) > 30


def test_pages_for_nobody_in_particular(visitor: MakesVisitor) -> None:
    stranger = visitor(None)
    for path in ("/admin/login/", "/api/problems/", "/api/problems/night-full"):
        stranger.goes_to(path)
        stranger.check(path.strip("/").replace("/", "-"))


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_the_keyboard_reaches_the_menu_and_leaves_it(visitor: MakesVisitor, size: str) -> None:
    hall = Hall(3, booked=0, here=0)
    page = visitor(hall.organiser, size).goes_to("/admin/clubs/member/")

    def focused(what: str) -> bool:
        return bool(page.evaluate("what => document.activeElement.matches(what)", what))

    for _ in range(4):
        page.keyboard.press("Tab")
        if focused("#menu-button"):
            break
    page.keyboard.press("Enter")
    page.locator("#nav-sidebar a >> text=Nights").wait_for()
    page.locator("#nav-sidebar :focus").wait_for()
    page.keyboard.press("Enter")
    page.locator("#nav-sidebar").wait_for(state="hidden")
    page.locator("#menu-button:focus").wait_for()
    page.keyboard.press("Enter")
    page.locator("#nav-sidebar a >> text=Nights").wait_for()
    page.keyboard.press("Escape")
    page.locator("#nav-sidebar").wait_for(state="hidden")
    page.locator("#menu-button:focus").wait_for()


def test_a_list_of_a_whole_club_is_short(visitor: MakesVisitor) -> None:
    """It was 21,000 pixels long for a hundred people."""
    hall = Hall(120, booked=0, here=0)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to("/admin/clubs/member/")
    somebody.check("list")

    page.locator("#result_list .action-select >> nth=0").check()
    page.locator("select[name=action]").wait_for()

    assert page.locator("#result_list .data-row").count() == 50
    assert page.evaluate("document.documentElement.scrollHeight") < 5000
