"""What a page costs that is opened for the first time, on a phone's line and processor."""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, StorageState

from deploy.bench.browsers import sign_in, slow_down
from deploy.bench.measures import Measure, at_most
from deploy.bench.open_nights import OpenNight

TABLET = {"width": 1180, "height": 820}
MOST_KILOBYTES, LONGEST_SECONDS = 80, 1.8
FIRST_PAINT = """() => new Promise(tell => {
    const see = list => list.getEntriesByName("first-contentful-paint").forEach(
        entry => tell(entry.startTime / 1000));
    new PerformanceObserver(see).observe({type: "paint", buffered: true});
})"""


@dataclass(frozen=True)
class Cold:
    """Headers and bodies as they came over the line, and when something could be read."""

    kilobytes: float
    seconds: float


def cold_measures(
    browser: Browser, site: str, night: OpenNight, *, people: int, laps: int
) -> Iterator[Measure]:
    """Medians over laps; the peer is the night's page in the admin, which another made."""
    login = {"username": night.organiser.username, "password": night.password}
    signed_in = sign_in(browser, site, **login)
    desk = f"{site}/admin/desk/{night.night.pk}"
    admin = f"{site}/admin/clubs/night/{night.night.pk}/change/"
    pages = {name: f"{desk}/{name}/" for name in ("door", "room", "results")}
    taken: dict[str, list[Cold]] = {address: [] for address in (admin, *pages.values())}
    for address in [*taken] * laps:
        taken[address].append(_look(browser, address, signed_in))
    peer = _middle(taken[admin])
    for name, address in pages.items():
        ours, title = _middle(taken[address]), f"{name} of {people} people, cold"
        weight, paint = f"{title}: kilobytes", f"{title}: first paint, seconds"
        of_admin = "the night's page in the admin"
        yield Measure(weight, ours.kilobytes, goal=at_most(MOST_KILOBYTES))
        yield Measure(weight, ours.kilobytes, peer.kilobytes, of_admin)
        yield Measure(paint, ours.seconds, goal=at_most(LONGEST_SECONDS))
        yield Measure(paint, ours.seconds, peer.seconds, of_admin)


def _middle(taken: list[Cold]) -> Cold:
    return Cold(
        statistics.median(one.kilobytes for one in taken),
        statistics.median(one.seconds for one in taken),
    )


def _look(browser: Browser, address: str, signed_in: StorageState) -> Cold:
    context = browser.new_context(storage_state=signed_in, viewport=TABLET)  # type: ignore[arg-type]
    page = context.new_page()
    session = slow_down(page)
    sizes: list[float] = []

    def weigh(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    session.on("Network.loadingFinished", weigh)
    answer = page.goto(address, wait_until="load")
    assert answer is not None
    assert answer.ok, f"{address}: {answer.status}"
    seconds = page.evaluate(FIRST_PAINT)
    context.close()
    return Cold(sum(sizes) / 1000, seconds)
