"""A first plan that keeps the sizes: units of several people first, then everybody who is alone."""

from collections.abc import Sequence
from heapq import heapify, heapreplace
from typing import Final

from clubs.seating.chance import Chance

STEPS: Final = 20_000  # Of the search for a table for each group.


def pack(
    units: Sequence[Sequence[int]],
    *,
    sizes: Sequence[int],
    fixed: Sequence[int | None],
    chance: Chance,
) -> list[list[int]] | None:
    """The numbers of the units at each table, by lot; None where no plan was found.

    Args:
        fixed: By unit the table at which it has to be, if any. They fit.
    """
    left = list(sizes)
    tables: list[list[int]] = [[] for _ in sizes]
    for unit, table in enumerate(fixed):
        if table is not None:
            tables[table].append(unit)
            left[table] -= len(units[unit])
    free = chance.shuffled(unit for unit, table in enumerate(fixed) if table is None)
    groups = sorted((unit for unit in free if len(units[unit]) > 1), key=lambda u: -len(units[u]))
    found = _groups_placed([len(units[unit]) for unit in groups], left, chance)
    if found is None:
        return None
    for unit, table in zip(groups, found, strict=True):
        tables[table].append(unit)
        left[table] -= len(units[unit])
    alone = [unit for unit in free if len(units[unit]) == 1]
    for table, seats in enumerate(left):
        for _ in range(seats):
            tables[table].append(alone.pop())
    return tables


def _groups_placed(groups: Sequence[int], left: Sequence[int], chance: Chance) -> list[int] | None:
    """A table for each group, largest group first: spread out if that fits, else as it fits."""
    order = chance.shuffled(range(len(left)))
    heap = [(-left[table], place, table) for place, table in enumerate(order)]
    heapify(heap)
    spread = []
    for size in groups:
        room, place, table = heap[0]
        if -room < size:
            return _searched(groups, left, order)
        heapreplace(heap, (room + size, place, table))
        spread.append(table)
    return spread


def _searched(groups: Sequence[int], left: Sequence[int], order: Sequence[int]) -> list[int] | None:
    """A table for each group by depth-first search; rooms that led nowhere are not tried again."""
    room = list(left)
    placed: list[int] = []  # By depth the place of the group's table in the order.
    dead: set[tuple[int, ...]] = set()
    start = 0
    for _ in range(STEPS):
        if len(placed) == len(groups):
            return [order[place] for place in placed]
        size = groups[len(placed)]
        fits = (place for place in range(start, len(order)) if room[order[place]] >= size)
        place = next(fits, None)
        if place is not None and (not dead or (len(placed), *sorted(room)) not in dead):
            room[order[place]] -= size
            placed.append(place)
            start = 0
        elif placed:
            dead.add((len(placed), *sorted(room)))
            last = placed.pop()
            room[order[last]] += groups[len(placed)]
            start = last + 1
        else:
            return None
    return None
