"""Who stands where: the first measure decides, the next where it is equal."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from clubs.seating import Chance
from tournaments.standings.measures import Measure
from tournaments.standings.results import Results

LOTS: Final = 1_000_000
"""Lots are numbers below this one."""


@dataclass(frozen=True)
class Standing:
    """An entrant's rank; entrants with equal figures share one.

    Attributes:
        rank: From 1.
        figures: What each measure counts, in the order of the measures.
    """

    rank: int
    entrant: int
    figures: tuple[int, ...]


def standings(results: Results, measures: Sequence[Measure]) -> list[Standing]:
    """Best first; equals stand in the order of their keys and share the rank."""
    found: list[Standing] = []
    for equals in _ranked(dict.fromkeys(sorted(results.records), ()), results, measures):
        rank = len(found) + 1
        found += [Standing(rank, entrant, figures) for entrant, figures in equals.items()]
    return found


def _ranked(
    equals: dict[int, tuple[int, ...]], results: Results, measures: Sequence[Measure]
) -> Iterator[dict[int, tuple[int, ...]]]:
    """Those who are equal so far, parted by the measures that are left, best first."""
    if not measures or not equals:
        yield from [equals] * bool(equals)
        return
    measure, *rest = measures
    figures = {one: measure.figure(one, results, equals) for one in equals}
    ordered = sorted(equals, key=lambda one: -figures[one])
    for figure, group in groupby(ordered, key=lambda one: figures[one]):
        yield from _ranked({one: (*equals[one], figure) for one in group}, results, rest)


def lots(seed: int, entrants: Iterable[int]) -> dict[int, int]:
    """By entrant a number by lot, no two the same.

    Everybody's number comes from the seed and their own key: it stays as it is when others enter
    later, unless two draw the same number. Then the later key draws again.
    """
    taken: set[int] = set()
    drawn = {}
    for entrant in sorted(entrants):
        drawn[entrant] = _lot(Chance(f"{seed}:lot:{entrant}"), taken)
        taken.add(drawn[entrant])
    return drawn


def _lot(chance: Chance, taken: Collection[int]) -> int:
    while (number := chance.below(LOTS)) in taken:
        pass
    return number
