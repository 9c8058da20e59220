"""The desk and the screen of the hall in a real Chromium, and what a slow tablet waits for them."""

from collections.abc import Iterator

from deploy.bench.browsers import real_browser
from deploy.bench.cold_pages import cold_measures
from deploy.bench.hall_screen import heap_measures
from deploy.bench.measures import Measure
from deploy.bench.open_nights import open_night_of
from deploy.bench.ports import HOST, free_port
from deploy.bench.scratch import scratch_servers
from deploy.demo.web import wait_for_page
from deploy.rest.clock import database_now
from deploy.supervisor import Supervisor, whole_web, workers

PEOPLE = (40, 300)
HALL_PEOPLE = 125  # Of whom a hundred are here, at twenty tables.


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """A page is cold: a new browser, with nothing kept from an earlier visit."""
    sizes, laps, events = (PEOPLE[:1], 1, 500) if is_quick else (PEOPLE, 5, 5000)
    with scratch_servers(), Supervisor(lambda *_: None) as supervisor:
        port = free_port()
        supervisor.start(whole_web(HOST, port), *workers())
        site = f"http://{HOST}:{port}"
        wait_for_page(f"{site}/livez", supervisor.check)
        nights = {people: open_night_of(people, at=database_now()) for people in sizes}
        hall = open_night_of(HALL_PEOPLE, at=database_now())
        with real_browser() as browser:
            for people, night in nights.items():
                yield from cold_measures(browser, site, night, people=people, laps=laps)
            yield from heap_measures(browser, site, hall, events=events)
