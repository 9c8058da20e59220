"""Carrying: what was scored in one stage counts in the next one."""

from typing import Final

from tournaments.standings.points import CountedAs, Points

NAMES: Final = {
    CountedAs.DEALS_WON: "deals won",
    CountedAs.GAMES: "games",
    CountedAs.CHIPS: "chips",
    CountedAs.PLACING: "placing points",
}


def carried(points: int, *, before: Points, after: Points, is_half: bool) -> int:
    """The points that somebody brings to the next stage, in its unit.

    Args:
        points: What they have, in the unit of the stage before.
        is_half: Only half of it counts; what cannot be divided is dropped.
    """
    made: int = abs(points) * 10**after.decimals // (10**before.decimals * (1 + is_half))
    return made if points >= 0 else -made


def carry_refusal(before: Points, after: Points) -> str | None:
    """Why nothing can be carried from one stage to the next, and what to do; None if it can."""
    if before.counted_as == after.counted_as:
        return None
    return (
        f"The stage before counts {NAMES[before.counted_as]}, and this one counts "
        f"{NAMES[after.counted_as]}: carry nothing over, or let both count the same."
    )
