"""Standings share ranks; prizes are paid to the last chip."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import Score, prizes, standings


def test_equals_share_a_rank() -> None:
    made = {1: (5, 0), 2: (9, 1), 3: (5, 0), 4: (5, 2)}
    table = standings(Score(entrant, figures) for entrant, figures in made.items())

    assert [(standing.rank, standing.score.entrant) for standing in table] == [
        (1, 2),
        (2, 4),  # Equal in the first figure, better in the second.
        (3, 1),
        (3, 3),
    ]


@pytest.mark.parametrize(
    ("figures", "chips", "percents", "won"),
    [
        ([9, 5, 1], 100, (50, 30, 20), {1: 50, 2: 30, 3: 20}),
        ([9, 5, 5], 100, (50, 30, 20), {1: 50, 2: 25, 3: 25}),  # Equals share two places.
        ([9, 5, 5], 101, (50, 30, 20), {1: 51, 2: 25, 3: 25}),  # An odd chip to the first,
        ([5, 5, 1], 101, (50, 30, 20), {1: 41, 2: 40, 3: 20}),  # among equals to the earlier.
        ([9, 5], 100, (50, 30, 20), {1: 70, 2: 30}),  # Nobody is third.
        ([9, 5, 1], 0, (100,), {1: 0, 2: 0, 3: 0}),
    ],
)
def test_prizes(
    figures: list[int], chips: int, percents: tuple[int, ...], won: dict[int, int]
) -> None:
    table = standings(Score(entrant, (figure,)) for entrant, figure in enumerate(figures, start=1))

    assert prizes(table, chips=chips, percents=percents) == won


@given(
    figures=st.lists(st.integers(-3, 3), min_size=1, max_size=12),
    chips=st.integers(0, 1000),
    cuts=st.lists(st.integers(0, 100), max_size=5),
)
def test_the_whole_fund_is_paid(figures: list[int], chips: int, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), 100]
    percents = [after - before for before, after in pairwise(edges)]
    table = standings(Score(entrant, (figure,)) for entrant, figure in enumerate(figures))

    assert sum(prizes(table, chips=chips, percents=percents).values()) == chips
