"""Whole schedules: several rounds planned together, in which nobody meets the same person twice.

Pure: the caller has shuffled the entrants.
"""

from collections.abc import Sequence

Tables = tuple[tuple[int, ...], ...]

STEPS = 20_000  # Of the search; what can be found is mostly found within a thousand.


def schedule(entrants: Sequence[int], *, tables: int, rounds: int) -> list[Tables]:
    """This number of rounds without a repeat meeting, or as many as were found.

    The entrants stand in rows of as many as there are tables, the last row perhaps shorter. In
    every round each row moves along by a shift of its own, and those who then stand in the same
    column share a table. Two of different rows meet at most once if their rows' shifts differ by
    something else in every round; two of one row never meet.

    Args:
        entrants: Everybody, in an order that favours nobody.
        tables: How many tables each round has; their sizes differ by one at most.
        rounds: How many rounds are wanted.

    Returns:
        One to `rounds` rounds, each with the entrants of its tables, largest table first.
    """
    rows = [entrants[start : start + tables] for start in range(0, len(entrants), tables)]
    planned = [
        _shifted(rows, shifts, tables=tables)
        for shifts in _find_shifts(len(rows), tables=tables, rounds=rounds)
    ]
    if len(planned) < rounds and len(rows[-1]) == tables and tables % len(rows) == 0:
        planned.append(_row_by_row(rows))
    return planned


def _shifted(rows: Sequence[Sequence[int]], shifts: Sequence[int], *, tables: int) -> Tables:
    seated: list[list[int]] = [[] for _ in range(tables)]
    for row, shift in zip(rows, shifts, strict=True):
        for column, entrant in enumerate(row):
            seated[_moved(column, shift, tables)].append(entrant)
    return tuple(map(tuple, sorted(seated, key=len, reverse=True)))


def _row_by_row(rows: Sequence[Sequence[int]]) -> Tables:
    """One round more: those of a row have not met, and each row fills whole tables."""
    size = len(rows)
    return tuple(
        tuple(row[start : start + size]) for row in rows for start in range(0, len(row), size)
    )


def _find_shifts(rows: int, *, tables: int, rounds: int) -> list[list[int]]:
    """The shift of each row in each round, by depth-first search.

    Nothing is lost where the first row stays, and the second moves further from round to round.
    """
    flat: list[int] = []  # Round by round, in each row by row.
    tried = [0]  # From which shift on the next one is looked for, at each depth.
    taken: list[set[tuple[int, int, int]]] = []  # Two rows and their difference, at each depth.
    longest: list[int] = []
    for _ in range(STEPS):
        row = len(flat) % rows
        if row == 0 and len(flat) > len(longest):
            longest = list(flat)
        if len(longest) == rows * rounds:
            break
        shift = tried[-1]
        if shift >= (tables if row else 1):
            if not flat:
                break
            for gone in (flat, tried, taken):
                gone.pop()
            continue
        tried[-1] += 1
        differences = {
            (other, row, _apart(shift, flat[other - row], tables)) for other in range(row)
        }
        if all(differences.isdisjoint(before) for before in taken):
            flat.append(shift)
            taken.append(differences)
            tried.append(flat[-rows] + 1 if len(flat) % rows == 1 and len(flat) > rows else 0)
    return [longest[start : start + rows] for start in range(0, len(longest), rows)]


def _moved(column: int, shift: int, tables: int) -> int:
    """The column reached; with 2, 4, 8, ... tables adding digit by digit allows more rounds."""
    return column ^ shift if _is_power_of_two(tables) else (column + shift) % tables


def _apart(one: int, other: int, tables: int) -> int:
    return one ^ other if _is_power_of_two(tables) else (one - other) % tables


def _is_power_of_two(number: int) -> bool:
    return number & (number - 1) == 0
