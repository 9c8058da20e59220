"""Real processes give the signs that `/readyz` reads; dead or frozen they give none."""

import os
import signal
from collections.abc import Iterator
from functools import partial

import pytest
from django.db.models.functions import Now

from deploy.health import PARTS, judged
from deploy.supervisor import beat, bots, sweep, worker
from games.models import Sign
from games.play.signs import give_sign
from tests.deploy.streams import wait_until
from tests.services import HastySupervisor

START_SECONDS = 60


@pytest.fixture
def service(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[HastySupervisor]:
    """All but the web, which reads."""
    monkeypatch.setenv("DATABASE_URL", own_database)
    with HastySupervisor(lambda *_: None) as supervisor:
        supervisor.start(worker(), bots(), beat(), sweep())
        yield supervisor


def unwell() -> set[str]:
    """The parts that are not well, but for two.

    A test logs in as the owner, and another one may change the roles of the same server meanwhile.
    """
    give_sign("keys web")
    return {part for part, word in judged()[0].items() if word != "ok"} - {"login", "roles"}


def is_unwell(parts: frozenset[str]) -> bool:
    return unwell() == parts


BY_SWEEP = {"sweep", "broker", "mail", "tables", "books", "seals", "audit", "disk"}
ENDS = [
    ("bots", signal.SIGSTOP, {"worker"}),
    ("sweep", signal.SIGSTOP, BY_SWEEP),
    ("worker", signal.SIGKILL, {"worker"}),
    ("beat", signal.SIGSTOP, {"beat"}),
]


def test_what_is_dead_frozen_or_wiped_gives_no_sign(service: HastySupervisor) -> None:
    """One part after the other; those that live give theirs again."""
    wait_until(lambda: unwell() == set(), seconds=START_SECONDS)

    Sign.objects.all().delete()
    assert {"worker", "beat", "broker"} < unwell()
    wait_until(lambda: unwell() == set(), seconds=START_SECONDS)

    gone: set[str] = set()
    for name, end, parts in ENDS:
        os.killpg(service.child(name).pid, end)
        gone |= parts
        Sign.objects.update(at=Now() - max(part.most for part in PARTS.values()))
        wait_until(partial(is_unwell, frozenset(gone)), seconds=START_SECONDS)
