"""The draw of a round: tables of about the same size at which few meet again.

Pure: whoever calls it has shuffled the entrants.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from clubs.seating import seat

STARTS = 12  # From about so many rotations of the order the search begins anew.


@dataclass(frozen=True)
class Draw:
    """Who meets at which table.

    Attributes:
        tables: The entrants of each table, in the order of its seats.
        repeats: How many pairs at a table have met before.
        bound: How many at the least any draw of these entrants has.
    """

    tables: tuple[tuple[int, ...], ...]
    repeats: int
    bound: int


def draw(
    entrants: Sequence[int], *, sizes: Sequence[int], met: Mapping[frozenset[int], int]
) -> Draw:
    """The best draw found from several beginnings.

    Args:
        entrants: Two or more, in an order that favours nobody.
        sizes: How many sit at each table, largest first.
        met: How often two of them sat together before.
    """
    bound = least_repeats(entrants, sizes=sizes, met=met)
    best: list[list[int]] | None = None
    fewest = 0
    for start in range(0, len(entrants), max(1, len(entrants) // STARTS)):
        order = [*entrants[start:], *entrants[:start]]
        tables = seat(order, sizes=sizes, met=met)
        repeats = repeat_meetings(tables, met)
        if best is None or repeats < fewest:
            best, fewest = tables, repeats
        if fewest == bound:
            break
    assert best is not None
    return Draw(tuple(map(tuple, best)), fewest, bound)


def repeat_meetings(tables: Iterable[Iterable[int]], met: Mapping[frozenset[int], int]) -> int:
    """How many pairs at a table have met before."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return sum(bool(met.get(frozenset(pair))) for pair in pairs)


def least_repeats(
    entrants: Sequence[int], *, sizes: Sequence[int], met: Mapping[frozenset[int], int]
) -> int:
    """A number of repeat meetings that no draw can go below.

    Whoever has fewer strangers left than the smallest table has other seats meets somebody again.
    """
    others = min(sizes) - 1
    forced = 0
    for one in entrants:
        known = sum(bool(met.get(frozenset((one, other)))) for other in entrants if other != one)
        forced += max(0, others - (len(entrants) - 1 - known))
    return -(-forced // 2)  # Each repeat meeting is counted from both of its sides.
