"""Whether there is a browser at all, without which no page is tested as people see it."""

from deploy.bench.browsers import HOW_TO_GET_IT, chromium
from tests.needs import BROWSER, do_without


def test_there_is_a_browser() -> None:
    if not chromium():
        do_without(BROWSER, HOW_TO_GET_IT)
