"""A real Chromium of the system: where it is, and a slow line and machine for it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, CDPSession, Page, StorageState, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_GET_IT: Final = (
    "No Chromium here: `apt-get install chromium` (Debian), or put one into CHROMIUM."
)
OPTIONS: Final = ("--no-sandbox", "--disable-dev-shm-usage")

SLOW_BYTES_PER_SECOND: Final = 1_600_000 // 8
LATENCY_MILLISECONDS: Final = 150
TIMES_SLOWER: Final = 4


def chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


class NoChromium(Exception):
    """There is no browser to measure with."""


@contextmanager
def real_browser() -> Iterator[Browser]:
    """While it runs, Django refuses this thread its database: ask that in another one.

    Raises:
        NoChromium: the system has none.
    """
    if (path := chromium()) is None:
        raise NoChromium(HOW_TO_GET_IT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(OPTIONS))
        yield browser
        browser.close()


def sign_in(browser: Browser, site: str, *, username: str, password: str) -> StorageState:
    """What a browser keeps of it, for others that are new."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/accounts/login/")
    page.locator("[name=login]").fill(username)
    page.locator("[name=password]").fill(password)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda address: "login" not in address)
    state = context.storage_state()
    context.close()
    return state


def slow_down(page: Page) -> CDPSession:
    """Give the page a phone's line and a phone's processor, as Chromium's own tools do it."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    line = {
        "offline": False,
        "latency": LATENCY_MILLISECONDS,
        "downloadThroughput": SLOW_BYTES_PER_SECOND,
        "uploadThroughput": SLOW_BYTES_PER_SECOND,
    }
    session.send("Network.emulateNetworkConditions", line)
    session.send("Emulation.setCPUThrottlingRate", {"rate": TIMES_SLOWER})
    return session
