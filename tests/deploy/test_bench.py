"""A benchmark holds its figures against their goals."""

import pytest

from deploy.bench.measures import Goal, Measure, at_least, at_most


@pytest.mark.parametrize(
    ("ours", "peer", "goal", "holds"),
    [
        (30.0, 10.0, at_least(3), True),
        (29.0, 10.0, at_least(3), False),
        (29.0, 10.0, at_most(3), True),
        (31.0, 10.0, at_most(3), False),
        (59.0, None, at_most(60), True),  # Without a peer our own figure is held to it.
        (61.0, None, at_most(60), False),
        (61.0, 10.0, None, None),
    ],
)
def test_a_goal_bounds_the_ratio(
    ours: float, peer: float | None, goal: Goal | None, holds: bool | None
) -> None:
    assert Measure("figure", ours, peer=peer, goal=goal).holds is holds
