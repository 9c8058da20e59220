"""No round goes below the bound."""

import pytest
from hypothesis import given, settings

from clubs.seating import History, least_repeats, repeat_meetings, times_met
from tests.clubs.seating.evenings import all_rounds, evenings


@given(evening=evenings(most=8, rounds=6))
@settings(max_examples=200, deadline=None)
def test_no_round_of_a_few_people_goes_below_the_bound(
    evening: tuple[list[int], list[int], History],
) -> None:
    people, sizes, history = evening
    met = times_met(history)
    bound = least_repeats(people, sizes=sizes, history=history)

    assert bound <= min(repeat_meetings(tables, met) for tables in all_rounds(people, sizes))


@pytest.mark.parametrize(
    ("people", "sizes", "history", "bound"),
    [
        (8, [4, 4], [], 0),
        (8, [4, 4], [[range(8)]], 12),  # Everybody has met everybody.
        (8, [4, 4], [[[0, 1, 2, 3], [4, 5, 6, 7]]], 4),  # Four from two tables bring two pairs.
        (20, [5] * 4, [[range(n, n + 5) for n in range(0, 20, 5)]], 4),  # Five from four tables.
        (4, [2, 2], [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]], 2),
        (5, [3, 2], [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]], 1),
    ],
)
def test_bounds(people: int, sizes: list[int], history: History, bound: int) -> None:
    assert least_repeats(range(people), sizes=sizes, history=history) == bound


def test_who_sits_together_in_any_case_does_not_meet_again() -> None:
    history = [[[0, 1], [2, 3]]]
    pairs = [(0, 1), (2, 3)]

    assert least_repeats(range(4), sizes=[2, 2], history=history) == 0
    assert least_repeats(range(4), sizes=[4], history=history) == 2
    assert least_repeats(range(4), sizes=[4], history=history, units=pairs) == 0
