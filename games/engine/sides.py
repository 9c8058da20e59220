"""Who plays with whom: the side of every seat."""

from functools import cache
from typing import Final, Literal, TypeAlias

Sides: TypeAlias = Literal["individual", "pairs", "two_sides", "threes"]

PLAYERS_FORMING: Final[dict[str, tuple[int, ...]]] = {
    "individual": tuple(range(2, 11)),
    "pairs": (4, 6, 8, 10),
    "two_sides": (4, 6, 8, 10),
    "threes": (6, 9),
}
"""The numbers of players that can form each kind of sides. Source: RULES.md 1.2."""


@cache
def side_numbers(sides: Sides, seats: int) -> tuple[int, ...]:
    """The number of its side for every seat, counted from 0. Source: RULES.md 1.2."""
    count = {
        "individual": seats,
        "pairs": seats // 2,
        "two_sides": 2,
        "threes": seats // 3,
    }[sides]
    return tuple(seat % count for seat in range(seats))


def side_members(sides: Sides, seats: int, seat: int) -> tuple[int, ...]:
    """The seats of one seat's side, in order, itself included."""
    numbers = side_numbers(sides, seats)
    return tuple(other for other in range(seats) if numbers[other] == numbers[seat])
