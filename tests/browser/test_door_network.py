"""The door without network: taps wait on the tablet, and arrive once and in their order."""

import json
from typing import Any

from playwright.sync_api import Page

from clubs.attendance import check_in, check_out
from clubs.members import join_club
from clubs.models import Member, Night, Role
from deploy.rest.clock import database_now
from deploy.rights import Doer
from tests.browser.conftest import MakesVisitor, Visitor, sign_in
from tests.browser.halls import Hall
from tests.clubs.factories import PlayerFactory

EVERYTHING = """async () => {
  const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.push(request.url, await (await cache.match(request)).text());
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise(resolve => {
      indexedDB.open(name).onsuccess = event => resolve(event.target.result);
    });
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store).getAll();
      await new Promise(resolve => (rows.onsuccess = resolve));
      found.push(JSON.stringify(rows.result));
    }
    database.close();
  }
  return found;
}"""

NO_NETWORK = (
    "Failed to load resource",
    "htmx:sendError",
    "htmx:afterRequest",
)  # As browsers tell it.


def row(member: Member, where: str = "") -> str:
    return f"{where} #m{member.pk} .tap".strip()


def at_the_door(somebody: Visitor, hall: Hall) -> Page:
    """The page, once the tablet has kept it."""
    page = somebody.goes_to(f"{hall.desk}door/")
    page.locator("#network[data-works-alone]").wait_for(state="attached")
    return page


def is_here(night: Night, member: Member) -> bool:
    return night.attendances.here().filter(member=member).exists()


def told(somebody: Visitor) -> list[str]:
    """What the browser complains of, apart from what has no network."""
    return [text for text in somebody.complaints if not any(one in text for one in NO_NETWORK)]


def test_taps_wait_through_a_reload_and_arrive_once_and_in_their_order(
    visitor: MakesVisitor,
) -> None:
    hall = Hall()
    first, second, third = hall.members[5:8]
    gone = hall.members[0]
    somebody = visitor(hall.organiser)
    page = at_the_door(somebody, hall)

    page.context.set_offline(True)
    for tapped in (first, second, gone, third):
        somebody.tap(row(tapped))
        page.locator(f"#m{tapped.pk} .waits").wait_for()
    somebody.tap(row(third, "#here-list"))
    page.locator(f"#missing-list #m{third.pk} .waits").wait_for()
    somebody.tap("#guest-name")
    page.keyboard.type("Mick the Fiddler")
    somebody.tap("#guest button")
    page.locator("#here-list .who", has_text="Mick the Fiddler").wait_for()
    before = page.locator("#network").inner_text()
    somebody.check("door-offline")
    page.reload()
    page.locator("#here-list .who", has_text="Mick the Fiddler").wait_for()
    reloaded = page.locator("#network").inner_text()
    somebody.check("door-offline-reloaded")
    assert not is_here(hall.night, first)
    page.context.set_offline(False)
    page.locator("#network").wait_for(state="hidden")
    page.locator(f"#here-list #m{first.pk} .facts", has_text="chips").wait_for()

    deeds = hall.night.deeds.filter(by=hall.organiser).order_by("number")
    names = {one.pk: str(one) for one in hall.club.members.select_related("player")}
    assert "No network" in before
    assert "6 taps wait here" in before
    assert before == reloaded
    assert [(deed.kind, names[deed.told["people"][0]]) for deed in deeds] == [
        ("check_in", str(first)),
        ("check_in", str(second)),
        ("check_out", str(gone)),
        ("check_in", str(third)),
        ("check_out", str(third)),
        ("welcome", "Mick the Fiddler"),
    ]
    assert page.locator(".waits").count() == 0
    assert somebody.taps == 7
    somebody.complaints[:] = told(somebody)


def test_no_balance_is_kept_on_the_tablet(visitor: MakesVisitor) -> None:
    hall = Hall()
    somebody = visitor(hall.organiser)
    page = at_the_door(somebody, hall)
    shown = page.locator("#lists .facts", has_text="20 chips").count()

    page.context.set_offline(True)
    somebody.tap(row(hall.members[5]))
    page.locator(".waits").wait_for()
    kept = page.evaluate(EVERYTHING)
    page.reload()
    page.locator(".waits").wait_for()

    assert shown > 0
    assert any(str(hall.members[5]) in text for text in kept)
    assert [text for text in kept if "20 chips" in text or "desk-chips" in text] == []
    assert "chips" not in page.locator("#lists").inner_text()
    assert page.locator("#numbers").count() == 0
    somebody.complaints[:] = told(somebody)


def test_a_tap_that_somebody_else_overtook_stays_with_its_reason(visitor: MakesVisitor) -> None:
    hall = Hall()
    missing, doubted = hall.members[5], hall.members[0]
    somebody = visitor(hall.organiser)
    page = at_the_door(somebody, hall)

    page.context.set_offline(True)
    somebody.tap(row(missing))
    somebody.tap(row(doubted))
    page.locator(f"#m{doubted.pk} .waits").wait_for()
    for deed in (check_in, check_out, check_in):
        by, at = Doer(hall.organiser.pk), database_now()
        if deed is check_in:
            check_in(hall.night, [doubted, missing], by=by, at=at)
        else:
            check_out(hall.night, doubted, by=by, at=at)
    page.context.set_offline(False)
    page.locator("#refused li").wait_for()
    reason = page.locator("#refused li").inner_text()
    somebody.check("door-refused")
    page.reload()
    page.locator("#refused li").wait_for()
    was_here = is_here(hall.night, doubted)
    somebody.tap("#refused .again")
    page.locator(f"#missing-list #m{doubted.pk} .facts", has_text="chips").wait_for()
    page.locator("#network").wait_for(state="hidden")

    assert "Nóra Byrne noted that Áine Ó Briain is here" in reason
    assert was_here
    assert not is_here(hall.night, doubted)
    assert is_here(hall.night, missing)
    assert page.locator("#refused").is_hidden()
    somebody.complaints[:] = told(somebody)


def test_a_guest_who_is_refused_gets_another_name_or_is_let_go(visitor: MakesVisitor) -> None:
    hall = Hall()
    somebody = visitor(hall.organiser, "phone")
    page = at_the_door(somebody, hall)

    page.context.set_offline(True)
    for _ in range(2):
        page.fill("#guest-name", str(hall.members[9]))
        somebody.tap("#guest button")
    page.locator("#network", has_text="2 taps").wait_for()
    page.context.set_offline(False)
    page.locator("#refused li").nth(1).wait_for()
    page.locator("#refused li input").first.fill("Fionnuala from Cork")
    somebody.tap("#refused li:first-child .again")
    page.locator("#here-list [data-since] .who", has_text="Fionnuala from Cork").wait_for()
    somebody.tap("#refused .drop")
    page.locator("#refused").wait_for(state="hidden")

    assert hall.club.members.filter(player__name="Fionnuala from Cork").count() == 1
    somebody.complaints[:] = told(somebody)


def test_taps_wait_while_nobody_is_signed_in_and_are_nobody_elses(visitor: MakesVisitor) -> None:
    hall = Hall()
    missing = hall.members[5]
    somebody = visitor(hall.organiser)
    page = at_the_door(somebody, hall)

    page.context.set_offline(True)
    somebody.tap(row(missing))
    page.locator(".waits").wait_for()
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.locator("#network a", has_text="Sign in").wait_for()
    somebody.check("door-signed-out")
    other = PlayerFactory.create(name="Con Murphy")
    join_club(hall.club, player=other, role=Role.ORGANISER, at=hall.at)
    sign_in(page.context, somebody.address, other)
    page.reload()
    page.locator("#send-as-mine").wait_for()
    words = page.locator("#network").inner_text()
    somebody.check("door-another-person")

    was_here = is_here(hall.night, missing)
    somebody.tap("#send-as-mine")
    page.locator("#network").wait_for(state="hidden")

    assert not was_here
    assert "Nóra Byrne made them, and you are Con Murphy" in words
    assert hall.night.deeds.latest("number").by == other
    somebody.complaints[:] = told(somebody)


def test_what_another_device_did_meanwhile_shows_below_what_waits(visitor: MakesVisitor) -> None:
    hall = Hall()
    mine, theirs = hall.members[5:7]
    somebody = visitor(hall.organiser)
    page = at_the_door(somebody, hall)

    page.context.set_offline(True)
    somebody.tap(row(mine))
    page.locator(".waits").wait_for()
    check_in(hall.night, [theirs], by=Doer(hall.organiser.pk), at=database_now())
    page.context.set_offline(False)
    page.locator(f"#here-list #m{theirs.pk}").wait_for()

    assert page.locator(f"#here-list #m{mine.pk}").count() == 1
    assert page.locator(".waits").count() == 0
    somebody.complaints[:] = told(somebody)


def test_a_tap_whose_answer_was_lost_is_taken_once(visitor: MakesVisitor) -> None:
    hall = Hall()
    somebody = visitor(hall.organiser)
    page = at_the_door(somebody, hall)
    keys: list[Any] = []

    def lose(route: Any) -> None:
        """The order arrives, and its answer does not."""
        route.fetch()
        keys.append(route.request.post_data)
        route.abort()

    page.route("**/door/guest/", lose, times=1)
    page.fill("#guest-name", "Mick")
    somebody.tap("#guest button")
    page.locator("#here-list .who", has_text="Mick").wait_for()
    page.locator("#network").wait_for(state="hidden")
    page.locator("#here-list [data-since] .who", has_text="Mick").wait_for()

    assert len(keys) == 1
    assert json.dumps(keys).count("key=") == 1
    assert hall.club.members.filter(player__name="Mick").count() == 1
    assert page.locator("#refused").is_hidden()
    somebody.complaints[:] = told(somebody)
