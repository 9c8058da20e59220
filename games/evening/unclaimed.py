"""A pool that nobody won when play ends."""

from collections.abc import Sequence

from games.circle import Circle
from games.engine import HouseRules, Place, places, shares, unclaimed_pool
from games.seat_numbers import SeatNumber


def plays_on(rules: HouseRules) -> bool:
    """Whether play goes on until the pool is won. Source: RULES.md 7.7."""
    return rules.unclaimed_pool == "play_on"


def shared_pool(
    rules: HouseRules,
    numbers: Sequence[SeatNumber],
    *,
    circle: Circle,
    dealt: SeatNumber,
    chips: int,
    may_play_on: bool,
    is_split: bool = False,
) -> dict[SeatNumber, int]:
    """What each of these gets of a pool that nobody won; where nobody is left, the host keeps it.

    Args:
        numbers: In the order of the circle.
        dealt: Who dealt last.
        may_play_on: False where nobody is left to play on for it, whatever the house says.
        is_split: It is shared out, whatever the house says.

    Raises:
        PoolNotWon: the house plays on until the pool is won.

    Source: RULES.md 7.6, 7.7.
    """
    if not numbers:
        return {}
    count = len(numbers)
    eldest = numbers.index(circle.first_after(dealt, numbers))
    dealer = Place((eldest - 1) % count)
    if is_split or (plays_on(rules) and not may_play_on):
        gains = shares(chips, places(count), seats=count, dealer=dealer)
    else:
        gains = unclaimed_pool(rules, pool=chips, seats=count, dealer=dealer)
    return dict(zip(numbers, gains, strict=True))
