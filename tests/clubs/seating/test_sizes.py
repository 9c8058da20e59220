"""Tables of about the same size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.seating import table_sizes

ANY = range(2, 11)


@pytest.mark.parametrize(
    ("people", "best", "allowed", "sizes"),
    [
        (23, 5, ANY, [5, 5, 5, 4, 4]),
        (40, 5, ANY, [5] * 8),
        (6, 5, ANY, [6]),  # Six together are nearer to five than two tables of three.
        (7, 5, ANY, [4, 3]),
        (2, 5, ANY, [2]),
        (11, 10, ANY, [6, 5]),  # No more than ten can play: RULES.md 1.1.
        (8, 5, [4], [4, 4]),  # House rules for four alone.
        (9, 5, [4], []),
        (42, 4, [4, 6, 8, 10], [6] + [4] * 9),  # Pairs: 4 and 6 are next to each other.
        (14, 8, [4, 6, 8, 10], [8, 6]),
        (16, 4, [4, 8], [4] * 4),
        (9, 4, [4, 6, 8, 10], []),
        (1, 5, ANY, []),
        (0, 5, ANY, []),
    ],
)
def test_sizes(people: int, best: int, allowed: list[int], sizes: list[int]) -> None:
    assert table_sizes(people, best=best, allowed=allowed) == sizes


@given(people=st.integers(2, 120), best=st.integers(2, 10))
def test_everybody_has_a_place_at_tables_that_differ_by_one(people: int, best: int) -> None:
    sizes = table_sizes(people, best=best, allowed=ANY)

    assert sum(sizes) == people
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)
