"""Bots: each chooses an action from what one seat may see."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.bots.thumb import choose_by_rules_of_thumb
from games.engine import Action, HouseRules

FIRST_BOT: Final = "thumb"

BOTS: Final[Mapping[str, Callable[[dict[str, Any], HouseRules], Action]]] = {
    FIRST_BOT: choose_by_rules_of_thumb,
}


def choose(view: dict[str, Any], rules: HouseRules, level: str) -> Action:
    """What the bot of a level does in the seat whose view this is.

    Args:
        view: `games.engine.view(state, seat).to_json()` of the seat that is to act.
    """
    return BOTS[level](view, rules)
