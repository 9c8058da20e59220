"""What is found of one telling is what every order of tricks comes to."""

from itertools import product
from typing import Any

import pytest

from tests.engine.tellings import (
    points_ends,
    scores_after,
    winners_by_scores,
    winners_by_tricks,
)

PLAIN: dict[str, Any] = {"target": 25, "best_trump_bonus": 0, "barred_points": "none"}
BONUS = PLAIN | {"best_trump_bonus": 5, "barred_points": "cannot_go_out"}
HOUSES = [PLAIN, BONUS, BONUS | {"target": 45}, BONUS | {"barred_points": "none"}]
STANDINGS = [(0, 0), (20, 15), (0, 10, 20), (20, 20, 20)]


@pytest.mark.parametrize("before", STANDINGS)
@pytest.mark.parametrize("barred", [(), (0,), (0, 1)])
@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_a_telling_has_the_winners_of_every_order(
    options: dict[str, Any], barred: tuple[int, ...], before: tuple[int, ...]
) -> None:
    """RULES.md 4.6, 8."""
    out, sides = frozenset(barred), len(before)
    ends = set(points_ends(options, before, out))

    for tricks, bonus in product(product(range(6), repeat=sides), (None, *range(sides))):
        if sum(tricks) > 6 or (bonus is not None and not options["best_trump_bonus"]):
            continue
        found = winners_by_tricks(options, before, out, tricks, bonus)
        told = [end for end in ends if end[1:3] == (tricks, bonus)]
        assert found == {winner for winner, *_ in told}
        after = scores_after(options, before, out, tricks, bonus)
        assert not told or after in {scores for *_, scores in told}
    for scores in product(range(0, 55, 5), repeat=sides):
        by_scores = winners_by_scores(options, before, out, scores)
        assert by_scores == {winner for winner, *_, after in ends if after == scores}
