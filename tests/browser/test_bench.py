"""What `manage.py bench pages` measures, of a small night and a short evening."""

from playwright.sync_api import Browser

from deploy.bench.cold_pages import cold_measures
from deploy.bench.hall_screen import heap_measures
from deploy.bench.open_nights import open_night_of
from deploy.rest.clock import database_now
from tests.deploy.streams import Hall as Service


def test_a_cold_page_is_weighed_beside_the_admins(browser: Browser, address: str) -> None:
    night = open_night_of(12, at=database_now())

    measured = list(cold_measures(browser, address, night, people=12, laps=1))

    assert {one.name.split(" of ")[0] for one in measured} == {"door", "room", "results"}
    weights = [one for one in measured if "kilobytes" in one.name]
    assert [one.holds for one in weights if one.goal] == [True] * 3
    assert all(one.ratio is not None and 0 < one.ratio < 1 for one in weights if not one.goal)
    assert all(one.ours > 0.15 for one in measured if "paint" in one.name)  # The line is slow.


def test_the_screen_hears_a_whole_evening(browser: Browser, service: Service) -> None:
    hall = open_night_of(12, at=database_now())
    site = f"http://127.0.0.1:{service.port}"

    heard, before, more = heap_measures(browser, site, hall, events=20)

    assert heard.ours >= 20
    assert before.ours > 0
    assert more.holds
