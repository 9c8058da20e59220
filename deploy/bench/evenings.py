"""Whole evenings planned ahead: repeat meetings beside the bound, and what the plan costs."""

import time
from collections.abc import Iterator, Sequence
from typing import Final

from clubs.seating import plan_evening, table_sizes
from deploy.bench.measures import Measure, at_most

WITHOUT_REPEATS: Final = (
    ("16 people, tables of 4, 5 rounds", [4] * 4, 5),
    ("20 people, tables of 4, 5 rounds", [4] * 5, 5),
    ("24 people, tables of 4, 7 rounds", [4] * 6, 7),
    ("28 people, tables of 4, 9 rounds", [4] * 7, 9),
    ("32 people, tables of 4, 10 rounds", [4] * 8, 10),
    ("37 people, a table of 5 and 8 of 4, 9 rounds", [5] + [4] * 8, 9),
    ("53 people, 9 tables of 5 and 2 of 4, 10 rounds", [5] * 9 + [4] * 2, 10),
)
"""Evenings that are known to need no repeat meeting, with their sizes and rounds."""

OTHERS: Final = (
    (20, 4, 7),
    (23, 5, 6),
    (25, 4, 7),
    (25, 5, 8),
    (30, 5, 8),
    (33, 4, 10),
    (36, 4, 11),
    (36, 6, 5),
    (40, 5, 10),
    (50, 5, 11),
    (1000, 5, 10),
)
"""People, the size that is wished for, and rounds: evenings to know about."""


def measures(*, is_quick: bool) -> Iterator[Measure]:
    for name, sizes, rounds in WITHOUT_REPEATS:
        yield from _planned(name, sizes, rounds, has_goal=True)
    yield from _planned(
        "42 pairs, tables of 3 pairs, 20 rounds", [6] * 14, 20, side=2, has_goal=True
    )
    for people, best, rounds in () if is_quick else OTHERS:
        sizes = table_sizes(people, best=best, allowed=range(2, 11))
        name = f"{people} people, tables of {best} if possible, {rounds} rounds"
        yield from _planned(name, sizes, rounds, has_goal=False)


def _planned(
    name: str, sizes: Sequence[int], rounds: int, *, side: int = 1, has_goal: bool
) -> Iterator[Measure]:
    people = range(sum(sizes))
    units = [people[first : first + side] for first in people[::side]]
    began = time.process_time()
    evening = plan_evening(people, rounds=rounds, sizes=sizes, units=units, seed="bench")
    seconds = time.process_time() - began
    goal = at_most(0) if has_goal else None
    yield Measure(f"{name}: repeat meetings", evening.repeats, evening.bound, "bound", goal)
    yield Measure(f"{name}: CPU seconds", seconds)
