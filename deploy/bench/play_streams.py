"""How long after its commit an event reaches those who listen at the tables."""

import contextlib
import itertools
import statistics
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection

from django.db import transaction

from clubs.models import Player
from clubs.tokens import make_token
from deploy.bench.hall import open_hall
from deploy.bench.measures import Measure, at_most
from deploy.bench.stream_listeners import LOBBY, Heard, Point, listen
from deploy.demo.web import wait_for_page
from deploy.rest.clock import database_now
from deploy.supervisor import Supervisor, live
from games.models import Table
from games.play.advance import advance_table
from games.sight.events import Mark, stand
from games.tables.stewarding import pause

HOST = "127.0.0.1"
TABLES, LISTENERS, STREAMS_EACH = 20, 500, 5
LOBBY_EACH = 3  # Streams of the lobby, besides, in the second lap.
BOT_SECONDS = 1.0
LOOK_SECONDS = 0.01


def stream_measures(*, port: int, is_quick: bool) -> Iterator[Measure]:
    """Tables of bots at the pace of people, a seat or a spectator behind each listener.

    The default database is a scratch one, and so is DATABASE_URL of the environment.
    """
    hall = open_hall(
        tables=TABLES, people=0, deals_limit=None, bot_seconds=BOT_SECONDS, at=database_now()
    )
    with Supervisor(lambda *_: None) as supervisor:
        supervisor.start(live(HOST, port))
        wait_for_page(f"http://{HOST}:{port}/live/livez", supervisor.check)
        for lobby_each in (0, LOBBY_EACH):
            with _listeners(port, hall.tables, lobby_each=lobby_each) as line:
                commits = _play(hall.tables, seconds=10 if is_quick else 30)
                time.sleep(1)  # For what is still on its way.
                line.send("stop")
                heard: list[Heard] = line.recv()
            name = f"streams of {LISTENERS} listeners"
            if lobby_each:
                name += f" beside {LISTENERS // STREAMS_EACH * lobby_each} in the lobby"
            yield from _delivery(name, heard, commits)
    for table in hall.tables:
        pause(table, at=database_now())  # Nobody plays there any more.


def _delivery(
    name: str, heard: list[Heard], commits: dict[int, list[tuple[Mark, float]]]
) -> Iterator[Measure]:
    waits, missed = _waits([one for one in heard if one.table_id != LOBBY], commits)
    p50, p99 = (statistics.quantiles(waits, n=100)[cut] * 1000 for cut in (49, 98))
    yield Measure(f"{name}: p50 from commit to receipt, milliseconds", p50)
    yield Measure(f"{name}: p99 from commit to receipt, milliseconds", p99, goal=at_most(250))
    yield Measure(f"{name}: events delivered", len(waits))
    yield Measure(f"{name}: events missed or heard twice", missed, goal=at_most(0))


@contextlib.contextmanager
def _listeners(port: int, tables: list[Table], *, lobby_each: int) -> Iterator[Connection]:
    """Everybody listens at their own table and at some others, perhaps in the lobby."""
    players = Player.objects.filter(seats__table__in=tables).order_by("seats__table", "seats")
    tokens = [make_token(player, name="listener", days=1)[1] for player in players]
    asked = [
        (tables[(number // 5 + shift) % len(tables)].pk, token)
        for number, token in enumerate(tokens)
        for shift in range(STREAMS_EACH)
    ]
    assert len(asked) == LISTENERS
    asked += [(LOBBY, token) for token in tokens for _ in range(lobby_each)]
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=listen, args=(port, asked, theirs), daemon=True)
    process.start()
    try:
        assert ours.recv(), "a listener was refused"
        yield ours
    finally:
        process.kill()
        process.join()


def _play(tables: list[Table], *, seconds: float) -> dict[int, list[tuple[Mark, float]]]:
    """Advance whatever is due; for each table to which mark each commit led, and when."""
    commits: dict[int, list[tuple[Mark, float]]] = {table.pk: [] for table in tables}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        at = database_now()
        for table_id in Table.objects.due(at).filter(pk__in=commits).values_list("pk", flat=True):
            stamps: list[float] = []
            with transaction.atomic():
                transaction.on_commit(partial(_stamp, stamps))
                advance_table(table_id, at=at)
            table = Table.objects.with_seats().get(pk=table_id)
            commits[table_id].append((stand(table).mark, stamps[0]))
        time.sleep(LOOK_SECONDS)
    return commits


def _stamp(stamps: list[float]) -> None:
    stamps.append(time.perf_counter())


def _waits(
    heard: list[Heard], commits: dict[int, list[tuple[Mark, float]]]
) -> tuple[list[float], int]:
    """How many seconds each delivery took, and how many events were missed or came twice."""
    waits: list[float] = []
    wrong = 0
    by_table: dict[int, set[Point]] = {}
    for one in heard:
        by_table.setdefault(one.table_id, set()).update(point for point, _ in one.events)
    for one in heard:
        assert one.begun is not None
        acted = [point for point, _ in one.events]
        known = {point for point in by_table[one.table_id] if point > one.begun}
        wrong += len(known ^ {point for point in acted if point > one.begun})
        wrong += sum(after < before for before, after in itertools.pairwise(acted))
        told: set[Point] = {one.begun}
        for point, received in one.events:
            done = next((done for mark, done in commits[one.table_id] if mark >= point), None)
            if point not in told and done is not None:
                waits.append(received - done)
            told.add(point)
    return waits, wrong
