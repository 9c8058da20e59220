"""Schedules of several rounds: nobody meets twice, in as many rounds as mathematics allows."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.schedules import schedule


@given(tables=st.integers(1, 12), size=st.integers(2, 6), short=st.integers(0, 11))
@settings(max_examples=60, deadline=None)
def test_in_no_schedule_anybody_meets_twice(tables: int, size: int, short: int) -> None:
    entrants = range(tables * size - min(short, tables - 1))
    planned = schedule(entrants, tables=tables, rounds=6)
    met: set[frozenset[int]] = set()
    for seated in planned:
        pairs = [frozenset(pair) for table in seated for pair in combinations(table, 2)]
        lengths = [len(table) for table in seated]

        assert sorted(one for table in seated for one in table) == list(entrants)
        assert lengths == sorted(lengths, reverse=True)
        assert lengths[0] - lengths[-1] <= 1
        assert met.isdisjoint(pairs)
        met.update(pairs)
    assert 1 <= len(planned) <= 6


@pytest.mark.parametrize(
    ("entrants", "tables", "rounds"),
    [
        (9, 3, 4),  # Everybody meets everybody: the affine planes of order three,
        (16, 4, 5),  # four
        (25, 5, 6),  # and five.
        (23, 5, 5),  # Sizes differ.
        (30, 6, 5),  # No two orthogonal Latin squares of order six exist: still five rounds.
        (32, 8, 8),  # Full halls:
        (45, 9, 6),  # a long evening
        (100, 20, 8),  # and a congress.
    ],
)
def test_so_many_rounds_are_found(entrants: int, tables: int, rounds: int) -> None:
    assert len(schedule(range(entrants), tables=tables, rounds=rounds)) == rounds


@pytest.mark.parametrize(
    ("entrants", "tables", "rounds"),
    [
        (5, 1, 1),  # One table.
        (12, 3, 1),  # Four who come from three tables: two have met.
        (16, 4, 5),  # After five rounds everybody has met everybody.
    ],
)
def test_more_there_are_not(entrants: int, tables: int, rounds: int) -> None:
    assert len(schedule(range(entrants), tables=tables, rounds=9)) == rounds
