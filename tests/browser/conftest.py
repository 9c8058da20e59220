"""Pages in a real Chromium, at a tablet's size and at a phone's, of a service that really runs.

A test fails where the browser complains of anything: an error of a script, an answer that is
missing, a breach of the Content-Security-Policy, a request to another host. That policy forbids
`wait_for_function`, too, as soon as it has to ask twice: a test waits for locators. With SHOTS set
to a folder, the tests put pictures of the pages there.
"""

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.db import connections
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from pytest_django.plugin import DjangoDbBlocker

from clubs.models import Player
from deploy.bench.browsers import OPTIONS, chromium
from tests.conftest import copied_database
from tests.deploy.streams import Hall as Service
from tests.deploy.streams import opened_hall

SIZES = {"tablet": (1180, 820), "phone": (390, 844), "screen": (1920, 1080)}
OTHER = {"tablet": "phone", "phone": "tablet"}
SCHEMES = {False: "light", True: "dark"}
BREACHES = """document.addEventListener("securitypolicyviolation",
    event => console.error("policy:", event.violatedDirective, event.blockedURI));"""

QUIET = """window.RealEventSource = window.EventSource;
window.quietStreams = [];
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    window.quietStreams.push(this);
    this.timer = setInterval(() => this.beat(), 5000);
    setTimeout(() => this.beat());
  }
  beat() { this.dispatchEvent(new MessageEvent("heartbeat", { data: "{}" })); }
  close() { clearInterval(this.timer); }
};"""
"""A stream on which nothing happens, unless a test tells it."""

TELL = """([kind, data]) => window.quietStreams.forEach(
    stream => stream.dispatchEvent(new MessageEvent(kind, { data })))"""

collect_ignore_glob = [] if chromium() else ["test_[!b]*.py", "test_b[!r]*.py"]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for the tests of a file; each has contexts of its own.

    Playwright keeps a loop running in this thread. While it does, Django takes us to be
    asynchronous, and keeps other connections; so each closes its own.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    connections.close_all()
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=list(OPTIONS))
        yield made
        made.close()
        connections.close_all()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def address(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Of a service with a database of its own, whose transactions really commit."""
    with django_db_blocker.unblock(), copied_database():
        server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
        server.set_app(WSGIHandler())
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()
        server.server_close()


@pytest.fixture
def nora(address: str) -> Player:
    """Somebody with a login and an address that they have confirmed."""
    player = Player.objects.create_user(
        "nora", "nora@example.com", "five of hearts", name="Nora Daly"
    )
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


@pytest.fixture(scope="module")
def service(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Service]:
    """The service as it runs, with its streams: one for the tests of a file."""
    with django_db_blocker.unblock(), copied_database() as url, opened_hall(url) as service:
        service.start_with_web()
        yield service


@dataclass
class Visitor:
    """Somebody before a browser of their own.

    Attributes:
        size: What they look at: a `tablet`, a `phone` or a `screen` on the wall.
        is_dark: Whether they like dark colours.
        complaints: What the browser did not like.
        taps: How often `tap` was called.
    """

    page: Page
    address: str
    size: str = "tablet"
    is_dark: bool = False
    complaints: list[str] = field(default_factory=list)
    taps: int = 0

    def __post_init__(self) -> None:
        host = urlsplit(self.address).netloc
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on(
            "request",
            lambda request: (
                None
                if urlsplit(request.url).netloc in (host, "")
                else self.complaints.append(f"asked elsewhere: {request.url}")
            ),
        )

    def _hear(self, message: ConsoleMessage) -> None:
        gave_way = message.text.startswith(("htmx:afterRequest", "htmx:sendAbort"))
        if message.type in ("error", "warning") and not gave_way:  # A page's reading, to a tap.
            self.complaints.append(f"{message.type}: {message.text}")

    def goes_to(self, path: str) -> Page:
        answer = self.page.goto(f"{self.address}{path}")
        assert answer is not None
        assert answer.ok, f"{path}: {answer.status}"
        return self.page

    def hears(self, kind: str, **data: int) -> None:
        """An event on each stream of the page, where no live process runs."""
        self.page.evaluate(TELL, [kind, json.dumps(data)])

    def check(self, name: str) -> None:
        """See that everybody can read and reach what the page shows, on a tablet and on a phone.

        First as it stands, then at the other size and in the other colours. What axe says of sizes
        does not depend on colours. Pictures have this name, the size and the colours. Nobody holds
        a screen in their hands.
        """
        self.page.wait_for_load_state()  # A tap has led here: half a page has no landmarks yet.
        self._look(name, self.size, is_dark=self.is_dark)
        if other := OTHER.get(self.size):
            self._look(name, other, is_dark=not self.is_dark)
            self._turn(self.size, is_dark=self.is_dark)

    def _look(self, name: str, size: str, *, is_dark: bool) -> None:
        self._turn(size, is_dark=is_dark)
        told = f"{name}-{size}-{SCHEMES[is_dark]}"
        if folder := os.environ.get("SHOTS"):
            self.page.screenshot(path=Path(folder) / f"{told}.png", full_page=True)
        found = Axe().run(self.page)
        self.complaints += [
            f"{told}: {one['id']}: {one['nodes'][0]['html'][:200]}"
            for one in found.response["violations"]
        ]
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            self.complaints.append(f"{told}: is {wide} pixels wider than the screen")

    def _turn(self, size: str, *, is_dark: bool) -> None:
        """Show the page at a size and in colours; what fades from one to another has faded."""
        self.page.set_viewport_size(viewport(size))
        self.page.emulate_media(color_scheme="dark" if is_dark else "light")
        self.page.evaluate("Promise.all(document.getAnimations().map(one => one.finished))")

    def tap(self, selector: str) -> None:
        """Tap one thing on the page, and count it."""
        self.taps += 1
        self.page.locator(selector).tap()

    def reads_again(self) -> None:
        """The page has heard that something changed, and shows how it is now."""
        with self.page.expect_response(lambda answer: "hx-request" in answer.request.headers):
            self.page.evaluate("htmx.trigger(document.body, 'changed')")
        expect(self.page.locator(".htmx-request, .htmx-settling")).to_have_count(0)


def viewport(size: str) -> ViewportSize:
    width, height = SIZES[size]
    return {"width": width, "height": height}


MakesVisitor = Callable[..., Visitor]


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[MakesVisitor]:
    """Makes browsers: for a signed-in player or nobody, in a size, light or dark."""
    with visitors(browser, address, has_streams=False) as make:
        yield make


@pytest.fixture
def live_visitor(browser: Browser, service: Service) -> Iterator[MakesVisitor]:
    """As `visitor`, of a service that tells each page what the others do."""
    address = f"http://127.0.0.1:{service.port}"
    with visitors(browser, address, has_streams=True) as make:
        yield make


@contextmanager
def visitors(browser: Browser, address: str, *, has_streams: bool) -> Iterator[MakesVisitor]:
    with ExitStack() as stack:
        made: list[Visitor] = []

        def make(
            player: Player | None = None,
            size: str = "tablet",
            *,
            is_dark: bool = False,
            runs_scripts: bool = True,
        ) -> Visitor:
            context = browser.new_context(
                viewport=viewport(size),
                color_scheme="dark" if is_dark else "light",
                has_touch=True,
                java_script_enabled=runs_scripts,
                locale="en-IE",
            )
            stack.callback(context.close)
            context.set_default_timeout(10_000)
            context.set_default_navigation_timeout(30_000)  # The first page, where much runs.
            context.add_init_script(BREACHES)
            if not has_streams:  # No such process.
                context.add_init_script(QUIET)
            if player is not None:
                sign_in(context, address, player)
            made.append(Visitor(context.new_page(), address, size, is_dark))
            return made[-1]

        yield make
        assert [complaint for one in made for complaint in one.complaints] == []


def sign_in(context: BrowserContext, address: str, player: Player) -> None:
    client = Client()
    client.force_login(player)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
