"""Cups and tables of bots, and the floors under them: what no way of storing a deal goes below."""

import os
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

from django.db import connection

from deploy.bench.cups import LONGEST_SECONDS, LOOK_SECONDS, SEATS, announce_cup, run_cup
from deploy.bench.hall import open_hall
from deploy.bench.measures import Measure, at_least, at_most
from deploy.rest.clock import database_now
from deploy.supervisor import BOTS_PROCESSES, Supervisor, bots
from games.bots import FIRST_BOT, choose
from games.engine import HouseRules, Place, apply, new_deal, view
from games.fairness.shuffle import shuffled_pack
from games.models import Deal, Table
from games.play.advance import MOST_STEPS, advance_table
from games.tables.stewarding import pause
from tournaments.stages import StagePlan

ROUNDS, DEALS = 3, 5
NANO = 1e9
CPU = "CPU milliseconds, Python's and PostgreSQL's"


def cup_measures(*, is_quick: bool) -> Iterator[Measure]:
    """Cups whose entrants are all bots that take no time; the service runs."""
    for entrants in (200,) if is_quick else (200, 1000):
        stage: StagePlan = {"rounds_count": ROUNDS, "deals_a_round": DEALS}
        cup = announce_cup(entrants, stage=stage, at=database_now())
        drawn, seconds = run_cup(cup)
        deals = Deal.objects.filter(table__book=cup.book_id).settled().count()
        name = f"a cup of {entrants} bots, from start to prizes"
        yield Measure(f"{name}: deals per second", deals / seconds, goal=at_least(40))
        yield Measure(f"{name}: seconds for the first draw", drawn)


def backlog_measures(supervisor: Supervisor, *, is_quick: bool) -> Iterator[Measure]:
    """Tables of bots that were all left waiting: those that waited longest are served first."""
    tables = 100 if is_quick else 2000
    supervisor.stop(bots().name)
    hall = open_hall(tables=tables, people=0, deals_limit=1, at=database_now())
    opened = [table.pk for table in hall.tables]
    first = database_now() - timedelta(seconds=tables)
    for number, table in enumerate(Table.objects.filter(pk__in=opened).order_by("pk")):
        table.clock = table.clock.wake_at(first + timedelta(seconds=number))
        table.save()
    supervisor.start(bots())
    began = time.monotonic()
    while Table.objects.filter(pk__in=opened).open().exists():
        assert time.monotonic() - began < LONGEST_SECONDS, "the backlog does not end"
        time.sleep(LOOK_SECONDS)
    seconds = time.monotonic() - began
    dealt = Deal.objects.filter(table__in=opened).order_by("dealt_at")
    places = {pk: place for place, pk in enumerate(dealt.values_list("table", flat=True))}
    assert places.keys() == set(opened)
    astray = max(abs(places[pk] - number) for number, pk in enumerate(opened))
    name = f"a backlog of {tables} due tables of bots"
    yield Measure(f"{name}: deals per second", tables / seconds)
    most = at_most(BOTS_PROCESSES)
    yield Measure(f"{name}: places by which one was served out of turn", astray, goal=most)


def deal_measures(*, is_quick: bool) -> Iterator[Measure]:
    """What a deal of bots costs, in this process and the server's; nobody else is at work."""
    [table] = open_hall(tables=1, people=0, deals_limit=None, at=database_now()).tables
    deals = 50 if is_quick else 300
    yield from floor_measures(times=deals)
    cost = _cost(lambda: advance_table(table.pk, at=database_now()), times=deals // MOST_STEPS)
    name = f"a deal of bots, dealt to settled: {CPU}"
    yield Measure(name, cost / MOST_STEPS, goal=at_most(8))
    pause(table, at=database_now())


def floor_measures(*, times: int) -> Iterator[Measure]:
    """What no way of storing a deal goes below; nobody else is at work."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bench_floor (at timestamptz)")
    yield Measure(f"one committed INSERT: {CPU}", _cost(_insert, times=times))
    yield Measure(f"a deal by engine and bots alone: {CPU}", _cost(_play_alone, times=times))


def _cost(work: Callable[[], object], *, times: int) -> float:
    """CPU milliseconds of this process and of its backend, each time on the average."""
    work()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    began = time.process_time() + _cpu_seconds(backend)
    for _ in range(times):
        work()
    return 1000 * (time.process_time() + _cpu_seconds(backend) - began) / times


def _cpu_seconds(process: int) -> float:
    """Of another process of this machine; 0 where only Linux could tell."""
    path = Path(f"/proc/{process}/schedstat")
    return int(path.read_text().split()[0]) / NANO if path.exists() else 0.0


def _insert() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_floor VALUES (now())")


def _play_alone() -> None:
    """Without a row: shuffled, dealt and played."""
    rules = HouseRules.preset("standard")
    state = new_deal(
        shuffled_pack(os.urandom(32)), seats=SEATS, dealer=Place(0), rules=rules, scores=()
    )
    while state.to_act is not None:
        seen = view(state, state.to_act).to_json()
        state = apply(state, choose(seen, rules, FIRST_BOT))
