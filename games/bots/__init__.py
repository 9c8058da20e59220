"""Bots: each chooses an action from what one seat may see."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.bots.strong import choose_by_imagining
from games.bots.thumb import choose_by_rules_of_thumb
from games.engine import Action, HouseRules

FIRST_BOT: Final = "thumb"


class Bot(NamedTuple):
    """One level of play.

    Attributes:
        choose: What it does, given a view as JSON and the house rules.
        told: How it plays, in words for players.
    """

    choose: Callable[[dict[str, Any], HouseRules], Action]
    told: str


BOTS: Final[Mapping[str, Bot]] = {
    FIRST_BOT: Bot(choose_by_rules_of_thumb, "plays by rules of thumb"),
    "strong": Bot(choose_by_imagining, "counts cards, thinks ahead and wins more"),
}

BOT_CHOICES: Final = [(level, bot.told) for level, bot in BOTS.items()]
"""The levels for forms and schemas."""


def choose(view: dict[str, Any], rules: HouseRules, level: str) -> Action:
    """What the bot of a level does in the seat whose view this is.

    Args:
        view: `games.engine.view(state, place).to_json()` of the seat that is to act.
    """
    return BOTS[level].choose(view, rules)
