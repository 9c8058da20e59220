"""Who sits where round a table: seats and neighbours change from round to round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from clubs.seating.chance import Chance
from clubs.seating.meetings import History
from clubs.seating.wishes import Refusal, WishRefused

NEIGHBOUR: Final = 10  # Two sit side by side as they did before: for each time.
SEAT: Final = 1  # Somebody has the seat that they had before: for each time.
FIRST: Final = 4  # The same, beside it, for the first seat: whoever has it often deals first.
PASSES: Final = 4  # Over all that can change at a table; after that there is little to gain.


class Seats:
    """Who has had which seat, and which neighbours."""

    def __init__(self, history: History) -> None:
        self.had: dict[tuple[int, int], int] = {}
        self.beside: dict[tuple[int, int], int] = {}
        for tables in history:
            for table in tables:
                for seat, one in enumerate(table):
                    self.had[one, seat] = self.had.get((one, seat), 0) + 1
                    other = table[seat - 1]
                    pair = (one, other) if one < other else (other, one)
                    self.beside[pair] = self.beside.get(pair, 0) + 1

    def cost(self, table: Sequence[int]) -> int:
        """How much of an order was there before."""
        total = 0
        for seat, one in enumerate(table):
            other = table[seat - 1]
            pair = (one, other) if one < other else (other, one)
            total += SEAT * self.had.get((one, seat), 0) + NEIGHBOUR * self.beside.get(pair, 0)
        return total + FIRST * sum(self.had.get((one, 0), 0) for one in table[:1])


def arranged(
    number: int,
    company: Sequence[int],
    *,
    seats: Seats,
    at_seat: Mapping[int, int],
    sides: Iterable[Sequence[int]],
    chance: Chance,
) -> tuple[int, ...]:
    """The people of a table in the order of its seats.

    Args:
        number: The table's.
        at_seat: Who has a fixed seat.
        sides: Who are partners, as many in each partnership. They sit as far from each other as
            they can: two of four are opposite each other (RULES.md 1.2). People who come alone
            take the seats that are left. Where the table does not hold whole partnerships, or
            these are of several sizes, everybody sits anywhere.

    Raises:
        WishRefused: fixed seats and partners are against each other.
    """
    if not company:
        return ()
    units, blocks = _sides(company, sides)
    table = _first(number, [chance.shuffled(unit) for unit in units], blocks, at_seat, chance)
    cost = seats.cost(table)
    for _ in range(PASSES):
        before = cost
        for changes in _changes(blocks):
            if any(table[seat] in at_seat for change in changes for seat in change):
                continue
            for one, other in changes:
                table[one], table[other] = table[other], table[one]
            changed = seats.cost(table)
            if changed < cost:
                cost = changed
                continue
            for one, other in changes:
                table[one], table[other] = table[other], table[one]
        if cost in (0, before):
            break
    if cost and not any(one in at_seat for one in table):
        return min(_turned(table), key=seats.cost)
    return tuple(table)


def _turned(table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The same neighbours from each seat on, both ways round; partners stay as far apart."""
    for order in (table, table[::-1]):
        for first in range(len(order)):
            yield (*order[first:], *order[:first])


def as_before(
    before: Sequence[int],
    company: Sequence[int],
    *,
    at_seat: Mapping[int, int],
    sides: Iterable[Sequence[int]],
) -> tuple[int, ...] | None:
    """The company in the order of before: who comes takes the seat of somebody who is gone.

    Returns:
        None where fixed seats or partners do not allow that.
    """
    new = [one for one in company if one not in before]
    order: list[int] = []
    for one in before:
        if one in company:
            order.append(one)
        elif new:
            order.append(new.pop(0))
    order += new
    units, blocks = _sides(order, sides)
    block_of = {order[seat]: block for block in blocks for seat in block}
    is_seated = all(seat == at_seat.get(one, seat) for seat, one in enumerate(order))
    is_opposite = all(len({block_of[one] for one in unit}) == 1 for unit in units)
    return tuple(order) if is_seated and is_opposite else None


def _sides(
    company: Sequence[int], sides: Iterable[Sequence[int]]
) -> tuple[list[tuple[int, ...]], list[range]]:
    """The sides of a table and the seats that a side has; all are alone where sides are unequal."""
    own = {one: tuple(side) for side in sides for one in side}
    units = list(dict.fromkeys(own.get(one, (one,)) for one in company))
    most = max(map(len, units), default=1)
    if len(company) % most or {len(unit) for unit in units} - {1, most}:
        most, units = 1, [(one,) for one in company]
    count = len(company) // most
    return units, [range(first, len(company), count) for first in range(count)]


def _first(
    number: int,
    units: list[list[int]],
    blocks: Sequence[range],
    at_seat: Mapping[int, int],
    chance: Chance,
) -> list[int]:
    """Everybody on a seat by lot: partners first, and before all those with a fixed seat."""
    table = [-1] * sum(map(len, units))
    most = len(blocks[0])
    alone = [unit[0] for unit in units if len(unit) < most]
    held = {at_seat[one] for one in alone if one in at_seat}
    free = chance.shuffled(blocks)
    sides = [unit for unit in units if len(unit) == most]
    for unit in sorted(sides, key=lambda unit: not any(one in at_seat for one in unit)):
        wanted = {at_seat[one]: one for one in unit if one in at_seat}
        block = next((block for block in free if _holds(block, set(wanted), held)), None)
        if block is None:
            raise WishRefused(Refusal.SEAT_TAKEN, wanted.values() or unit, number)
        free.remove(block)
        others = [one for one in unit if one not in at_seat]
        for seat in block:
            table[seat] = wanted[seat] if seat in wanted else others.pop()
    for one in alone:
        if one in at_seat:
            table[at_seat[one]] = one
    others = [one for one in alone if one not in at_seat]
    return [others.pop() if one < 0 else one for one in table]


def _holds(block: range, wanted: set[int], held: set[int]) -> bool:
    """Whether a side can have these seats: all that it wants, and none that others have."""
    return wanted <= set(block) and held.isdisjoint(block)


def _changes(blocks: Sequence[range]) -> Iterator[list[tuple[int, int]]]:
    """The seats that trade at a time: two sides change, or two partners."""
    for one, other in combinations(blocks, 2):
        yield list(zip(one, other, strict=True))
    for block in blocks:
        yield from ([pair] for pair in combinations(block, 2))
