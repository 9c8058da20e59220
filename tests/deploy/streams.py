"""A real live process with its listeners, and tables for them to listen at."""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from clubs.tokens import make_token
from deploy.bench.ports import free_port
from deploy.supervisor import WEB_WORKERS, PortTaken, Program, Supervisor, live, whole_web
from games.models import Seat, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.sight.deals import see
from tests.deploy.listeners import PATIENCE_SECONDS, Heard, Listener, wait_for
from tests.games.factories import AT, table_of
from tests.ledger.factories import HolderFactory
from tests.services import HastySupervisor


class Hall:
    """A live process, and listeners at it."""

    def __init__(self, supervisor: Supervisor, database: str, said: list[str]) -> None:
        self.supervisor = supervisor
        self.said = said
        self.database = database
        self.port = free_port()
        self.listeners: list[Listener] = []

    def start(self, **options: str) -> None:
        wait_until(self.is_free)  # What was killed holds its port until the kernel has seen to it.
        self.supervisor.start(live("127.0.0.1", self.port, **options))
        wait_for(self.port)

    def start_with_web(self, program: Callable[[str, int], Program] = whole_web) -> None:
        wait_until(self.is_free)
        self.said.clear()  # Another program's workers have started, too.
        self.supervisor.start(program("127.0.0.1", self.port))
        workers = {f"[INFO] Started worker-{number}" for number in range(1, WEB_WORKERS + 1)}
        wait_until(lambda: workers <= set(self.said))
        wait_until(self.is_answering)  # It may say so before it takes calls.

    def is_free(self) -> bool:
        try:
            live("127.0.0.1", self.port)
        except PortTaken:
            return False
        return True

    def is_answering(self) -> bool:
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", self.port)) == 0

    def listen(self, path: str, player_id: int, *, last_id: str = "") -> Listener:
        _, text = make_token(get_user_model().objects.get(pk=player_id), name="Live", days=1)
        return self.connect(path, text, last_id=last_id)

    def connect(self, path: str, token: str, **options: str) -> Listener:
        listener = Listener(self.port, path, token, **options)
        self.listeners.append(listener)
        return listener

    def leave(self) -> None:
        """Close every listener."""
        while self.listeners:
            self.listeners.pop().close()

    def at(self, table: Table, player_id: int, *, last_id: str = "") -> Listener:
        return self.listen(f"/live/tables/{table.pk}", player_id, last_id=last_id)


@contextlib.contextmanager
def opened_hall(database: str) -> Iterator[Hall]:
    """A hall on this database in which no program runs yet."""
    said: list[str] = []
    with (
        pytest.MonkeyPatch.context() as environment,
        HastySupervisor(lambda _, line: said.append(line)) as supervisor,
    ):
        environment.setenv("DATABASE_URL", database)
        yield Hall(supervisor, database, said)


def table_with_a_person(**options: Any) -> tuple[Table, int]:
    """Four bots and a person, who is the player that is given."""
    table = table_of(**options)
    seat = table.seats.order_by("number")[0]
    Seat.objects.filter(pk=seat.pk).update(bot_level="")
    return table, seat.player_id


def spectator() -> int:
    """Somebody who sees every table and sits at none."""
    player_id: int = HolderFactory.create(is_superuser=True).pk
    return player_id


def play_on(table: Table, player_id: int) -> None:
    """Advance the table, the person acting as well as they may, until one more deal is settled."""
    settled = table.deals.filter(settled_at__isnull=False)
    wanted = settled.count() + 1
    for _ in range(100):
        advance_table(table.pk, at=AT)
        if settled.count() >= wanted:
            return
        deal = table.deals.defer(None).select_related("table").order_by("-number")[0]
        seen = see(deal, player_id, until=None).view
        if seen is not None and seen.legal:
            act(deal.pk, player_id=player_id, ply=seen.ply, action=str(seen.legal[0]), at=AT)
    raise AssertionError("the deal has no end")


def place(heard: Heard) -> tuple[int, int]:
    deal, step, _ = heard.id.split(".")
    return int(deal), int(step)


def wait_until(is_so: Callable[[], bool], *, seconds: float = PATIENCE_SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)
