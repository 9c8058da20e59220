"""Where scores count, people of about the same score share a table and rarely meet again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import History, Wishes, recount, seat_round
from tests.clubs.seating.evenings import evenings


@given(evening=evenings(), scores=st.lists(st.integers(-9, 9), min_size=40), seed=st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_a_round_by_scores_stands_the_recount(
    evening: tuple[list[int], list[int], History], scores: list[int], seed: int
) -> None:
    people, sizes, history = evening
    by_person = dict(enumerate(scores))
    first, second = (
        seat_round(people, sizes=sizes, history=history, scores=by_person, seed=seed, steps=100)
        for _ in range(2)
    )

    assert first == second
    assert recount(first, people=people, sizes=sizes, history=history, scores=by_person) == []


def test_strangers_of_one_score_share_a_table() -> None:
    """Four groups of equal scores who have not met: nothing keeps them from a spread of 0."""
    scores = {one: one % 4 for one in range(16)}
    seated = seat_round(range(16), sizes=[4] * 4, scores=scores, seed=1)

    assert (seated.spread, seated.repeats) == (0, 0)
    assert [scores[table[0]] for table in seated.tables] == [3, 2, 1, 0]  # The best come first.


def test_those_who_met_are_parted_for_a_small_spread() -> None:
    """All tables of the first round have one score each now: they trade with the next score."""
    first = [range(start, start + 4) for start in range(0, 64, 4)]
    scores = {one: one // 4 for one in range(64)}
    seated = seat_round(range(64), sizes=[4] * 16, scores=scores, history=[first], seed=1)

    assert seated.repeats == 0
    assert seated.spread is not None
    assert seated.spread <= 4


def test_a_repeat_meeting_is_made_where_scores_would_part_too_far() -> None:
    """Two far above the rest, two far below: they meet again, and nobody else does."""
    scores = {0: 100, 1: 100, 2: 0, 3: 0}
    seated = seat_round(range(4), sizes=[2, 2], scores=scores, history=[[(0, 1), (2, 3)]], seed=1)

    assert (seated.repeats, seated.spread) == (2, 0)


@pytest.mark.parametrize("score", [0, 5])
def test_equal_scores_are_as_good_as_none(score: int) -> None:
    history = [[range(4), range(4, 8), range(8, 12), range(12, 16)]]
    scores = dict.fromkeys(range(16), score)
    seated = seat_round(range(16), sizes=[4] * 4, scores=scores, history=history, seed=1)

    assert (seated.spread, seated.repeats) == (0, 0)


def test_wishes_are_kept_beside_scores() -> None:
    scores = {one: one for one in range(24)}
    wishes = Wishes(
        together=[(0, 23), (5, 6, 7)], apart=[(20, 21, 22)], at_table={11: 5}, at_seat={11: 0}
    )
    pairs = [(1, 2), (3, 4)]
    people, sizes = range(24), [4] * 6
    seated = seat_round(people, sizes=sizes, wishes=wishes, units=pairs, scores=scores, seed=1)

    faults = recount(seated, people=people, sizes=sizes, wishes=wishes, units=pairs, scores=scores)
    assert faults == []
