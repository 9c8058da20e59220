"""How long after its commit an event reaches those who listen at the tables, and what they cost."""

import contextlib
import itertools
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, Q
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from clubs.tokens import make_token
from deploy.bench.bare_fan_out import BELL, fan_out
from deploy.bench.footprints import cpu_seconds, family_of, processes_of
from deploy.bench.hall import open_hall
from deploy.bench.measures import Measure, at_most
from deploy.bench.ports import free_port
from deploy.bench.stream_listeners import LOBBY, Heard, Point, listen
from deploy.demo.web import wait_for_page
from deploy.ports import parent_of
from deploy.rest.clock import database_now
from deploy.supervisor import Supervisor, live
from games.live.boards import Row
from games.live.lobby import read_changes as lobby_changes
from games.models import Deal, Table
from games.play.advance import advance_table
from games.sight.events import Mark
from games.tables.stewarding import pause

HOST = "127.0.0.1"
TABLES = 20
BOT_SECONDS = 1.0
LOOK_SECONDS = 0.01
WARM_SECONDS = 3.0  # While nobody played all tables fell due at once: it is not counted.
LOOKS = 10
LOBBY_EACH = 3  # Streams of the lobby for each player, besides, in a lap of their own.


@dataclass
class Lap:
    """What was played, and what was heard of it.

    Attributes:
        commits: For each table to which mark each commit led, and when.
        since: When they came as evenly as they do in an evening.
        bare: The same for those who heard the bare bell, whose marks are its numbers.
        joining: CPU seconds of the servers while everybody came in.
    """

    commits: dict[int, list[tuple[Mark, float]]]
    since: float
    heard: list[Heard] = field(default_factory=list)
    joining: float = 0.0

    @property
    def bare(self) -> dict[int, list[tuple[Mark, float]]]:
        return {
            table: [(Mark(number, 0), done) for number, (_, done) in enumerate(told, start=1)]
            for table, told in self.commits.items()
        }


def stream_measures(*, port: int, is_quick: bool) -> Iterator[Measure]:
    """Tables of bots at the pace of people, a seat or a spectator behind each listener.

    The default database is a scratch one, and so is DATABASE_URL of the environment.
    """
    each, seconds = (5, 10.0) if is_quick else (20, 30.0)
    hall = open_hall(
        tables=TABLES, people=0, deals_limit=None, bot_seconds=BOT_SECONDS, at=database_now()
    )
    everywhere = _asked(hall.tables, hall.tables, each=each)
    at_one = _asked(hall.tables, hall.tables[:1] * each, each=each)
    few = min(each, 5)
    beside = _asked(hall.tables, hall.tables, each=few, lobby_each=LOBBY_EACH)
    laps = (
        (f"{len(everywhere)} listeners at {TABLES} tables", everywhere, at_most(2)),
        (f"{len(at_one)} listeners at one table", at_one, None),
        (f"{len(beside) * few // (few + LOBBY_EACH)} listeners beside the lobby", beside, None),
    )
    with Supervisor(lambda *_: None) as supervisor:
        supervisor.start(live(HOST, port))
        wait_for_page(f"http://{HOST}:{port}/live/livez", supervisor.check)
        servers = partial(_server_cpu_seconds, supervisor.child("live").pid)
        for number, (name, asked, goal) in enumerate(laps):
            lap = _lap(port, hall.tables, asked, seconds=seconds, servers=servers)
            with _bare(free_port(), lap.heard) as peer_port:
                peer = _lap(peer_port, hall.tables, asked, seconds=seconds)
            yield from _delivery(name, lap, peer, goal)
            if not number:
                cost = 1000 * lap.joining / len(asked)
                unit = "CPU milliseconds, Python's and PostgreSQL's"
                yield Measure(f"one joins a stream: {unit}", cost, goal=at_most(5))
    yield from _lobby(hall.tables)
    for table in hall.tables:
        pause(table, at=database_now())  # Nobody plays there any more.


def _lobby(tables: list[Table]) -> Iterator[Measure]:
    """A look at the lobby while nobody else is at work: at all tables, and where one bell rang."""
    known: dict[int, Row] = {}
    for name, among in (("all tables", None), ("the table that rang", {tables[0].pk})):
        with CaptureQueriesContext(connection) as asked:
            changes = lobby_changes(known, among)
        began = time.process_time()
        for _ in range(LOOKS):
            lobby_changes(known, among)
        cost = 1000 * (time.process_time() - began) / LOOKS
        known |= {pk: Row(*one, 1) for pk, one in changes.items() if one}
        look = f"a look of the lobby at {name}, of {Table.objects.open().count()}"
        yield Measure(f"{look}: statements", len(asked), goal=at_most(6))
        yield Measure(f"{look}: CPU milliseconds of Python", cost)


def _delivery(name: str, lap: Lap, peer: Lap, goal: Any) -> Iterator[Measure]:
    waits, missed = _waits(lap.heard, lap.commits, since=lap.since)
    bare, bare_missed = _waits(peer.heard, peer.bare, since=peer.since)
    assert not bare_missed, f"the bare fan-out lost {bare_missed} events"
    for cut, percentile, bound in ((49, "p50", None), (98, "p99", goal)):
        ours, theirs = (statistics.quantiles(some, n=100)[cut] * 1000 for some in (waits, bare))
        measure = f"{name}: {percentile} from commit to receipt, milliseconds"
        yield Measure(measure, ours, theirs, "a bare asyncio fan-out", bound)
    yield Measure(f"{name}: events delivered", len(waits))
    yield Measure(f"{name}: events missed or heard twice", missed, goal=at_most(0))


def _asked(
    tables: list[Table], listened: list[Table], *, each: int, lobby_each: int = 0
) -> list[tuple[int, str]]:
    """For each stream its table, or LOBBY, and its token.

    Args:
        listened: At which they listen; a player at `each` of them, from their own on.
        lobby_each: How many streams of the lobby each player has, besides.
    """
    players = Player.objects.filter(seats__table__in=tables).order_by("seats__table", "seats")
    tokens = [make_token(player, name="listener", days=1)[1] for player in players]
    asked = [
        (listened[(number // 5 + shift) % len(listened)].pk, token)
        for number, token in enumerate(tokens)
        for shift in range(each)
    ]
    return asked + [(LOBBY, token) for token in tokens for _ in range(lobby_each)]


def _lap(
    port: int,
    tables: list[Table],
    asked: list[tuple[int, str]],
    *,
    seconds: float,
    servers: Callable[[], float] = lambda: 0.0,
) -> Lap:
    before = servers()
    with _process(listen, port, asked) as line:
        joining = servers() - before
        since = time.perf_counter() + WARM_SECONDS
        commits = _play(tables, seconds=WARM_SECONDS + seconds)
        lap = Lap(commits, since, joining=joining)
        time.sleep(1)  # For what is still on its way.
        line.send("stop")
        lap.heard = [one for one in line.recv() if one.table_id != LOBBY]
    return lap


@contextlib.contextmanager
def _bare(port: int, heard: list[Heard]) -> Iterator[int]:
    """A bare fan-out of events as long as those that were heard; on this port."""
    events = sum(len(one.events) for one in heard)
    size = sum(one.size for one in heard) // max(events, 1)
    with _process(fan_out, port, os.environ["DATABASE_URL"], size):
        yield port


@contextlib.contextmanager
def _process(work: Callable[..., None], *given: object) -> Iterator[Connection]:
    """A process of its own that has said that all is well."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(*given, theirs), daemon=True)
    process.start()
    theirs.close()  # So that a process which dies is not waited for.
    try:
        assert ours.recv(), "a listener was refused"
        yield ours
    finally:
        process.kill()
        process.join()


def _server_cpu_seconds(leader: int) -> float:
    """What the live process and PostgreSQL have used; without the one that asks here."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    return cpu_seconds([*processes_of([leader]), *family_of(parent_of(backend))])


def _play(tables: list[Table], *, seconds: float) -> dict[int, list[tuple[Mark, float]]]:
    """Advance whatever is due; for each table to which mark each commit led, and when."""
    commits: dict[int, list[tuple[Mark, float]]] = {table.pk: [] for table in tables}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        at = database_now()
        for table_id in Table.objects.due(at).filter(pk__in=commits).values_list("pk", flat=True):
            told = commits[table_id]
            stamps: list[float] = []
            with transaction.atomic():
                transaction.on_commit(partial(_stamp, stamps, f"{table_id}.{len(told) + 1}"))
                advance_table(table_id, at=at)
            told.append((_mark(table_id), stamps[0]))
        time.sleep(LOOK_SECONDS)
    return commits


def _mark(table_id: int) -> Mark:
    """Where a table stands, as its streams call it."""
    public = Count("actions", filter=Q(actions__is_public=True))
    last = Deal.objects.filter(table=table_id).annotate(public=public).order_by("-number").first()
    if last is None:
        return Mark(0, 0)
    return Mark(last.number, last.public + (last.settled_at is not None))


def _stamp(stamps: list[float], named: str) -> None:
    """Note the time, and ring the bare bell as the streams' own is rung."""
    stamps.append(time.perf_counter())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [BELL, named])


def _waits(
    heard: list[Heard], commits: dict[int, list[tuple[Mark, float]]], *, since: float
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
            if point not in told and done is not None and done >= since:
                waits.append(received - done)
            told.add(point)
    return waits, wrong
