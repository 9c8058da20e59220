"""Who plays with whom: the side of every seat."""

from functools import cache
from typing import Final, Literal, TypeAlias

from games.engine.places import Place, places

Sides: TypeAlias = Literal["individual", "pairs", "two_sides", "threes"]

PLAYERS_FORMING: Final[dict[str, tuple[int, ...]]] = {
    "individual": tuple(range(2, 11)),
    "pairs": (4, 6, 8, 10),
    "two_sides": (4, 6, 8, 10),
    "threes": (6, 9),
}
"""The numbers of players that can form each kind of sides. Source: RULES.md 1.2."""


SIDES_OF: Final[dict[str, int]] = {"pairs": 2, "threes": 3}
"""How many are partners where that does not depend on the number at the table. RULES.md 1.2."""


def side_count(sides: Sides, seats: int) -> int:
    """How many sides there are: seat n is of side n modulo this number. Source: RULES.md 1.2."""
    match sides:
        case "individual":
            return seats
        case "pairs":
            return seats // 2
        case "two_sides":
            return 2
        case "threes":
            return seats // 3


def side_numbers(sides: Sides, seats: int) -> tuple[int, ...]:
    """The number of its side for every seat, counted from 0."""
    count = side_count(sides, seats)
    return tuple(place % count for place in range(seats))


@cache
def side_members(sides: Sides, seats: int) -> tuple[tuple[Place, ...], ...]:
    """For every seat the seats of its side, in order, itself included."""
    count = side_count(sides, seats)
    return tuple(places(seats)[place % count :: count] for place in range(seats))
