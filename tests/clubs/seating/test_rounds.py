"""A round seats everybody once, with as few repeat meetings as can be, and the same every time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import History, meeting_again, recount, seat_round, table_sizes, times_met
from tests.clubs.seating.evenings import ANY, all_rounds, evenings


@given(evening=evenings(), seed=st.integers(0, 2**63))
@settings(max_examples=60, deadline=None)
def test_a_round_stands_the_recount(
    evening: tuple[list[int], list[int], History], seed: int
) -> None:
    people, sizes, history = evening
    seated = seat_round(people, sizes=sizes, history=history, seed=seed, steps=100)

    assert sorted(one for table in seated.tables for one in table) == sorted(people)
    assert [len(table) for table in seated.tables] == sizes
    assert recount(seated, people=people, sizes=sizes, history=history) == []
    assert seated == seat_round(people, sizes=sizes, history=history, seed=seed, steps=100)


@given(evening=evenings(most=8), seed=st.integers(0, 2**63))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_where_all_rounds_can_be_tried_none_is_better(
    evening: tuple[list[int], list[int], History], seed: int
) -> None:
    people, sizes, history = evening
    met = times_met(history)
    fewest = min(len(meeting_again(tables, met)) for tables in all_rounds(people, sizes))
    seated = seat_round(people, sizes=sizes, history=history, seed=seed, steps=2_000)

    assert seated.bound <= fewest == seated.repeats


@pytest.mark.parametrize(
    ("people", "rounds"),
    [(16, 3), (28, 5), (37, 6), (48, 10), (53, 10), (64, 10), (100, 10), (1000, 3)],
)
def test_one_round_at_a_time_without_a_repeat_meeting(people: int, rounds: int) -> None:
    sizes = table_sizes(people, best=4, allowed=ANY)
    history: list[tuple[tuple[int, ...], ...]] = []
    for number in range(rounds):
        seated = seat_round(range(people), sizes=sizes, history=history, seed=number)
        history.append(seated.tables)

        assert (seated.repeats, seated.bound, seated.again) == (0, 0, ())


def test_whoever_meets_again_is_named_with_how_often_they_have_met() -> None:
    history = [[[1, 2, 3]], [[3, 1, 2]]]
    seated = seat_round([1, 2, 3], sizes=[3], history=history, seed=1)

    assert seated.repeats == seated.bound == 3
    assert [(again.one, again.other, again.times) for again in seated.again] == [
        (1, 2, 2),
        (1, 3, 2),
        (2, 3, 2),
    ]


def test_a_recent_meeting_is_dearer_than_an_old_one() -> None:
    """Everybody has met everybody: those who parted longest ago meet again."""
    history = [[[1, 2], [3, 4]], [[1, 3], [2, 4]], [[1, 4], [2, 3]]]
    for seed in range(10):
        seated = seat_round([1, 2, 3, 4], sizes=[2, 2], history=history, seed=seed)

        assert sorted(map(sorted, seated.tables)) == [[1, 2], [3, 4]]


def test_the_table_of_an_odd_size_is_shared_out() -> None:
    """One table of five among nine fours: in seven rounds, 35 of 41 people sit at it once."""
    sizes = [5, *[4] * 9]
    history: list[tuple[tuple[int, ...], ...]] = []
    for number in range(7):
        history.append(seat_round(range(41), sizes=sizes, history=history, seed=number).tables)

    assert len({one for tables in history for one in tables[0]}) == 35


def test_nobody_is_seated_where_nobody_comes() -> None:
    assert seat_round([], sizes=[], seed=1).tables == ()


def test_whoever_has_met_again_before_is_spared() -> None:
    """0 meets 1 or 2 again. The meeting with 1 is older, but 1 has met 9 time and again."""
    history = [[pair] for pair in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 9), (1, 9), (1, 9)]]
    for seed in range(10):
        seated = seat_round(range(4), sizes=[2, 2], history=history, seed=seed)

        assert [(again.one, again.other) for again in seated.again] == [(0, 2)]
