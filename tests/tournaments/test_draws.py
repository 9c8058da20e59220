"""Draws avoid old neighbours; standings share ranks; prizes are paid to the last chip."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import table_sizes
from tournaments.draws import Draw, draw, least_repeats
from tournaments.standings import Score, prizes, standings


def play(entrants: int, rounds: int, *, best: int) -> list[Draw]:
    """So many rounds, each drawn with the meetings of those before."""
    met: Counter[frozenset[int]] = Counter()
    sizes = table_sizes(entrants, best=best, allowed=range(2, 11))
    draws: list[Draw] = []
    for _ in range(rounds):
        draws.append(draw(range(entrants), sizes=sizes, met=met))
        met.update(frozenset(pair) for table in draws[-1].tables for pair in combinations(table, 2))
    return draws


@given(entrants=st.integers(2, 40), rounds=st.integers(1, 4), best=st.integers(2, 10))
@settings(max_examples=40, deadline=None)
def test_everybody_has_one_seat_and_repeats_are_counted(
    entrants: int, rounds: int, best: int
) -> None:
    seen: set[frozenset[int]] = set()
    for drawn in play(entrants, rounds, best=best):
        seats = [entrant for table in drawn.tables for entrant in table]
        sizes = {len(table) for table in drawn.tables}
        pairs = {frozenset(pair) for table in drawn.tables for pair in combinations(table, 2)}

        assert sorted(seats) == list(range(entrants))
        assert max(sizes) - min(sizes) <= 1
        assert drawn.repeats == len(pairs & seen)  # An independent recount.
        assert drawn.repeats >= drawn.bound
        seen |= pairs


@pytest.mark.parametrize(
    ("entrants", "rounds", "best"),
    [
        (16, 3, 4),  # Four tables of four.
        (23, 3, 5),  # Sizes differ.
        (40, 4, 5),  # A full hall.
    ],
)
def test_nobody_meets_again_while_there_are_strangers(
    entrants: int, rounds: int, best: int
) -> None:
    assert [drawn.repeats for drawn in play(entrants, rounds, best=best)] == [0] * rounds


def test_the_bound_counts_who_has_no_strangers_left() -> None:
    everybody_met = Counter(frozenset(pair) for pair in combinations(range(8), 2))

    assert least_repeats(range(8), sizes=[4, 4], met={}) == 0
    assert least_repeats(range(8), sizes=[4, 4], met=everybody_met) == 12
    assert draw(range(8), sizes=[4, 4], met=everybody_met).repeats == 12


def test_equals_share_a_rank() -> None:
    table = standings([Score(1, 5, 0), Score(2, 9, 1), Score(3, 5, 0), Score(4, 5, 2)])

    assert [(standing.rank, standing.score.entrant) for standing in table] == [
        (1, 2),
        (2, 4),  # As many chips, more deals won.
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
    table = standings(Score(entrant, figure, 0) for entrant, figure in enumerate(figures, start=1))

    assert prizes(table, chips=chips, percents=percents) == won


@given(
    figures=st.lists(st.integers(-3, 3), min_size=1, max_size=12),
    chips=st.integers(0, 1000),
    cuts=st.lists(st.integers(0, 100), max_size=5),
)
def test_the_whole_fund_is_paid(figures: list[int], chips: int, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), 100]
    percents = [after - before for before, after in pairwise(edges)]
    table = standings(Score(entrant, figure, 0) for entrant, figure in enumerate(figures))

    assert sum(prizes(table, chips=chips, percents=percents).values()) == chips
