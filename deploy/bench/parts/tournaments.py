"""Tournaments of bots from start to prizes: how much is played, how each round is drawn.

Then round robins start while others enter and read: nobody waits for a lock.
"""

import os
import time
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from typing import Final

from django.db.models import Max, Min

from deploy.bench.bots_at_play import floor_measures
from deploy.bench.cups import announce_cup, run_cup
from deploy.bench.measures import Measure, at_least, at_most
from deploy.bench.ports import HOST, free_port
from deploy.bench.round_robins import round_robins
from deploy.bench.scratch import scratch_servers
from deploy.demo.web import wait_for_page
from deploy.rest.clock import database_now
from deploy.supervisor import BOTS_PROCESSES, Supervisor, web, workers
from games.models import Deal, Table
from tournaments.drawing import draw, situation_of
from tournaments.models import Bye, Round, RoundSeat, Tournament
from tournaments.stages import StagePlan

SIZES: Final = "SPOIL_FIVE_ENTRANTS"
"""Names other sizes, as `50,150`: the last is compared with the first."""

RATE: Final = "deals settled per second"
SWISS: Final[StagePlan] = {"format": "swiss", "rounds_count": 5, "deals_a_round": 5}
FLOOR_DEALS: Final = 100
LARGE: Final = 300
"""Entrants from whom on the goals hold: fewer wait for the sweeps, and have to meet again."""


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """One cup after another, each in the same service; then the floor, with nobody at work."""
    asked = os.environ.get(SIZES, "100" if is_quick else "100,300,1000")
    rates: dict[int, float] = {}
    with scratch_servers(), Supervisor(lambda *_: None) as supervisor:
        port = free_port()
        supervisor.start(web(HOST, port), *workers())
        wait_for_page(f"http://{HOST}:{port}/livez", supervisor.check)
        for entrants in map(int, asked.split(",")):
            for measure in _cup(entrants, SWISS):
                if measure.name.endswith(RATE):
                    rates[entrants] = measure.ours
                yield measure
        first, last = min(rates), max(rates)
        if first < last:
            yield Measure(
                f"deals per second of {last:,} bots, beside a smaller cup",
                rates[last], rates[first], f"of {first:,} bots", at_least(0.5),
            )  # fmt: skip
        yield from round_robins(f"{HOST}:{port}", (34, 37, 41) if is_quick else range(34, 42))
        for name in ("web", *(program.name for program in workers())):
            supervisor.stop(name)
        yield from _floor(rates[last])


def _cup(entrants: int, stage: StagePlan) -> Iterator[Measure]:
    """What everybody in the hall waits for."""
    began = time.monotonic()
    cup = announce_cup(entrants, stage=stage, at=database_now())
    entering = time.monotonic() - began
    name = f"{entrants:,} bots, {stage['rounds_count']} rounds of {stage['deals_a_round']} deals"
    drawn, seconds = run_cup(cup)
    deals = Deal.objects.filter(table__book=cup.book_id).settled().count()
    yield Measure(f"{name}: seconds to enter them all", entering)
    yield Measure(f"{name}: seconds from start to prizes", seconds)
    goal = at_least(40) if entrants >= LARGE else None
    yield Measure(f"{name}: {RATE}", deals / seconds, goal=goal)
    yield Measure(f"{name}, round 1: seconds of the start with its draw", drawn)
    last_closed: datetime | None = None
    for round in cup.rounds.order_by("number"):
        yield from draw_measures(cup, round, f"{name}, round {round.number}")
        tables = Table.objects.filter(round_table__round=round)
        first_dealt = Deal.objects.filter(table__in=tables).aggregate(at=Min("dealt_at"))["at"]
        if last_closed is not None:
            wait = (first_dealt - last_closed).total_seconds()
            yield Measure(f"{name}, round {round.number}: seconds since the last card", wait)
        last_closed = tables.aggregate(at=Max("closed_at"))["at"]


def draw_measures(cup: Tournament, round: Round, name: str) -> Iterator[Measure]:
    """The draw done again from the rows: it finds the same tables, by the seed that was kept."""
    seats = RoundSeat.objects.filter(round_table__round=round)
    able = [
        *seats.values_list("entrant", flat=True),
        *Bye.objects.filter(round=round).values_list("entrant", flat=True),
    ]
    stage = round.stage
    stage.tournament = cup
    began = time.monotonic()
    situation = situation_of(stage, able, seed=round.seed, before=round.number)
    read = time.monotonic()
    drawn = draw(situation, stage)
    ended = time.monotonic()
    assert drawn is not None
    assert sorted(chain(*drawn.seated.tables)) == sorted(
        set(seats.values_list("entrant", flat=True))
    )
    assert drawn.seated.repeats == round.repeat_meetings
    yield Measure(f"{name}: seconds to read what was played", read - began)
    yield Measure(f"{name}: seconds of the draw alone", ended - read, goal=at_most(10))
    goal = at_most(0) if len(able) >= LARGE else None
    repeats, bound = round.repeat_meetings, round.least_repeats
    yield Measure(f"{name}: repeat meetings", repeats, bound, "bound", goal)


def _floor(rate: float) -> Iterator[Measure]:
    """Deals per second beside the most that this machine could do, were nothing kept of a deal."""
    floors = list(floor_measures(times=FLOOR_DEALS))
    yield from floors
    most = 1000 * BOTS_PROCESSES / sum(floor.ours for floor in floors)
    name = f"{RATE}, beside both of these and nothing else in {BOTS_PROCESSES} processes"
    yield Measure(name, rate, most, "floor")
