"""Draws avoid old neighbours as well as can be, and a recount by other code agrees."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import table_sizes
from tournaments.draws import Draw, History, draw, least_repeats, meetings, repeat_meetings
from tournaments.recount import faults


def sizes_of(entrants: int, *, best: int) -> list[int]:
    return table_sizes(entrants, best=best, allowed=range(2, 11))


@st.composite
def evenings(draw_from: st.DrawFn, most: int = 40) -> tuple[list[int], list[int], History]:
    """Entrants, table sizes, and rounds played before, at some of which not all were there."""
    entrants = draw_from(st.permutations(range(draw_from(st.integers(2, most)))))
    history = []
    for _ in range(draw_from(st.integers(0, 4))):
        others = draw_from(st.permutations(entrants))
        there = others[: draw_from(st.integers(0, len(others)))]
        best = draw_from(st.integers(2, 10))
        history.append([there[start : start + best] for start in range(0, len(there), best)])
    return entrants, sizes_of(len(entrants), best=draw_from(st.integers(2, 10))), history


@given(evenings())
@settings(max_examples=60, deadline=None)
def test_a_draw_stands_the_recount(evening: tuple[list[int], list[int], History]) -> None:
    entrants, sizes, history = evening
    drawn = draw(entrants, sizes=sizes, history=history)

    assert faults(drawn, entrants=entrants, history=history) == []
    assert [len(table) for table in drawn.tables] == sizes
    assert drawn == draw(entrants, sizes=sizes, history=history)  # Nothing is left to chance.


@given(evenings(most=8))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_where_all_draws_can_be_tried_none_is_better(
    evening: tuple[list[int], list[int], History],
) -> None:
    entrants, sizes, history = evening
    met = meetings(history)
    fewest = min(repeat_meetings(tables, met) for tables in all_draws(entrants, sizes))
    drawn = draw(entrants, sizes=sizes, history=history)

    assert drawn.bound <= fewest == drawn.repeats


def all_draws(entrants: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        yield []
        return
    for table in combinations(entrants, sizes[0]):
        others = [one for one in entrants if one not in table]
        yield from ([table, *tables] for tables in all_draws(others, sizes[1:]))


@pytest.mark.parametrize(
    ("entrants", "rounds", "best"),
    [
        (16, 3, 4),  # Four tables of four.
        (23, 3, 5),  # Sizes differ.
        (40, 4, 5),  # A full hall.
    ],
)
def test_without_a_schedule_strangers_meet_first(entrants: int, rounds: int, best: int) -> None:
    history: list[Sequence[Sequence[int]]] = []
    for _ in range(rounds):
        drawn = draw(range(entrants), sizes=sizes_of(entrants, best=best), history=history)
        history.append(drawn.tables)

        assert drawn.repeats == 0


def test_everybody_has_met_everybody() -> None:
    everybody_met = [[list(range(8))]]

    assert least_repeats(range(8), sizes=[4, 4], history=[]) == 0
    assert least_repeats(range(8), sizes=[4, 4], history=everybody_met) == 12
    assert draw(range(8), sizes=[4, 4], history=everybody_met).repeats == 12


def test_five_who_come_from_four_tables_bring_a_pair() -> None:
    """Everybody knows four of nineteen others: counting strangers alone would allow none."""
    tables = [range(start, start + 5) for start in range(0, 20, 5)]

    assert least_repeats(range(20), sizes=[5] * 4, history=[tables]) == 4
    assert draw(range(20), sizes=[5] * 4, history=[tables]).repeats == 4


@pytest.mark.parametrize(
    ("gone", "sizes", "moved"),
    [
        ([], [4, 4, 4, 4], 0),
        ([0], [4, 4, 4, 3], 0),  # Their table is short.
        ([0, 1], [4, 4, 3, 3], 1),  # Two of one table: somebody joins the others,
        ([0, 4, 8, 12], [3, 3, 3, 3], 0),  # one of each: nobody need move.
        ([0, 1, 2, 3], [4, 4, 4], 0),  # A table is gone,
        ([0, 1, 2], [5, 4, 4], 1),  # or dissolved.
    ],
)
def test_a_drop_out_moves_nobody_who_need_not_move(
    gone: list[int], sizes: list[int], moved: int
) -> None:
    planned = [range(start, start + 4) for start in range(0, 16, 4)]
    entrants = [one for one in range(16) if one not in gone]
    drawn = draw(entrants, sizes=sizes, history=[], planned=planned)

    stayed = [max(len({*table} & {*plan}) for plan in planned) for table in drawn.tables]
    assert [len(table) for table in drawn.tables] == sizes
    assert len(entrants) - sum(stayed) == moved


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Draw(((0, 2), (1, 1)), 0, 0), "not everybody has exactly one seat, or sits out"),
        (Draw(((0, 2),), 0, 0, sits_out=(1,)), "not everybody has exactly one seat, or sits out"),
        (Draw(((0, 1, 2, 3),), 1, 0), "2 repeat meetings, not 1"),
        (Draw(((0, 1, 2), (3,)), 1, 0), "sizes differ by more than one: [1, 3]"),
        (Draw(((0, 2), (1, 3)), 0, 1), "0 repeat meetings, below the bound of 1"),
    ],
)
def test_the_recount_finds_what_is_wrong(wrong: Draw, said: str) -> None:
    history = [[[0, 1], [2, 3]]]
    right = Draw(((0, 2), (1, 3)), 0, 0)

    assert faults(right, entrants=range(4), history=history) == []
    assert faults(replace(right, sits_out=(4,)), entrants=range(5), history=history) == []
    assert faults(wrong, entrants=range(4), history=history) == [said]
