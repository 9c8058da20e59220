"""The drill: a backup is made while people play, everything is lost, and play goes on elsewhere.

By the commands that an operator types, each a process of its own.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from deploy.bench.callers import Caller
from deploy.bench.database_server import DatabaseServer
from deploy.bench.people import Person
from deploy.bench.ports import HOST, free_port
from deploy.demo.web import wait_for_page
from deploy.embedded.addresses import DATABASE, socket_directory
from deploy.supervisor import Supervisor, web, workers
from games.models import Action, Deal
from ledger.audit import check_books
from ledger.models import Transfer
from ledger.seals import heads, missing, seal_transfers
from tests.deploy.test_commands import run, surroundings
from tests.faults.hall import Party, party
from tests.services import HastySupervisor

TABLES, ENOUGH = 3, 600  # Deals: more than are played.
Rows = set[tuple[object, ...]]


class Over(Exception):
    """It is time to play no more."""


def rows() -> Rows:
    """Everything that was played and paid."""
    actions = Action.objects.values_list("deal", "ply", "place", "text", "at")
    transfers = Transfer.objects.values_list("pk", "book", "reason", "key", "digest")
    return {("action", *one) for one in actions} | {
        ("transfer", *one[:-1], bytes(one[-1])) for one in transfers
    }


def played(guests: Party) -> list[int]:
    """How many deals of each table are settled."""
    return [Deal.objects.filter(table=table).settled().count() for table in guests.tables]


@contextmanager
def gone_on(before: Party, supervisor: Supervisor) -> Iterator[Party]:
    """The same people with the same tokens, at the service's new address."""
    port = free_port()
    program = web(HOST, port)
    supervisor.start(program, *workers())
    wait_for_page(f"http://{HOST}:{port}/livez", supervisor.check)
    people = [
        Person(Caller(f"{HOST}:{port}", token), Random(player), player=player)
        for player, token in before.hall.tokens.items()
    ]
    yield Party(supervisor, program, before.hall, people, before.deals)
    for one in people:
        one.caller.close()


@pytest.fixture
def moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Moves this process, and the services that it starts, to the database and keys of a folder."""
    started: list[DatabaseServer] = []
    place = connection.settings_dict
    before = {name: place[name] for name in ("NAME", "HOST")}

    def move(data: Path) -> None:
        connection.close()
        started.append(DatabaseServer(data))
        monkeypatch.setenv("DATABASE_URL", started[0].url)
        for name, key in json.loads((data / "keys.json").read_text()).items():
            monkeypatch.setenv(name, key)
        place.update({"NAME": DATABASE, "HOST": str(socket_directory(data))})

    yield move
    connection.close()
    place.update(before)
    for server in started:
        server.stop()
        shutil.rmtree(socket_directory(server.folder))


def test_a_backup_that_was_made_during_play_is_played_on_elsewhere(
    own_database: str,
    moved: Callable[[Path], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tell: Callable[[str], None],
) -> None:
    monkeypatch.setenv("DATABASE_URL", own_database)
    file, fresh = tmp_path / "evening.backup", tmp_path / "fresh"
    held: list[Rows] = []
    at_backup: list[int] = []
    seconds: list[float] = []

    def back_up_and_lose_everything(settled: int) -> None:
        if settled >= TABLES and not held:
            seal_transfers()
            held.append(rows())
            began = time.monotonic()
            made = run("backup", str(file), environ=dict(os.environ))
            seconds.append(time.monotonic() - began)
            assert made.returncode == 0, made.stderr
            at_backup.append(guests.settled())
        elif held and settled > at_backup[0]:
            for name in ("web", *(program.name for program in workers())):
                supervisor.kill(name)
            raise Over

    with (
        HastySupervisor(lambda *_: None) as supervisor,
        party(supervisor, tables=TABLES, people=1, deals=ENOUGH) as guests,
        pytest.raises(Over),
    ):
        guests.play(back_up_and_lose_everything)
    lost, published = rows(), heads()

    began = time.monotonic()
    restored = run("restore", str(file), environ=surroundings(fresh))
    seconds.append(time.monotonic() - began)
    assert restored.returncode == 0, restored.stderr
    moved(fresh)
    came_back, deals = rows(), played(guests)

    def play_a_while(_: int) -> None:
        if all(now > before for before, now in zip(deals, played(guests), strict=True)):
            raise Over

    assert held[0] <= came_back < lost  # All of the backup; what was played later is gone.
    assert published
    assert [fault for head in published if (fault := missing(head))] == []
    with (
        HastySupervisor(lambda *_: None) as elsewhere,
        gone_on(guests, elsewhere) as again,
        pytest.raises(Over),
    ):
        again.play(play_a_while)

    told = set().union(*(one.journal.orders for one in again.people))
    assert told
    assert told <= set(Action.objects.values_list("deal", "ply", "text"))
    assert not Action.objects.filter(by=Action.By.CLOCK).exists()  # Nor by the outage.
    assert came_back <= rows()
    assert check_books() == []
    tell(
        f"{sum(deals)} deals, {len(came_back)} actions and transfers: {file.stat().st_size} bytes,"
        f" {seconds[0]:.0f} s to back up, {seconds[1]:.0f} s to restore; {len(told)} actions of"
        " people since, nobody timed out"
    )
