"""A bot that imagines deals behind its view and does what wins most chips in them."""

import json
from random import Random
from typing import Any, Final

from games.bots.imagining import Imagination
from games.bots.playouts import played_out
from games.bots.thumb import choose_by_rules_of_thumb
from games.engine import Action, HouseRules, Outcome, apply, contributions, payout, side_numbers
from games.engine.points import TRICK_POINTS

MOST_CARDS: Final = 3000
"""How many cards are played in thought before one decision: some ten milliseconds. Three times as
many won no more, a third of them a seventh less."""

_CARDS_A_DEAL: Final = 30
"""For how many cards played the laying out of an imagined deal counts."""


def choose_by_imagining(view: dict[str, Any], rules: HouseRules) -> Action:
    """An action out of `view["legal"]`, the same for the same view.

    Args:
        view: `games.engine.view(state, place).to_json()` of the seat that is to act.
    """
    legal = [Action.parse(text) for text in view["legal"]]
    if len(legal) == 1:
        return legal[0]
    chance = Random(json.dumps(view, sort_keys=True))
    imagination = Imagination(view, rules)
    hopes = _Hopes(view, rules)
    chips = dict.fromkeys(legal, 0.0)
    for _ in range(_deals_count(view)):
        state = imagination.deal(chance)
        if state is not None:
            for action in legal:
                chips[action] += hopes.chips(played_out(apply(state, action)))
    thumb = choose_by_rules_of_thumb(view, rules)
    return max(legal, key=lambda action: (chips[action], action == thumb))


def _deals_count(view: dict[str, Any]) -> int:
    cards_left: int = sum(view["hand_counts"])
    return max(1, MOST_CARDS // (_CARDS_A_DEAL + len(view["legal"]) * cards_left))


class _Hopes:
    """What the end of a deal is worth to the side of a view, as if it were for a new pool.

    How much is in the pool, a view does not tell.
    """

    def __init__(self, view: dict[str, Any], rules: HouseRules) -> None:
        self._rules, self._dealer = rules, view["dealer"]
        self._sides = side_numbers(rules.sides, view["seats"])
        self._side = self._sides[view["place"]]
        paid = contributions(
            rules,
            seats=view["seats"],
            dealer=self._dealer,
            pool=0,
            is_new=True,
            is_first=True,
        )
        self._pool = sum(paid) or 1

    def chips(self, outcome: Outcome) -> float:
        if not outcome.winners:
            return self._pool * self._share(outcome.scores)
        gains = payout(self._rules, outcome, dealer=self._dealer, pool=self._pool)
        return sum(
            gain for gain, side in zip(gains, self._sides, strict=True) if side == self._side
        )

    def _share(self, scores: tuple[int, ...]) -> float:
        """The chance of the pool that stays: even, but for points each trick missing halves it."""
        if not scores:
            return 1 / len(set(self._sides))
        weights = {
            side: 2 ** (score / TRICK_POINTS)
            for side, score in zip(self._sides, scores, strict=True)
        }
        return weights[self._side] / sum(weights.values())
