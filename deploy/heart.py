"""The web's sign of life: while it answers nobody, nobody's clock runs out.

A process gives a sign when a request came through its server, its threads and this door and was
answered. Where nobody asks, it asks itself.
"""

import contextlib
import http.client
import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.db import Error, connection

from deploy.disks import note_write
from deploy.health import sign_of_keys
from deploy.ports import own_addresses
from deploy.rest.clock import database_now
from games.models import Heartbeat
from games.play.outages import beat_now

BEAT_SECONDS = 0.5
ASK_SECONDS = 1.5  # How long a process tries to reach itself before it looks again.
ANSWER_SECONDS = 0.5
REST_SECONDS = 0.05
KEYS_SECONDS = 10.0
START_SECONDS = 15.0  # After which one that cannot ask itself is taken at its word.
PATH, ASKING = "/livez", "HTTP_X_HEART"

logger = logging.getLogger(__name__)
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Heart:
    """A WSGI application that knows when it last answered, and tells the database."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._answered = 0.0  # By the machine's own clock.
        self._asked: dict[int, float] = {}
        self._was_reached = False
        self._addresses: list[tuple[str, int]] = []
        self._began = time.monotonic()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if ASKING in environ and environ.get("PATH_INFO") == PATH:
            self._answered, self._was_reached = time.monotonic(), True
            start_response("200 OK", [("Content-Type", "text/plain")])
            return [b"alive"]
        thread = threading.get_ident()
        self._asked[thread] = time.monotonic()
        try:
            return self._application(environ, start_response)
        finally:
            del self._asked[thread]
            self._answered = time.monotonic()

    def start(self) -> None:
        """Give signs for as long as this process lives and answers."""
        for name, run_on in (("heart", self.beat_on), ("keys", look_at_keys)):
            running = threading.Thread(target=run_on, args=(threading.Event(),), name=name)
            running.daemon = True
            running.start()

    def beat_on(self, stop: threading.Event) -> None:
        """Give signs until told to stop; a database that is away is waited for."""
        since, is_heard = time.monotonic(), True
        while not stop.is_set():
            looked = time.monotonic()
            try:
                if self.answers(since):
                    since = looked
                    _beat()
                    note_write(None)
                    is_heard = True
            except Exception as error:  # A heart that stops for good would be missed by nobody.
                note_write(error)
                if is_heard:  # Once an outage.
                    is_database_away = isinstance(error, Error)
                    logger.error(
                        "no sign of life: %s", error, exc_info=None if is_database_away else error
                    )
                is_heard = False
                connection.close()
            stop.wait(BEAT_SECONDS)
        connection.close()

    def answers(self, since: float) -> bool:
        """Whether a request was answered since then; asks itself where none was.

        Processes share their port: whom a question reaches is the kernel's choice, so it is
        asked until it reaches this one.
        """
        deadline = time.monotonic() + ASK_SECONDS
        self._addresses = self._addresses or own_addresses()
        while self._addresses and self._answered < since and time.monotonic() < deadline:
            if not any(_ask(host, port) for host, port in self._addresses):
                time.sleep(REST_SECONDS)
        if self._answered >= since:
            return True
        # Behind TLS of its own, or on a socket that we do not know, it cannot ask itself.
        is_old = time.monotonic() - self._began > START_SECONDS
        return is_old and not self._was_reached and not self._is_stuck()

    def _is_stuck(self) -> bool:
        return any(time.monotonic() - asked > ASK_SECONDS for asked in list(self._asked.values()))


def look_at_keys(stop: threading.Event) -> None:
    """Say again and again whether the keys of this process open what is kept."""
    while not stop.wait(KEYS_SECONDS):
        with contextlib.suppress(Error):  # The heart tells of a database that is away.
            sign_of_keys("web")
        connection.close()


def _ask(host: str, port: int) -> bool:
    """Whether anybody answered there."""
    line = http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)
    try:
        line.request("GET", PATH, headers={"X-Heart": "1", "Connection": "close"})
        return bool(line.getresponse().read() == b"alive")
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def _beat() -> None:
    host = socket.gethostname()
    prefix = f"web {host[:64]} "
    others = Heartbeat.objects.filter(part__startswith=prefix).values_list("part", flat=True)
    gone = [part for part in others if not _lives(int(part.removeprefix(prefix)))]
    shift = beat_now(f"{prefix}{os.getpid()}", read_clock=database_now, gone=gone)
    if shift > timedelta(0):
        logger.warning("the web was out for %s: people have that much longer", shift)
    elif shift:
        logger.error(
            "the database's clock went back by %s: all deadlines were moved back too", -shift
        )


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
