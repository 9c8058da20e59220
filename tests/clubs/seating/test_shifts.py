"""Rows that shift: nobody meets twice, in as many rounds as were found."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating.shifts import by_shifts
from tests.clubs.seating.naive import meetings_twice


@given(tables=st.integers(1, 12), size=st.integers(2, 6), short=st.integers(0, 11))
@settings(max_examples=60, deadline=None)
def test_nobody_meets_twice(tables: int, size: int, short: int) -> None:
    fewer = min(short, tables - 1)
    sizes = [size] * (tables - fewer) + [size - 1] * fewer

    planned = by_shifts(sizes, rounds=6)

    assert 1 <= len(planned) <= 6
    for seated in planned:
        assert [len(table) for table in seated] == sizes
        assert sorted(one for table in seated for one in table) == list(range(sum(sizes)))
    assert meetings_twice(planned) == []


@pytest.mark.parametrize(
    ("people", "tables", "rounds"),
    [
        (9, 3, 4),  # Everybody meets everybody: the affine planes of order three,
        (16, 4, 5),  # four
        (25, 5, 6),  # and five.
        (23, 5, 5),  # Sizes differ.
        (30, 6, 5),  # No two orthogonal Latin squares of order six exist: still five rounds.
        (55, 11, 11),  # With a prime number of tables, as many rounds as tables,
        (45, 9, 9),  # and with the square of one, by adding digit by digit.
        (32, 8, 8),  # Full halls:
        (100, 20, 8),  # a congress,
        (5000, 1000, 10),  # and all of them.
    ],
)
def test_so_many_rounds_are_found(people: int, tables: int, rounds: int) -> None:
    size, larger = divmod(people, tables)
    sizes = [size + 1] * larger + [size] * (tables - larger)

    assert len(by_shifts(sizes, rounds=rounds)) == rounds


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ([5], 1),  # One table.
        ([4, 4, 4], 1),  # Four who come from three tables: two have met.
        ([4, 4, 4, 4], 5),  # After five rounds everybody has met everybody.
        ([6, 4, 4], 0),  # Rows give tables whose sizes differ by one at most.
    ],
)
def test_more_there_are_not(sizes: list[int], rounds: int) -> None:
    assert len(by_shifts(sizes, rounds=9)) == rounds
