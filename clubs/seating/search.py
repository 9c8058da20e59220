"""The local search: units change tables with each other, as long as that makes a plan better."""

from collections.abc import Sequence
from typing import Final

from clubs.seating.chance import Chance
from clubs.seating.floor import Floor

ALL_LOOKED_AT: Final = 200  # Up to this many units, all are looked at for every swap.
SAMPLE: Final = 100  # Of more units, this many are looked at, by lot.
REST: Final = 6  # Who has changed tables stays for this many swaps, up to twice as many.


def improve(
    floor: Floor, *, chance: Chance, steps: int, target: int, fixed: Sequence[int | None]
) -> None:
    """Bring the floor to the best plan that the search comes upon.

    In every step a troubled unit makes the best swap there is, even if it is for the worse: that
    leads out of dead ends. Those two then rest, unless their swap makes the best plan so far.

    Args:
        steps: How many swaps are tried at the most.
        target: The cost at which the search ends.
        fixed: By unit the table where it has to stay, or None.
    """
    rests_until = [0] * len(floor.sizes)
    best, fewest = list(floor.table_of), floor.cost
    for step in range(1, steps + 1):
        if fewest <= target or not floor.troubled:
            break
        one = floor.troubled[chance.below(len(floor.troubled))]
        if fixed[one] is not None:
            continue
        found: list[int] = []
        least = 0
        needed = fewest - floor.cost  # A change below this one makes the best plan so far.
        for other in _looked_at(floor, one, chance):
            if fixed[other] is not None:
                continue
            change = floor.change_of_swap(one, other)
            if found and change > least:
                continue
            is_resting = rests_until[one] >= step or rests_until[other] >= step
            if is_resting and change >= needed:
                continue
            found = [*found, other] if found and change == least else [other]
            least = change
        if found:
            other = found[chance.below(len(found))]
            _swap(floor, one, other)
            for moved in (one, other):
                rests_until[moved] = step + REST + chance.below(REST)
            if floor.cost < fewest:
                best, fewest = list(floor.table_of), floor.cost
    for unit, table in enumerate(best):
        if floor.table_of[unit] != table:
            floor.move(unit, table)


def _looked_at(floor: Floor, one: int, chance: Chance) -> list[int]:
    """With whom a unit may swap: those of its size at other tables, of many some by lot."""
    count = len(floor.sizes)
    few = count <= ALL_LOOKED_AT
    seen = range(count) if few else [chance.below(count) for _ in range(SAMPLE)]
    table_of, sizes, here, size = floor.table_of, floor.sizes, floor.table_of[one], floor.sizes[one]
    return [other for other in seen if table_of[other] != here and sizes[other] == size]


def _swap(floor: Floor, one: int, other: int) -> None:
    here, there = floor.table_of[one], floor.table_of[other]
    floor.move(one, there)
    floor.move(other, here)
