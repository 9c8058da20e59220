"""Waiting for the first page."""

import time
import urllib.error
import urllib.request
from collections.abc import Callable

LOOK_SECONDS = 0.05


def wait_for_page(address: str, check: Callable[[], None]) -> None:
    """Return as soon as the address answers.

    Args:
        check: Called at every look; raises where no page will ever come.
    """
    while not _answers(address):
        check()
        time.sleep(LOOK_SECONDS)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
