"""Who of a table that breaks up goes to which other table, and to which chair there. Pure.

People are whole numbers, such as the keys of members.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

from games.engine import HouseRules, side_numbers
from games.engine.sides import SIDES_OF

Units: TypeAlias = Sequence[Sequence[int]]
"""People who stay together; somebody alone is a unit, too."""

SIDES_IN_BLOCKS = SIDES_OF
"""How many play together where partners sit at the same distance from each other."""
TOGETHER = {"two_sides": 2} | SIDES_IN_BLOCKS
"""How many may be partners."""

_Cost: TypeAlias = tuple[int, int, int]
_Plan: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Room:
    """An open table that may take people.

    Attributes:
        number: As it is called in the hall.
        people: How many sit there, or are to sit there already.
        possible: The numbers that can play by its rules.
    """

    number: int
    people: int
    possible: frozenset[int]


def spread(units: Units, rooms: Sequence[Room], *, may_wait: bool = False) -> dict[int, int]:
    """The number of the table to which each goes; who finds no chair is left out.

    As many as possible find a chair at a table that can play then. Of all ways to do that, the one
    is taken in which tables differ least: the shortest are filled first.

    Args:
        may_wait: Tables may also take a number that cannot play, and wait for others.
    """
    sizes = sorted({len(unit) for unit in units}, reverse=True)
    rooms = sorted(rooms, key=lambda room: room.number)

    @cache
    def best(index: int, left: tuple[int, ...]) -> tuple[_Cost, _Plan]:
        """How many stay, how many tables cannot play, and how uneven they are; who goes where."""
        if index == len(rooms):
            return (_people(sizes, left), 0, 0), ()
        room, options = rooms[index], []
        for taken in product(*(range(count, -1, -1) for count in left)):
            coming = _people(sizes, taken)
            people = room.people + coming
            can_play = people in room.possible
            if coming and (people > max(room.possible) or not (can_play or may_wait)):
                continue
            rest = tuple(count - some for count, some in zip(left, taken, strict=True))
            (stay, idle, uneven), plan = best(index + 1, rest)
            cost = (stay, idle + (not can_play), uneven + people**2)
            options.append((cost, (taken, *plan)))
        return min(options, key=lambda option: option[0])  # Of equal ones the first: low numbers.

    counts = tuple(sum(len(unit) == size for unit in units) for size in sizes)
    _, plan = best(0, counts)
    waiting = {size: iter([unit for unit in units if len(unit) == size]) for size in sizes}
    return {
        person: room.number
        for room, taken in zip(rooms, plan, strict=True)
        for size, some in zip(sizes, taken, strict=True)
        for _ in range(some)
        for person in next(waiting[size])
    }


def chairs(
    rules: HouseRules, present: Sequence[int], coming: Units
) -> list[tuple[int, int | None]]:
    """In which order people sit down, each to whose left; None is to the right of all.

    Where partners sit opposite each other, or at thirds of the table, those who are there keep
    their partners, and those who come sit as partners, too. RULES.md 1.2.

    Args:
        present: Who sits there, clockwise.
    """
    size = SIDES_IN_BLOCKS.get(rules.sides, 1)
    rank = [[unit[place] for unit in coming if place < len(unit)] for place in range(_most(coming))]
    are_sides = all(len(unit) == size for unit in coming) and len(present) % size == 0
    if size == 1 or not are_sides or not present:
        return [(person, None) for people in rank for person in people]
    block, sitting = len(present) // size, list[tuple[int, int | None]]()
    for place, people in enumerate(rank, start=1):
        before = present[place * block - 1]
        for person in people:
            sitting.append((person, None if place == size else before))
            before = person
    return sitting


def sit_down(
    rules: HouseRules,
    present: Sequence[int],
    coming: Sequence[int],
    partners: Units,
    *,
    after: int | None = None,
) -> list[tuple[int, int | None]]:
    """As `chairs`, for people who are named to sit down together.

    Where people play together, partners sit so, and so do others as they are named; those who are
    there keep their partners. If that number forms no sides, they sit side by side as named.

    Args:
        present: Who sits there, clockwise.
        partners: Partnerships, perhaps also of others.
        after: To whose left the first one sits down; None to the right of all.
    """
    size = TOGETHER.get(rules.sides, 1)
    if len(coming) == 1 < size and after is None:
        return [(coming[0], _with_partners(rules, present, coming[0], partners))]
    if size == 1 or len(coming) % size or len(present) % size or after not in (None, *present):
        return _from(after, [(person, None) for person in coming])
    units = _units(coming, partners, size)
    if after is None or rules.sides not in SIDES_IN_BLOCKS:
        return _from(after, chairs(rules, present, units))
    turn = present.index(after) + 1 - len(present) // size
    turned = [*present[turn:], *present[:turn]]
    return _from(turned[-1], chairs(rules, turned, units))


def sides_at(
    rules: HouseRules, people: Sequence[int], partners: Units, side_of: Mapping[int, int]
) -> list[tuple[int, ...]]:
    """Who of a table stays together: partners, and where sides are pairs or threes, these.

    Args:
        people: Who sits there, clockwise.
        partners: Partnerships, perhaps also of others.
        side_of: The side of each who has one there.
    """
    known = [tuple(unit) for unit in partners if set(unit) <= set(people)]
    sides: dict[int, list[int]] = {}
    if rules.sides in SIDES_IN_BLOCKS:
        for person in people:
            if person in side_of:
                sides.setdefault(side_of[person], []).append(person)
    if all(any(set(unit) <= set(side) for side in sides.values()) for unit in known):
        known = [tuple(side) for side in sides.values()]
    alone = [(one,) for one in people if not any(one in unit for unit in known)]
    first = {one: place for place, one in enumerate(people)}
    return sorted([*known, *alone], key=lambda unit: min(first[one] for one in unit))


def _with_partners(
    rules: HouseRules, present: Sequence[int], person: int, partners: Units
) -> int | None:
    """To whose left somebody sits down, so that all partners there are one side, if they can be."""
    if rules.refusal(len(present) + 1) is not None:
        return None
    side_of = side_numbers(rules.sides, len(present) + 1)
    for chair in (len(present), *range(1, len(present))):
        order = [*present[:chair], person, *present[chair:]]
        side = dict(zip(order, side_of, strict=True))
        known = [unit for unit in partners if set(unit) <= side.keys()]
        if all(len({side[one] for one in unit}) == 1 for unit in known):
            return None if chair == len(present) else present[chair - 1]
    return None


def _units(coming: Sequence[int], partners: Units, size: int) -> list[list[int]]:
    """Partners among them, and the others in the order in which they are named."""
    known = [list(unit) for unit in partners if len(unit) == size and set(unit) <= set(coming)]
    alone = [one for one in coming if not any(one in unit for unit in known)]
    others = [alone[first : first + size] for first in range(0, len(alone), size)]
    return sorted([*known, *others], key=lambda unit: min(coming.index(one) for one in unit))


def _from(
    after: int | None, sitting: Sequence[tuple[int, int | None]]
) -> list[tuple[int, int | None]]:
    """The same, where the right of all is to the left of somebody."""
    found = []
    for person, beside in sitting:
        if beside is None and after is not None:
            beside = after
            after = person
        found.append((person, beside))
    return found


def _people(sizes: Sequence[int], counts: Sequence[int]) -> int:
    return sum(size * count for size, count in zip(sizes, counts, strict=True))


def _most(units: Units) -> int:
    return max((len(unit) for unit in units), default=0)
