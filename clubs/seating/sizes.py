"""How many sit at each table."""

from collections.abc import Collection, Iterator
from itertools import pairwise

Counts = tuple[tuple[int, int], tuple[int, int]]
"""The larger size and how many tables have it, then the smaller one."""


def table_sizes(people: int, *, best: int, allowed: Collection[int]) -> list[int]:
    """How many sit at each table, largest first: of one size, or of two next to each other.

    Args:
        best: The size wished for; the sizes are as near to it as they can be.
        allowed: The sizes that the house rules are for: 4 and 6 are next to each other where 5 is
            none of them.

    Returns:
        Nothing where no such tables hold everybody.
    """
    possible = list(_possible(people, sorted(set(allowed)))) if people else []
    if not possible:
        return []
    counts = min(possible, key=lambda counts: _mean_square(counts, best=best))
    return [size for size, count in counts for _ in range(count)]


def _possible(people: int, allowed: list[int]) -> Iterator[Counts]:
    """All such sizes, those with the fewest tables first."""
    if not allowed:
        return
    for tables in range(-(-people // allowed[-1]), people // allowed[0] + 1):
        for small, large in pairwise([*allowed, allowed[-1]]):
            more = people - small * tables
            larger, rest = divmod(more, large - small) if large > small else (0, more)
            if not rest and 0 <= larger < tables:
                yield (large, larger), (small, tables - larger)


def _mean_square(counts: Counts, *, best: int) -> float:
    """How far the sizes are from the best one."""
    tables = sum(count for _, count in counts)
    return sum(count * (size - best) ** 2 for size, count in counts) / tables
