"""A bot that plays by rules of thumb: rob, win cheaply, and stop whoever is about to win."""

from functools import lru_cache
from typing import Any

from games.engine import (
    PACK,
    Action,
    Card,
    Decline,
    HouseRules,
    Jink,
    Play,
    Rob,
    Suit,
    trick_winner,
)

SURE_STRENGTH = 49  # A card that loses to two others at the most, when it is led.


def choose_by_rules_of_thumb(view: dict[str, Any], rules: HouseRules) -> Action:
    """An action out of `view["legal"]`.

    Args:
        view: `games.engine.view(state, seat).to_json()` of the seat that is to act.
    """
    legal = [Action.parse(text) for text in view["legal"]]
    trumps = Suit(view["trumps"])

    def by_strength(action: Action) -> int:
        return _strength(action.card, trumps, rules) if isinstance(action, Play | Rob) else 0

    robs = [action for action in legal if isinstance(action, Rob)]
    if robs:
        return min(robs, key=by_strength)
    plays = sorted((action for action in legal if isinstance(action, Play)), key=by_strength)
    if plays:
        return _play(view, plays, trumps, rules)
    if Jink() in legal:
        hand = [Card.parse(text) for text in view["hand"]]
        is_sure = all(_strength(card, trumps, rules) >= SURE_STRENGTH for card in hand)
        return Jink() if is_sure else next(action for action in legal if action != Jink())
    return Decline() if Decline() in legal else legal[0]


def _play(view: dict[str, Any], plays: list[Play], trumps: Suit, rules: HouseRules) -> Play:
    """Which card of those allowed, given weakest first."""
    on_table = [Card.parse(played["card"]) for played in view["trick"]]
    ahead = max(view["tricks_won"])
    if not on_table:
        is_own_lead = view["tricks_won"][view["seat"]] == ahead > 0
        return plays[-1] if is_own_lead else plays[len(plays) // 2]
    winning = [
        action
        for action in plays
        if trick_winner((*on_table, action.card), trumps=trumps, rules=rules) == len(on_table)
    ]
    if not winning:
        return plays[0]
    is_last = len(on_table) == view["seats"] - 1
    return winning[0] if is_last or ahead < rules.tricks_to_win - 1 else winning[-1]


@lru_cache(maxsize=4096)
def _strength(card: Card, trumps: Suit, rules: HouseRules) -> int:
    """How many cards of the pack lose to this one when it is led."""
    return sum(
        trick_winner((card, other), trumps=trumps, rules=rules) == 0
        for other in PACK
        if other != card
    )
