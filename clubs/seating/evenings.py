"""Whole evenings, planned ahead."""

from collections.abc import Sequence

from clubs.seating.meetings import Tables
from clubs.seating.shifts import by_shifts
from clubs.seating.starters import by_starter


def ready_made(sizes: Sequence[int], *, rounds: int) -> tuple[Tables, ...]:
    """Rounds in which the places 0, 1, 2, ... never meet twice, largest table first.

    Args:
        sizes: How many sit at each table.
        rounds: How many rounds are wanted; there may be fewer, or none at all.
    """
    shifted = by_shifts(sizes, rounds=rounds)
    if len(shifted) == rounds:
        return shifted
    return max(by_starter(sizes, rounds=rounds), shifted, key=len)
