"""Rounds drawn one at a time, with what was played before: repeat meetings, and spread of scores.

Where scores count, people have a hidden strength, and luck is added to it in every round; both are
normally distributed with a standard deviation of 1. The best at a table of four gets 3 points, the
others 2, 1 and 0. The next draw knows the sum of these points.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from clubs.seating import (
    History,
    Seated,
    Tables,
    meeting_again,
    seat_round,
    table_sizes,
    times_met,
)
from deploy.bench.measures import Goal, Measure, at_most

ROUNDS: Final = 10
ALLOWED: Final = range(2, 11)

WITHOUT_REPEATS: Final = (48, 53, 64, 100)
"""People at as many fours as possible who need not meet again in ten rounds."""

IN_SECONDS: Final = {1000: 1, 5000: 10}
"""People, and how many CPU seconds ten rounds of fours may take."""

OTHERS: Final = (
    (20, 4), (23, 5), (28, 4), (30, 5), (32, 4), (36, 4), (40, 4), (40, 5), (50, 5), (57, 6),
    (80, 5), (120, 6), (200, 5), (500, 8),
)  # fmt: skip
"""People, and the size that is wished for: evenings of ten rounds to know about."""

MOST_IN_TURNS: Final = 500  # People; of more, the peer takes minutes.

FOUR: Final = 4
SEEDS: Final = (1, 2, 3, 4, 5)
QUICK_PEOPLE: Final = 200  # More people play for their places in a long run only.


@dataclass(frozen=True)
class Contest:
    """Rounds for places, and what a draw by scores is to reach: medians over the seeds."""

    people: int
    rounds: int
    repeats: float
    spread: float


CONTESTS: Final = (
    Contest(20, 5, repeats=12, spread=2.6),
    Contest(40, 6, repeats=6, spread=1.4),
    Contest(100, 7, repeats=1, spread=0.55),
    Contest(200, 8, repeats=1, spread=0.25),
    Contest(1000, 8, repeats=0, spread=0.06),
)

Draw = Callable[[Mapping[int, int], History, int], Tables]
"""The tables of a round, from the scores, the rounds so far and a seed."""


def measures(*, is_quick: bool) -> Iterator[Measure]:
    for people in WITHOUT_REPEATS:
        yield from _evening(people, FOUR, goal=at_most(0))
    for people, seconds in IN_SECONDS.items():
        yield from _evening(people, FOUR, goal=at_most(0), in_time=at_most(seconds))
    for people, best in () if is_quick else OTHERS:
        yield from _evening(people, best)
    for contest in CONTESTS:
        if not is_quick or contest.people <= QUICK_PEOPLE:
            yield from _contest(contest)


def _evening(
    people: int, best: int, *, goal: Goal | None = None, in_time: Goal | None = None
) -> Iterator[Measure]:
    sizes = table_sizes(people, best=best, allowed=ALLOWED)
    rounds: list[Seated] = []
    began = time.process_time()
    for number in range(ROUNDS):
        history = [seated.tables for seated in rounds]
        rounds.append(seat_round(range(people), sizes=sizes, history=history, seed=number))
    seconds = time.process_time() - began
    name = f"{people} people, tables of {best} if possible, {ROUNDS} rounds one at a time"
    repeats = sum(seated.repeats for seated in rounds)
    bound = sum(seated.bound for seated in rounds)
    yield Measure(f"{name}: repeat meetings", repeats, bound, "bound", goal)
    if people <= MOST_IN_TURNS:
        yield Measure(
            f"{name}: repeat meetings", repeats, _repeats_in_turns(people, sizes), "in turns"
        )
    yield Measure(f"{name}: CPU seconds", seconds, goal=in_time)


def _repeats_in_turns(people: int, sizes: Sequence[int]) -> int:
    """Everybody in turn, in an order by lot, takes the table where they meet the fewest again."""
    chance = Random(people)
    history: list[list[list[int]]] = []
    repeats = 0
    for _ in range(ROUNDS):
        met = times_met(history)
        tables: list[list[int]] = [[] for _ in sizes]
        for one in chance.sample(range(people), people):
            known = met.get(one, {})
            free = (table for table, size in zip(tables, sizes, strict=True) if len(table) < size)
            min(free, key=lambda table: (len(known.keys() & table), len(table))).append(one)
        repeats += len(meeting_again(tables, met))
        history.append(tables)
    return repeats


def _contest(contest: Contest) -> Iterator[Measure]:
    began = time.process_time()
    ours = [_played(contest, _ranked, seed) for seed in SEEDS]
    seconds = (time.process_time() - began) / len(SEEDS)
    theirs = [_played(contest, _sorted_and_cut, seed) for seed in SEEDS]
    name = f"{contest.people} people by their scores, {contest.rounds} rounds"
    for what, goal, place in (
        ("repeat meetings", contest.repeats, 0),
        ("mean spread at a table, points", contest.spread, 1),
        ("the same without the first round", None, 2),
    ):
        reached = statistics.median(played[place] for played in ours)
        peer = statistics.median(played[place] for played in theirs)
        if goal is not None:
            yield Measure(f"{name}: {what}", reached, goal=at_most(goal))
        yield Measure(f"{name}: {what}", reached, peer, "sorted and cut")
    yield Measure(f"{name}: CPU seconds", seconds)


def _played(contest: Contest, draw: Draw, seed: int) -> tuple[int, float, float]:
    """How many meet again, and the mean spread of scores at a table; then without the first round.

    In the first round all scores are 0, and so is the spread, however people are drawn.
    """
    chance = Random(seed)
    strength = [chance.gauss(0, 1) for _ in range(contest.people)]
    scores = dict.fromkeys(range(contest.people), 0)
    history: list[Tables] = []
    repeats = 0
    spreads: list[int] = []
    for _ in range(contest.rounds):
        tables = draw(scores, history, chance.getrandbits(63))
        repeats += len(meeting_again(tables, times_met(history)))
        for table in tables:
            points = [scores[one] for one in table]
            spreads.append(max(points) - min(points))
        history.append(tables)
        for table in tables:
            luck = {one: strength[one] + chance.gauss(0, 1) for one in table}
            for place, one in enumerate(sorted(table, key=lambda one: luck[one])):
                scores[one] += place
    later = spreads[len(history[0]) :]
    return repeats, statistics.fmean(spreads), statistics.fmean(later)


def _ranked(scores: Mapping[int, int], history: History, seed: int) -> Tables:
    sizes = [FOUR] * (len(scores) // FOUR)
    return seat_round(list(scores), sizes=sizes, history=history, seed=seed, scores=scores).tables


def _sorted_and_cut(scores: Mapping[int, int], _history: History, seed: int) -> Tables:
    """The best four at the first table, and so on; equals by lot."""
    order = Random(seed).sample(sorted(scores), len(scores))
    order.sort(key=lambda one: -scores[one])
    return [order[start : start + FOUR] for start in range(0, len(order), FOUR)]
