"""Whole evenings by rows that shift: nobody meets twice, in as many rounds as were found.

People stand in rows of as many as there are tables, the last row perhaps shorter. In every round
each row moves along by a shift of its own, and those who then stand in one column share a table.
Two of different rows meet at most once if their rows differ by another shift in every round; two
of one row never meet.
"""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final

from clubs.seating.meetings import Tables

Shifts = tuple[int, ...]
"""Of one round, the shift of each row."""

Differences = frozenset[tuple[int, int, int]]
"""Two rows, and by how much one is further along than the other."""

STEPS: Final = 20_000  # Of the search; what can be found is mostly found within a thousand.


def by_shifts(sizes: Sequence[int], *, rounds: int) -> tuple[Tables, ...]:
    """Rounds in which the places 0, 1, 2, ... never meet twice, largest table first.

    Args:
        sizes: How many sit at each table; if they differ by more than one, there is no such plan.
        rounds: How many rounds are wanted; there may be fewer.
    """
    if max(sizes) - min(sizes) > 1:
        return ()
    tables, people = len(sizes), range(sum(sizes))
    rows = [people[start : start + tables] for start in range(0, len(people), tables)]
    planned = [
        _shifted(rows, shifts, tables) for shifts in _longest(len(rows), tables, rounds=rounds)
    ]
    if len(planned) < rounds and len(rows[-1]) == tables and tables % len(rows) == 0:
        planned.append(_row_by_row(rows))
    return tuple(planned)


def _shifted(rows: Sequence[Sequence[int]], shifts: Shifts, tables: int) -> Tables:
    base = _base(tables)
    seated: list[list[int]] = [[] for _ in range(tables)]
    for row, shift in zip(rows, shifts, strict=True):
        for column, person in enumerate(row):
            seated[_sum(column, shift, base)].append(person)
    return sorted(seated, key=len, reverse=True)


def _row_by_row(rows: Sequence[Sequence[int]]) -> Tables:
    """One round more: those of a row have not met, and each row fills whole tables."""
    size = len(rows)
    return [row[start : start + size] for row in rows for start in range(0, len(row), size)]


def _longest(rows: int, tables: int, *, rounds: int) -> list[Shifts]:
    """The shifts of as many rounds as were found; multiples do for a prime number of tables."""
    if rows <= tables and _is_prime(tables):
        return [
            tuple(step * row % tables for row in range(rows)) for step in range(min(rounds, tables))
        ]
    longest: list[Shifts] = []
    for plan in _plans([], frozenset(), rows, tables, iter(range(STEPS))):
        longest = max(longest, plan, key=len)
        if len(longest) == rounds:
            break
    return longest


def _plans(
    plan: list[Shifts], taken: Differences, rows: int, tables: int, steps: Iterator[int]
) -> Iterator[list[Shifts]]:
    """This plan, then all that go on from it.

    Nothing is lost where the first row stays, and the second moves further from round to round.
    """
    yield plan
    second = plan[-1][1] + 1 if plan and rows > 1 else 0
    for shifts, differences in _rounds((0,), frozenset(), taken, second, rows, tables, steps):
        yield from _plans([*plan, shifts], taken | differences, rows, tables, steps)


def _rounds(
    shifts: Shifts,
    differences: Differences,
    taken: Differences,
    second: int,
    rows: int,
    tables: int,
    steps: Iterator[int],
) -> Iterator[tuple[Shifts, Differences]]:
    """All rounds that begin with these shifts and repeat no difference."""
    row = len(shifts)
    if row == rows:
        yield shifts, differences
        return
    base = _base(tables)
    for shift in range(second if row == 1 else 0, tables):
        if next(steps, None) is None:
            return
        added = {(other, row, _apart(shift, shifts[other], base)) for other in range(row)}
        if taken.isdisjoint(added):
            yield from _rounds(
                (*shifts, shift), differences | added, taken, second, rows, tables, steps
            )


def _sum(one: int, other: int, base: int) -> int:
    """Added digit by digit, without carrying."""
    if not one and not other:
        return 0
    return (one + other) % base + base * _sum(one // base, other // base, base)


def _apart(one: int, other: int, base: int) -> int:
    """By how much the first is further along; the sum of this and the second is the first."""
    if not one and not other:
        return 0
    return (one - other) % base + base * _apart(one // base, other // base, base)


def _base(tables: int) -> int:
    """The prime of which the number of tables is a power, else that number itself.

    With 4, 8, 9, 16, ... tables, adding digit by digit allows more rounds.
    """
    for prime in (2, 3, 5, 7):
        power = prime
        while power < tables:
            power *= prime
        if power == tables:
            return prime
    return tables


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1))
