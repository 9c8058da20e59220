"""A whole instance of one's own, as `manage.py up` runs it, for attacks that may break it."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from deploy.bench.ports import HOST, free_port
from deploy.embedded.addresses import DATABASE, KEYS, postgres_url
from deploy.paths import PROJECT_DIR
from tests.attacks.callers import Obstructed, Site
from tests.attacks.machine import START_SECONDS, end_users_of, running
from tests.attacks.stage import Stage

OPERATOR, PASSWORD = "operator", "five of hearts, and no trumps"
MOST_REQUESTS = 400  # Of each kind; the runner sends all of them.
NAMED = ("DATABASE_URL", "REDIS_URL", "SPOIL_FIVE_EMBEDDED", *KEYS)


def command(*words: str) -> list[str]:
    return [sys.executable, str(PROJECT_DIR / "manage.py"), *words]


def environment(data: Path) -> dict[str, str]:
    """That of a terminal in which nobody named a server."""
    named = {name: value for name, value in os.environ.items() if name not in NAMED}
    return named | {"SPOIL_FIVE_DATA": str(data), "DJANGO_SUPERUSER_PASSWORD": PASSWORD}


@contextlib.contextmanager
def instance(data: Path) -> Iterator[Stage]:
    """Runs for the length of the block; its operator is a superuser.

    Raises:
        Obstructed: it does not start, or a process of it outlives the block.
    """
    port = free_port()
    try:
        with (
            Site(f"http://{HOST}:{port}") as site,
            running(command("up", "--port", str(port)), environment(data)) as up,
        ):
            if not up.reaches(lambda: not site.trouble()):
                raise Obstructed(f"the instance does not start: {up.said[-2000:]}")
            _make_operator(data)
            url = postgres_url(data, DATABASE)
            yield Stage(site, OPERATOR, PASSWORD, url, data, most_requests=MOST_REQUESTS)
    finally:
        left = list(end_users_of(data))
    if left:
        raise Obstructed(f"left behind: {left}")


def _make_operator(data: Path) -> None:
    words = ("createsuperuser", "--noinput", "--username", OPERATOR, "--name", "Operator")
    made = subprocess.run(
        command(*words),
        env=environment(data),
        capture_output=True,
        text=True,
        check=False,
        timeout=START_SECONDS,
    )
    if made.returncode:
        raise Obstructed(f"no operator: {made.stdout}{made.stderr}")
