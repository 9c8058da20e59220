"""Who plays with whom at a table: a side is who it was formed of. Source: RULES.md 1.8."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

from games.engine import HouseRules
from games.engine.sides import SIDES_OF, side_count
from games.seat_numbers import SeatNumber

SideNumber: TypeAlias = int
"""The number of a side at its table, counted from 0 as sides are formed there."""


@dataclass(frozen=True)
class Sides:
    """The sides of a table.

    Attributes:
        of: The side of each seat that has one.
        there: The seats of those who have not gone home, dealt in or not.
    """

    of: Mapping[SeatNumber, SideNumber] = field(default_factory=dict)
    there: Collection[SeatNumber] = ()

    def apart(self, numbers: Collection[SeatNumber]) -> frozenset[SideNumber]:
        """The sides of which somebody is there, and is not among these."""
        return frozenset(
            self.of[one] for one in self.there if one in self.of and one not in numbers
        )


def sides_formed(
    rules: HouseRules, sides: Sides, numbers: Sequence[SeatNumber]
) -> dict[SeatNumber, SideNumber] | None:
    """The side of each of these seats, clockwise, if they can play a deal with each other.

    Those who have no side yet form one with those who sit as their partners, or take the place of
    somebody who has gone home. None where that number forms no sides, where somebody sits as the
    partner of another side, or where a side is not whole.
    """
    if rules.refusal(len(numbers)) is not None:
        return None
    if rules.sides == "individual":
        return {}
    apart, new, found = sides.apart(numbers), _new_numbers(sides), dict[SeatNumber, SideNumber]()
    for company in _companies(rules, numbers):
        known = {sides.of[one] for one in company if one in sides.of}
        if len(known) > 1 or known & apart or known & set(found.values()):
            return None
        side = known.pop() if known else next(new)
        found |= dict.fromkeys(company, side)
    return found


def whole_sides(
    rules: HouseRules, sides: Sides, numbers: Sequence[SeatNumber]
) -> tuple[SeatNumber, ...]:
    """Who of these is dealt in: all, or those whose sides are whole; nobody where none can play.

    Whoever has no side yet sits out where they do not sit so that partners are opposite.

    Args:
        numbers: Who could be dealt in, clockwise.
    """
    given = tuple(numbers)
    if rules.sides == "individual":
        return given
    apart = sides.apart(given)
    size_of = SIDES_OF.get(rules.sides)
    sizes = [sides.of[one] for one in given if one in sides.of]
    short = {side for side in sizes if size_of is not None and sizes.count(side) < size_of}
    with_newcomers = [one for one in given if sides.of.get(one) not in apart]
    known = [one for one in given if one in sides.of and sides.of[one] not in apart | short]
    for some in (given, tuple(with_newcomers), tuple(known)):
        if sides_formed(rules, sides, some) is not None:
            return some
    return ()


def missing_partners(
    rules: HouseRules, sides: Sides, able: Collection[SeatNumber]
) -> tuple[SeatNumber, ...]:
    """The seats of those who keep a side from being whole: others of it could be dealt in.

    Somebody who has gone home is missing until another takes their place.

    Args:
        able: Who could be dealt in.

    Source: RULES.md 1.8.
    """
    if rules.sides == "individual":
        return ()
    there = [sides.of[one] for one in sides.there if one in sides.of]
    size = SIDES_OF.get(rules.sides, max(map(there.count, there), default=0))
    missing: list[SeatNumber] = []
    for side in sorted({sides.of[one] for one in able if one in sides.of}):
        members = [one for one in sides.of if sides.of[one] == side]
        missing += [one for one in sides.there if one in members and one not in able]
        gone = sorted(one for one in members if one not in sides.there)
        missing += gone[len(gone) - max(size - there.count(side), 0) :]
    return tuple(missing)


def wrongly_paired(
    rules: HouseRules, sides: Mapping[SeatNumber, SideNumber], numbers: Sequence[SeatNumber]
) -> tuple[SeatNumber, ...]:
    """Some of these who would play a deal as partners and are not, or would play against theirs.

    Args:
        numbers: Who was dealt in, clockwise; as many as form sides.
    """
    if rules.sides == "individual":
        return ()
    company_of = dict[SideNumber, int]()
    for place, company in enumerate(_companies(rules, numbers)):
        known = {sides[one] for one in company if one in sides}
        if len(known) > 1:
            return company
        for side in known:
            if company_of.setdefault(side, place) != place:
                return tuple(one for one in numbers if sides.get(one) == side)
    return ()


def sides_at_opening(
    rules: HouseRules, numbers: Sequence[SeatNumber]
) -> dict[SeatNumber, SideNumber]:
    """The sides of people who are seated together; nobody's where that number forms none."""
    return sides_formed(rules, Sides(), numbers) or {}


def vacant_side(
    rules: HouseRules, staying: Iterable[SideNumber], gone: Iterable[SideNumber]
) -> SideNumber | None:
    """The first of the sides of those who have gone home in which somebody is missing.

    Args:
        staying: The side of each who stays and has one.
    """
    there = list(staying)
    most = max(map(there.count, there), default=0)
    size = SIDES_OF.get(rules.sides, most)
    return next((side for side in gone if there.count(side) < size), None)


def _companies(rules: HouseRules, numbers: Sequence[SeatNumber]) -> list[tuple[SeatNumber, ...]]:
    """Who sits so that they would play together, by their places. Source: RULES.md 1.2."""
    sides = side_count(rules.sides, len(numbers))
    return [tuple(numbers[place::sides]) for place in range(sides)]


def _new_numbers(sides: Sides) -> Iterator[SideNumber]:
    taken = set(sides.of.values())
    return (number for number in count() if number not in taken)
