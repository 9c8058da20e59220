"""Wishes for a seating: who sits together, who apart, and who has a fixed table or seat.

They are checked before anybody is seated. Wishes of people who are not here are left aside.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Final


@dataclass(frozen=True)
class Wishes:
    """What the organiser asks for. Tables and seats count from 0.

    Attributes:
        together: Groups who sit at one table.
        apart: Groups of whom no two sit at one table.
        at_table: By person the table at which they sit.
        at_seat: By person the number of their seat, at whatever table.
        locked: By table everybody who sits there, in the order of its seats: nobody else joins.
    """

    together: Sequence[Sequence[int]] = ()
    apart: Sequence[Sequence[int]] = ()
    at_table: Mapping[int, int] = field(default_factory=dict)
    at_seat: Mapping[int, int] = field(default_factory=dict)
    locked: Mapping[int, Sequence[int]] = field(default_factory=dict)


NO_WISHES: Final = Wishes()


class Refusal(StrEnum):
    """Why wishes cannot be kept. The comment says whom a `WishRefused` names with it."""

    NO_SUCH_TABLE = "no_such_table"  # Who was to sit there, and the table.
    NO_SUCH_SEAT = "no_such_seat"  # Who was to sit there; the table if theirs is fixed.
    LOCKED_SIZE = "locked_size"  # Who is locked at the table, more or fewer than it seats.
    TWO_TABLES = "two_tables"  # Those who sit together, and are fixed at two tables.
    SEAT_TAKEN = "seat_taken"  # Who are fixed at the same seat, and the table.
    TABLE_FULL = "table_full"  # Who are fixed at the table, more than it seats.
    TOO_MANY_TOGETHER = "too_many_together"  # The group, larger than the largest table.
    NO_TABLE_LEFT = "no_table_left"  # A group for whom no table has enough seats left.
    TOGETHER_AND_APART = "together_and_apart"  # Who sit together, and were to be apart.
    NOT_APART = "not_apart"  # Two who were to be apart; no plan was found that parts all.


class WishRefused(Exception):
    """Nobody is seated: these wishes cannot be kept.

    Attributes:
        code: Why.
        people: Whose wishes they are.
        table: Which table they are about, counted from 0; None where they are about no one table.
    """

    def __init__(self, code: Refusal, people: Iterable[int], table: int | None = None) -> None:
        self.code = code
        self.people = tuple(people)
        self.table = table
        super().__init__(f"{code}: people {self.people}, table {table}")


def checked_wishes(
    wishes: Wishes, people: Sequence[int], *, sizes: Sequence[int], units: Sequence[Sequence[int]]
) -> tuple[Wishes, list[tuple[int, ...]]]:
    """The wishes of those who are here, with the locked tables as fixed seats, and the units.

    Returns:
        The wishes; then everybody, each in one unit: those who sit together, or one alone.

    Raises:
        WishRefused: two wishes are against each other, or against the sizes.
    """
    here = _of_those_here(wishes, set(people), sizes)
    for one, table in here.at_table.items():
        if not 0 <= table < len(sizes):
            raise WishRefused(Refusal.NO_SUCH_TABLE, [one], table)
    grouped = merged([*units, *here.together], people)
    _check_units(here, grouped, sizes)
    _check_seats(here, grouped, sizes)
    return here, grouped


def fixed_table(unit: Iterable[int], wishes: Wishes) -> int | None:
    """The table at which a unit has to sit, if one of them is fixed there."""
    return next((wishes.at_table[one] for one in unit if one in wishes.at_table), None)


def pairs_apart(wishes: Wishes) -> Iterator[tuple[int, int]]:
    """Who may not share a table, by wish or because both have the same seat."""
    for group in wishes.apart:
        yield from combinations(dict.fromkeys(group), 2)
    by_seat: dict[int, list[int]] = {}
    for one, seat in wishes.at_seat.items():
        by_seat.setdefault(seat, []).append(one)
    for group in by_seat.values():
        yield from combinations(group, 2)


def _of_those_here(wishes: Wishes, here: set[int], sizes: Sequence[int]) -> Wishes:
    """The wishes without those who are absent; a locked table fixes everybody's table and seat."""
    locked = {
        table: [one for one in there if one in here] for table, there in wishes.locked.items()
    }
    for table, there in locked.items():
        if not 0 <= table < len(sizes):
            raise WishRefused(Refusal.NO_SUCH_TABLE, there, table)
        if len(there) != sizes[table]:
            raise WishRefused(Refusal.LOCKED_SIZE, there, table)
    at_table = {one: table for one, table in wishes.at_table.items() if one in here}
    at_seat = {one: seat for one, seat in wishes.at_seat.items() if one in here}
    for table, there in locked.items():
        for seat, one in enumerate(there):
            if at_table.setdefault(one, table) != table:
                raise WishRefused(Refusal.TWO_TABLES, [one], table)
            if at_seat.setdefault(one, seat) != seat:
                raise WishRefused(Refusal.SEAT_TAKEN, [one], table)
    return replace(
        wishes,
        together=[[one for one in group if one in here] for group in wishes.together],
        apart=[[one for one in group if one in here] for group in wishes.apart],
        at_table=at_table,
        at_seat=at_seat,
        locked=locked,
    )


def merged(groups: Iterable[Sequence[int]], people: Sequence[int]) -> list[tuple[int, ...]]:
    """Everybody in one unit each: groups that share somebody are one."""
    unit_of: dict[int, list[int]] = {one: [one] for one in people}
    for group in groups:
        there = [one for one in group if one in unit_of]
        for one in there[1:]:
            into, other = unit_of[there[0]], unit_of[one]
            if into is not other:
                into.extend(other)
                unit_of.update(dict.fromkeys(other, into))
    return [tuple(unit) for one, unit in unit_of.items() if unit[0] == one]


def _check_units(wishes: Wishes, units: Iterable[Sequence[int]], sizes: Sequence[int]) -> None:
    unit_of = {one: unit for unit in units for one in unit}
    for unit in units:
        if len(unit) > max(sizes):
            raise WishRefused(Refusal.TOO_MANY_TOGETHER, unit)
        if len({wishes.at_table[one] for one in unit if one in wishes.at_table}) > 1:
            raise WishRefused(Refusal.TWO_TABLES, [one for one in unit if one in wishes.at_table])
    fixed: dict[int, list[int]] = {}
    for unit in units:
        table = fixed_table(unit, wishes)
        if table is not None:
            fixed.setdefault(table, []).extend(unit)
    for table, there in fixed.items():
        if len(there) > sizes[table]:
            raise WishRefused(Refusal.TABLE_FULL, there, table)
    for group in wishes.apart:
        for one, other in combinations(dict.fromkeys(group), 2):
            if unit_of[one] is unit_of[other]:
                raise WishRefused(Refusal.TOGETHER_AND_APART, [one, other])
            here = fixed_table(unit_of[one], wishes)
            if here is not None and here == fixed_table(unit_of[other], wishes):
                raise WishRefused(Refusal.TOGETHER_AND_APART, [one, other], here)


def _check_seats(wishes: Wishes, units: Iterable[Sequence[int]], sizes: Sequence[int]) -> None:
    unit_of = {one: unit for unit in units for one in unit}
    for one, seat in wishes.at_seat.items():
        table = fixed_table(unit_of[one], wishes)
        most = max(sizes) if table is None else sizes[table]
        if not 0 <= seat < most:
            raise WishRefused(Refusal.NO_SUCH_SEAT, [one], table)
    takers: dict[int, list[int]] = {}
    for one, seat in wishes.at_seat.items():
        takers.setdefault(seat, []).append(one)
    for seat, group in takers.items():
        if len(group) > sum(size > seat for size in sizes):
            raise WishRefused(Refusal.SEAT_TAKEN, group)
        for one, other in combinations(group, 2):
            table = fixed_table(unit_of[one], wishes)
            is_one_table = table is not None and table == fixed_table(unit_of[other], wishes)
            if unit_of[one] is unit_of[other] or is_one_table:
                raise WishRefused(Refusal.SEAT_TAKEN, [one, other], table)
