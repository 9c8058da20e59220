"""Playing over HTTP, the clock, and tables of bots: what people wait for, and how much there is."""

import itertools
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from deploy.bench.bots_at_play import backlog_measures, cup_measures, deal_measures
from deploy.bench.callers import Caller
from deploy.bench.hall import open_hall
from deploy.bench.measures import Measure, at_most
from deploy.bench.play_streams import stream_measures
from deploy.bench.ports import HOST, free_port
from deploy.bench.scratch import scratch_servers
from deploy.demo.web import wait_for_page
from deploy.rest.clock import database_now
from deploy.supervisor import Supervisor, web, workers
from games.models import Action, Deal, Table
from games.play.clocks import GRACE_SECONDS
from games.tables.stewarding import pause

LOOK_SECONDS = 0.02
TURN_SECONDS = 1
FEWEST = 20  # Actions that percentiles are taken of.
LONGEST_SECONDS = 120  # Then too few have acted for any figure.


@dataclass
class Waits:
    """How many seconds each request took, and all of them together."""

    actions: list[float] = field(default_factory=list)
    look_ups: list[float] = field(default_factory=list)
    seconds: float = 0


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """Medians over laps; people act, and look up a row by its key, in turns in the same web."""
    laps, seconds = (2, 2.0) if is_quick else (5, 5.0)
    with scratch_servers(), Supervisor(lambda *_: None) as supervisor:
        port = free_port()
        supervisor.start(web(HOST, port, application="deploy.bench.site:application"))
        supervisor.start(*workers())
        wait_for_page(f"http://{HOST}:{port}/livez", supervisor.check)
        for tables in (1, 10, 100):
            yield from _acting(f"{HOST}:{port}", tables, laps=laps, seconds=seconds)
        yield from _lateness(tables=10 if is_quick else 60)
        yield from _bots(tables=10, deals=5 if is_quick else 30)
        yield from cup_measures(is_quick=is_quick)
        yield from backlog_measures(supervisor, is_quick=is_quick)
        for name in ("web", *(program.name for program in workers())):
            supervisor.stop(name)
        yield from deal_measures(is_quick=is_quick)
        yield from stream_measures(port=free_port(), is_quick=is_quick)


def _acting(site: str, tables: int, *, laps: int, seconds: float) -> Iterator[Measure]:
    hall = open_hall(tables=tables, people=5, deals_limit=None, at=database_now())
    callers = {
        table.pk: {
            player: Caller(site, hall.tokens[player])
            for player in table.seats.values_list("player", flat=True)
        }
        for table in hall.tables
    }
    taken = [_lap(callers, seconds) for _ in range(laps)]
    for table in hall.tables:
        pause(table, at=database_now())  # Nobody plays there any more.
    name = f"{tables} tables of people" if tables > 1 else "one table of people"
    rate = statistics.median(len(lap.actions) / lap.seconds for lap in taken)
    yield Measure(f"{name}: actions per second", rate)
    for cut, percentile, goal in ((49, "p50", at_most(3)), (98, "p99", None)):
        ours, theirs = (
            statistics.median(1000 * statistics.quantiles(waits, n=100)[cut] for waits in laps_of)
            for laps_of in ([lap.actions for lap in taken], [lap.look_ups for lap in taken])
        )
        peer = "a look-up by key"
        yield Measure(f"{name}: {percentile}, milliseconds", ours, theirs, peer, goal)


def _lap(tables: dict[int, dict[int, Caller]], seconds: float) -> Waits:
    """What people took who played side by side for that long, or for a few actions at least."""
    stop, waits = threading.Event(), Waits()
    threads = [
        threading.Thread(target=_play, args=(table_id, callers, stop, waits))
        for table_id, callers in tables.items()
    ]
    for thread in threads:
        thread.start()
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds or len(waits.actions) < FEWEST:
        assert passed < LONGEST_SECONDS, f"{len(waits.actions)} actions in {passed:.0f} s"
        time.sleep(LOOK_SECONDS)
    stop.set()
    waits.seconds = time.monotonic() - began
    for thread in threads:
        thread.join()
    for caller in itertools.chain.from_iterable(one.values() for one in tables.values()):
        caller.close()
    return waits


def _play(table_id: int, callers: dict[int, Caller], stop: threading.Event, waits: Waits) -> None:
    """All people of one table: the one who has the turn looks at their cards, then acts.

    Before each action somebody sends the smallest request, under the same load.
    """
    chance = Random(table_id)
    anybody = next(iter(callers.values()))
    while not stop.is_set():
        table = anybody.table(table_id)
        deal = table["deal"]
        if deal is None or deal["view"]["to_act"] is None:
            time.sleep(LOOK_SECONDS)
            continue
        players = {seat["number"]: seat["player"] for seat in table["seats"]}
        view = deal["view"]
        while view["to_act"] is not None and not stop.is_set():
            actor = callers[players[deal["seat_numbers"][view["to_act"]]]]
            seen = actor.get(f"/api/v1/deals/{deal['id']}")["view"]
            bare = actor.ask("GET", f"/bare/{table_id}")
            assert bare.status == 200, bare
            waits.look_ups.append(bare.seconds)
            answer = actor.act(deal["id"], seen["ply"], chance.choice(seen["legal"]))
            assert answer.status == 200, answer
            waits.actions.append(answer.seconds)
            view = answer.body["view"]


def _lateness(*, tables: int) -> Iterator[Measure]:
    """Nobody acts: how long after their time and the grace does the clock act for each?"""
    halls = [
        open_hall(tables=1, people=5, deals_limit=1, turn_seconds=TURN_SECONDS, at=database_now())
        for _ in range(tables)
    ]
    opened = [table for hall in halls for table in hall.tables]
    _wait_for_the_end(opened)
    allowed = timedelta(seconds=TURN_SECONDS + GRACE_SECONDS)
    late = []
    for deal in Deal.objects.filter(table__in=opened).prefetch_related("actions"):
        rows = sorted(deal.actions.all(), key=lambda row: row.sequence)
        began, seen = deal.dealt_at, set()
        for row in rows:
            if row.by == Action.By.CLOCK and row.place not in seen:
                late.append((row.at - began - allowed).total_seconds())
            seen.add(row.place)
            began = row.at
    yield Measure(
        f"lateness of the clock (p99 of {len(late)}), seconds",
        statistics.quantiles(late, n=100)[98],
        goal=at_most(0.5),
    )


def _bots(*, tables: int, deals: int) -> Iterator[Measure]:
    hall = open_hall(tables=tables, people=0, deals_limit=deals, at=database_now())
    began = time.monotonic()
    _wait_for_the_end(hall.tables)
    yield Measure(
        "tables full of bots: deals per second, from dealt to settled",
        tables * deals / (time.monotonic() - began),
    )


def _wait_for_the_end(tables: list[Table]) -> None:
    ids = [table.pk for table in tables]
    while Table.objects.filter(pk__in=ids).open().exists():
        time.sleep(LOOK_SECONDS)
