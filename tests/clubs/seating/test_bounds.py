"""No round goes below the bound."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import History, least_repeats, meeting_again, seat_round, times_met
from clubs.seating.bounds import least_repeats_of_evening
from tests.clubs.seating.evenings import all_rounds, evenings

moves = st.lists(st.tuples(*[st.integers(0, 7)] * 3), max_size=6)


@given(evening=evenings(most=8, rounds=6), moves=moves)
@settings(max_examples=200, deadline=None)
def test_no_round_of_a_few_people_goes_below_the_bound(
    evening: tuple[list[int], list[int], History], moves: list[tuple[int, int, int]]
) -> None:
    """In a round some moved to another table, and met the people there, too."""
    people, sizes, told = evening
    history = [[list(table) for table in tables] for tables in told if tables]
    for number, place, one in moves if history else ():
        tables = history[number % len(history)]
        company, mover = tables[place % len(tables)], people[one % len(people)]
        if mover not in company:
            company.append(mover)
    met = times_met(history)
    bound = least_repeats(people, sizes=sizes, history=history)

    assert bound <= min(len(meeting_again(tables, met)) for tables in all_rounds(people, sizes))


@pytest.mark.parametrize(
    ("people", "sizes", "history", "bound"),
    [
        (8, [4, 4], [], 0),
        (8, [4, 4], [[range(8)]], 12),  # Everybody has met everybody.
        (8, [4, 4], [[[0, 1, 2, 3], [4, 5, 6, 7]]], 4),  # Four from two tables bring two pairs.
        (20, [5] * 4, [[range(n, n + 5) for n in range(0, 20, 5)]], 4),  # Five from four tables.
        (8, [4, 4], [[[0, 1, 2, 3], [4, 5, 6, 7, 0, 1]]], 5),  # 0 and 1 moved, and met everybody.
        (4, [2, 2], [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]], 2),
        (5, [3, 2], [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]], 1),
    ],
)
def test_bounds(people: int, sizes: list[int], history: History, bound: int) -> None:
    assert least_repeats(range(people), sizes=sizes, history=history) == bound


def test_who_changed_tables_in_a_round_was_of_two_companies() -> None:
    history = [[[0, 1], [1, 2, 3]]]
    best = min(
        len(meeting_again(tables, times_met(history))) for tables in all_rounds(range(4), [2, 2])
    )

    assert least_repeats(range(4), sizes=[2, 2], history=history) <= best == 1


def test_who_sits_together_in_any_case_does_not_meet_again() -> None:
    history = [[[0, 1], [2, 3]]]
    pairs = [(0, 1), (2, 3)]

    assert least_repeats(range(4), sizes=[2, 2], history=history) == 0
    assert least_repeats(range(4), sizes=[4], history=history) == 2
    assert least_repeats(range(4), sizes=[4], history=history, units=pairs) == 0


def test_who_comes_alone_takes_nothing_from_the_bound() -> None:
    history = [[range(4), range(4, 8)]]
    alone = [(one,) for one in range(8)]

    assert least_repeats(range(8), sizes=[4, 4], history=history, units=alone) == 4
    assert seat_round(range(8), sizes=[4, 4], history=history, seed=1).bound == 4


@given(evening=evenings(most=6, rounds=2))
@settings(max_examples=60, deadline=None)
def test_no_evening_of_a_few_people_goes_below_its_bound(
    evening: tuple[list[int], list[int], History],
) -> None:
    people, sizes, history = evening
    every = list(all_rounds(people, sizes))
    fewest = min(
        len(meeting_again(first, times_met(history)))
        + len(meeting_again(second, times_met([*history, first])))
        for first in every
        for second in every
    )

    assert least_repeats_of_evening(people, rounds=2, sizes=sizes, history=history) <= fewest


@pytest.mark.parametrize(
    ("sizes", "rounds", "units", "bound"),
    [
        ([4] * 4, 5, [], 0),
        ([4] * 4, 6, [], 24),  # Everybody has met all fifteen others after five rounds.
        ([4, 4], 3, [], 8),  # From the second round on, four come from two tables.
        ([5, 4], 2, [], 6),
        ([4, 4], 3, [(0, 1), (2, 3), (4, 5), (6, 7)], 0),  # Four pairs, each against three,
        ([4, 4], 4, [(0, 1), (2, 3), (4, 5), (6, 7)], 8),  # then all of them once more.
    ],
)
def test_bounds_of_evenings(
    sizes: list[int], rounds: int, units: list[tuple[int, int]], bound: int
) -> None:
    people = range(sum(sizes))

    assert least_repeats_of_evening(people, rounds=rounds, sizes=sizes, units=units) == bound
