"""The local search: units change tables with each other, as long as that makes a plan better."""

from typing import Final

from clubs.seating.chance import Chance
from clubs.seating.floor import Exchange, Floor

ALL_LOOKED_AT: Final = 200  # Up to this many units, all are looked at for every swap.
SAMPLE: Final = 100  # Of more units, this many are looked at, by lot.
REST: Final = 6  # Who has changed tables stays for this many swaps, up to twice as many.


def improve(floor: Floor, *, chance: Chance, steps: int, target: int) -> None:
    """Bring the floor to the best plan that the search comes upon.

    In every step a troubled unit makes the best exchange there is, even if it is for the worse:
    that leads out of dead ends. Who moved then rests, unless the best plan so far comes of it.

    Args:
        steps: How many exchanges are made at the most.
        target: The cost at which the search ends.
    """
    rests_until = [0] * len(floor.sizes)
    best, fewest = list(floor.table_of), floor.cost
    for step in range(1, steps + 1):
        if fewest <= target or not floor.troubled:
            break
        one = floor.troubled.draw(chance)
        needed = fewest - floor.cost  # A change below this one makes the best plan so far.
        found: list[Exchange] = []
        least = 0
        for other in _looked_at(floor, one, chance):
            exchange = floor.exchange(one, other, chance)
            if exchange is None:
                continue
            change = floor.change(exchange)
            if found and change > least:
                continue
            is_rested = all(rests_until[unit] < step for group in exchange for unit in group)
            if is_rested or change < needed:
                found = [*found, exchange] if found and change == least else [exchange]
                least = change
        if found:
            exchange = found[chance.below(len(found))]
            floor.carry_out(exchange)
            for unit in (*exchange[0], *exchange[1]):
                rests_until[unit] = step + REST + chance.below(REST)
            if floor.cost < fewest:
                best, fewest = list(floor.table_of), floor.cost
    floor.bring_to(best)


def _looked_at(floor: Floor, one: int, chance: Chance) -> list[int]:
    """With whom a unit may change: those of other tables who may move, of many some by lot."""
    if floor.fixed[one] is not None:
        return []
    count = len(floor.sizes)
    seen = range(count) if count <= ALL_LOOKED_AT else (chance.below(count) for _ in range(SAMPLE))
    table_of, fixed, here = floor.table_of, floor.fixed, floor.table_of[one]
    return [other for other in seen if table_of[other] != here and fixed[other] is None]
