"""The local search: units change tables with each other, as long as that makes a plan better."""

from collections.abc import Mapping, Sequence
from typing import Final

from clubs.seating.chance import Chance
from clubs.seating.floor import Exchange, Floor

ALL_LOOKED_AT: Final = 200  # Up to this many units, all are looked at for every swap.
SAMPLE: Final = 100  # Of more units, this many are looked at, by lot.
REST: Final = 6  # Who has changed tables stays for this many swaps, up to twice as many.


class Leash:
    """How many people may be away from where they sat before.

    Attributes:
        origins: By unit, by table, how many of its people sat there before.
        most: How many people may be away from their table.
        away: How many are.
    """

    def __init__(self, floor: Floor, *, origins: Sequence[Mapping[int, int]], most: int) -> None:
        self.origins = origins
        self.away = sum(
            sum(tables.values()) - tables.get(table, 0)
            for tables, table in zip(origins, floor.table_of, strict=True)
        )
        self.most = max(most, self.away)

    def allows(self, floor: Floor, exchange: Exchange) -> bool:
        return self.away + self._change(floor, exchange) <= self.most

    def note(self, floor: Floor, exchange: Exchange) -> None:
        """Count an exchange that is about to be carried out."""
        self.away += self._change(floor, exchange)

    def _change(self, floor: Floor, exchange: Exchange) -> int:
        """How many more people are away from their table after an exchange."""
        mine, theirs = exchange
        here, there = floor.table_of[mine[0]], floor.table_of[theirs[0]]
        gone = sum(
            self.origins[unit].get(here, 0) - self.origins[unit].get(there, 0) for unit in mine
        )
        come = sum(
            self.origins[unit].get(there, 0) - self.origins[unit].get(here, 0) for unit in theirs
        )
        return gone + come


def improve(
    floor: Floor, *, chance: Chance, steps: int, target: int, leash: Leash | None = None
) -> None:
    """Bring the floor to the best plan that the search comes upon.

    In every step a troubled unit makes the best exchange there is, even if it is for the worse:
    that leads out of dead ends. Who moved then rests, unless the best plan so far comes of it.

    Args:
        steps: How many exchanges are made at the most.
        target: The cost at which the search ends.
        leash: If people are to stay near where they sat before.
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
            if (found and change > least) or (leash and not leash.allows(floor, exchange)):
                continue
            is_rested = all(rests_until[unit] < step for group in exchange for unit in group)
            if is_rested or change < needed:
                found = [*found, exchange] if found and change == least else [exchange]
                least = change
        if found:
            exchange = found[chance.below(len(found))]
            if leash:
                leash.note(floor, exchange)
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
