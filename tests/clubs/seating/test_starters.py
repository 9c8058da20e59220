"""Starters: each is recounted pair by pair, by code that shares nothing with how it was made."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating.starters import STARTERS, Starter, by_starter
from tests.clubs.seating.naive import meetings_twice


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.drafts[0][0])
def test_in_no_starter_anybody_meets_twice(starter: Starter) -> None:
    sizes = [len(table) for table in starter.rounds[0]]

    for tables in starter.rounds:
        assert sorted(one for table in tables for one in table) == list(range(sum(sizes)))
        assert [len(table) for table in tables] == sizes
    assert meetings_twice(starter.rounds) == []


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ([4] * 4, 5),
        ([4] * 5, 5),
        ([4] * 6, 7),
        ([4] * 7, 9),
        ([4] * 8, 10),
        ([5] + [4] * 8, 9),
        ([5] * 9 + [4] * 2, 10),
        ([3] * 14, 20),  # 42 pairs.
    ],
)
def test_the_evenings_that_were_asked_for_are_there(sizes: list[int], rounds: int) -> None:
    planned = by_starter(sizes, rounds=rounds)

    assert len(planned) == rounds
    assert [[len(table) for table in tables] for tables in planned] == [sizes] * rounds
    assert meetings_twice(planned) == []


def test_two_who_meet_would_be_found_out() -> None:
    """The recount itself: 0a and 1a are neighbours again when the circle has gone round once."""
    starter = Starter(tuple(("0a1a 2a3a", (by,)) for by in range(4)), 4)

    assert meetings_twice(starter.rounds) == [(0, 1), (0, 3), (1, 2), (2, 3)]


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ([4] * 6 + [3], 9),  # 27: one of 28 stays at home, and a table of four has three.
        ([4] * 5 + [3] * 2, 3),  # 26: two who do not meet in the first three rounds.
        ([4] * 9, 9),  # 36: of 37, the one who never leaves the table of five.
        ([5] * 6 + [4] * 5, 10),  # 50: of 53, the three who never move.
    ],
)
def test_a_few_fewer_people_than_a_starter_has(sizes: list[int], rounds: int) -> None:
    planned = by_starter(sizes, rounds=rounds)

    assert len(planned) == rounds
    for tables in planned:
        assert [len(table) for table in tables] == sizes
        assert sorted(one for table in tables for one in table) == list(range(sum(sizes)))
    assert meetings_twice(planned) == []


@given(
    tables=st.integers(2, 16),
    best=st.integers(2, 6),
    short=st.integers(0, 15),
    rounds=st.integers(1, 12),
)
@settings(max_examples=60, deadline=None)
def test_sizes_are_as_promised_or_there_is_no_plan(
    tables: int, best: int, short: int, rounds: int
) -> None:
    fewer = min(short, tables - 1)
    sizes = [best] * (tables - fewer) + [best - 1] * fewer

    planned = by_starter(sizes, rounds=rounds)

    assert len(planned) <= rounds
    for seated in planned:
        assert [len(table) for table in seated] == sizes
        assert sorted(one for table in seated for one in table) == list(range(sum(sizes)))
    assert meetings_twice(planned) == []


def test_without_a_starter_there_is_no_plan() -> None:
    assert by_starter([10, 9], rounds=3) == ()
