"""The cut between two stages: who goes on, and what happens where several are equal there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.standings import Standing, TiesAtCut, cut

# Points, then deals won. B, C, D and E are equal in points; C and D in everything.
TABLE = [
    Standing(1, 1, (9, 1)),
    Standing(2, 2, (5, 4)),
    Standing(3, 3, (5, 2)),
    Standing(3, 4, (5, 2)),
    Standing(5, 5, (5, 1)),
    Standing(6, 6, (2, 7)),
]
LOTS = {1: 0, 2: 1, 3: 4, 4: 6, 5: 9, 6: 8}


@pytest.mark.parametrize(
    ("best", "ties", "goes_on", "equals"),
    [
        (1, TiesAtCut.NEXT, [1], []),
        (2, TiesAtCut.NEXT, [1, 2], [2, 3, 4, 5]),
        (3, TiesAtCut.NEXT, [1, 2, 4], [2, 3, 4, 5]),  # D's lot is higher than C's.
        (4, TiesAtCut.NEXT, [1, 2, 4, 3], [2, 3, 4, 5]),
        (2, TiesAtCut.LOT, [1, 5], [2, 3, 4, 5]),  # E's lot is the highest of the four.
        (3, TiesAtCut.LOT, [1, 5, 4], [2, 3, 4, 5]),
        (2, TiesAtCut.ALL, [1, 2, 3, 4, 5], [2, 3, 4, 5]),
        (5, TiesAtCut.ALL, [1, 2, 3, 4, 5], []),  # All five were to go on in any case.
        (1, TiesAtCut.ALL, [1], []),
        (6, TiesAtCut.LOT, [1, 2, 3, 4, 5, 6], []),
        (9, TiesAtCut.NEXT, [1, 2, 3, 4, 5, 6], []),
    ],
)
def test_who_goes_on(best: int, ties: TiesAtCut, goes_on: list[int], equals: list[int]) -> None:
    made = cut(TABLE, best=best, ties=ties, lot=LOTS)

    assert list(made.goes_on) == goes_on
    assert sorted(made.goes_on + made.is_out) == [1, 2, 3, 4, 5, 6]
    assert list(made.equals) == equals


@given(
    points=st.lists(st.integers(0, 4), min_size=1, max_size=12),
    best=st.integers(1, 12),
    ties=st.sampled_from(TiesAtCut),
)
@settings(max_examples=100, deadline=None)
def test_nobody_goes_on_with_fewer_points(points: list[int], best: int, ties: TiesAtCut) -> None:
    order = sorted(points, reverse=True)
    table = [
        Standing(order.index(made) + 1, entrant, (made,)) for entrant, made in enumerate(order)
    ]
    made = cut(table, best=best, ties=ties, lot=dict(enumerate(range(len(order)))))

    on = [order[one] for one in made.goes_on]
    assert sorted(made.goes_on + made.is_out) == list(range(len(order)))
    assert min(on) >= max((order[one] for one in made.is_out), default=0)
    if ties == TiesAtCut.ALL:
        assert set(on).isdisjoint(order[one] for one in made.is_out)
        assert len(on) >= min(best, len(order))
    else:
        assert len(on) == min(best, len(order))
