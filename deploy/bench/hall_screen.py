"""The screen of the hall through a long evening: what it heard, and how much more it holds."""

import itertools
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

from django.db import connection
from playwright.sync_api import Browser, CDPSession, Page

from clubs.attendance import check_in, check_out
from clubs.links import give_link
from clubs.models import LinkPurpose, Night
from deploy.bench.measures import Measure, at_least, at_most
from deploy.bench.open_nights import OpenNight
from deploy.rest.clock import database_now
from deploy.rights import Doer
from games.evening.result import Result
from games.models import Table
from games.play.by_hand import record_deal

SCREEN = {"width": 1920, "height": 1080}
MOST_MEGABYTES = 10
RESULT_OF = 5
"""Every event whose number this divides is a result, which changes the screen; the others are taps
at the door."""

COUNT = """() => {
    window.heard = 0;
    const count = event => { window.heard += event.detail.length; };
    document.body.addEventListener("heard", count);
}"""
PATIENCE_SECONDS, LOOK_MILLISECONDS = 60, 100


def heap_measures(
    browser: Browser, site: str, hall: OpenNight, *, events: int
) -> Iterator[Measure]:
    """As many events as a night has, as fast as the service does what they tell."""
    with ThreadPoolExecutor(1) as beside:  # This thread has the browser's loop, and no database.
        page = _open_screen(browser, site, beside.submit(_secret, hall).result())
        page.evaluate(COUNT)
        session = page.context.new_cdp_session(page)
        before = _megabytes(session)
        began = time.monotonic()
        beside.submit(_happen, hall, events).result()
        seconds = time.monotonic() - began
        heard = _heard(page, events)
        after = _megabytes(session)
        page.context.close()
    title = f"hall screen, {events:,} events in {seconds:.0f} s"
    yield Measure(f"{title}: events heard", heard, goal=at_least(events))
    yield Measure(f"{title}: heap at the beginning, megabytes", before)
    yield Measure(f"{title}: more heap, megabytes", after - before, goal=at_most(MOST_MEGABYTES))


def _secret(hall: OpenNight) -> str:
    by, at = Doer(hall.organiser.pk), database_now()
    _, secret = give_link(hall.night, purpose=LinkPurpose.HALL, by=by, at=at)
    connection.close()
    return secret


def _open_screen(browser: Browser, site: str, secret: str) -> Page:
    context = browser.new_context(viewport=SCREEN)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{site}/link#{secret}")
    page.locator("body[data-live=on]").wait_for(timeout=1000 * PATIENCE_SECONDS)
    return page


def _heard(page: Page, events: int) -> int:
    """How many it has heard, as soon as it is all of them."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (heard := page.evaluate("heard")) < events and time.monotonic() < deadline:
        page.wait_for_timeout(LOOK_MILLISECONDS)
    return int(heard)


def _megabytes(session: CDPSession) -> float:
    """What scripts hold that they can still reach."""
    session.send("HeapProfiler.collectGarbage")
    used: float = session.send("Runtime.getHeapUsage")["usedSize"]
    return used / 1e6


def _happen(hall: OpenNight, events: int) -> None:
    chance = Random(events)
    tables = itertools.cycle(_tables(hall.night))
    late, by, is_here = hall.missing[0], Doer(hall.organiser.pk), False
    for number in range(events):
        at = database_now()
        if number % RESULT_OF == 0:
            _win(next(tables), hall, chance)
        elif is_here:
            check_out(hall.night, late, by=by, at=at)
            is_here = False
        else:
            check_in(hall.night, [late], by=by, at=at)
            is_here = True
    connection.close()


def _tables(night: Night) -> list[Table]:
    laid = night.rounds.tables().select_related("table").order_by("number")
    return [one.table for one in laid if one.table is not None]


def _win(table: Table, hall: OpenNight, chance: Random) -> None:
    seats = list(table.seats.order_by("place"))
    record_deal(
        table,
        Result(kind="won", winner=chance.choice(seats).number),
        number=table.deals.count() + 1,
        actor_id=hall.organiser.pk,
        at=database_now(),
    )
