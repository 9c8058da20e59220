"""A seed makes the same numbers for ever, so a plan can be made again."""

from clubs.seating import seat_round
from clubs.seating.chance import Chance


def test_the_numbers_of_a_seed_never_change() -> None:
    chance = Chance(14)

    assert [chance.below(1000) for _ in range(5)] == [106, 702, 652, 940, 271]
    assert chance.shuffled("abcdef") == ["a", "d", "f", "c", "e", "b"]


def test_a_plan_of_a_seed_can_be_made_again() -> None:
    """Written down once. It may change with the planner, but not with Python or the machine."""
    history = [[range(4), range(4, 8), range(8, 12), range(12, 16)]]
    seated = seat_round(range(16), sizes=[4] * 4, history=history, seed="a round")

    assert seated.tables == ((14, 4, 11, 1), (13, 2, 9, 5), (7, 12, 0, 10), (15, 8, 3, 6))
