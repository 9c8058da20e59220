"""What may be done in a deal, and what then becomes of it."""

from collections.abc import Callable
from typing import Any, Final

from games.engine.actions import (
    Action,
    Agree,
    Announce,
    Ask,
    Claim,
    Decline,
    Jink,
    Play,
    Refuse,
    Rob,
)
from games.engine.errors import IllegalAction
from games.engine.fiving import agree, ask, decline_to_ask, refuse
from games.engine.robbing import announce, decline_to_rob, has_silent_decision, rob, robbing_actions
from games.engine.state import DealState, Phase
from games.engine.tricks import claim, jink, play, plays

_ACTIONS: Final[dict[Phase, Callable[[DealState], tuple[Action, ...]]]] = {
    "ask": lambda _: (Ask(), Decline()),
    "answer": lambda _: (Agree(), Refuse()),
    "rob": robbing_actions,
    "play": plays,
    "jink": lambda _: (Claim(), Jink()),
    "over": lambda _: (),
}


def legal_actions(state: DealState) -> tuple[Action, ...]:
    """Everything that the seat to act may do; nothing once the deal is over.

    Source: RULES.md 1.7.
    """
    return _ACTIONS[state.phase](state)


def apply(state: DealState, action: Action) -> DealState:
    """The state after the seat to act takes an action.

    Raises:
        IllegalAction: it is not among `legal_actions(state)`; the message names the rule.
    """
    return _EFFECTS[type(action)](state, action)


def is_public(state: DealState, action: Action) -> bool:
    """Whether the other seats see that this action is taken. Source: RULES.md 4.4."""
    return not (isinstance(action, Decline) and has_silent_decision(state))


def _decline(state: DealState, action: Decline) -> DealState:
    if state.phase == "ask":
        return decline_to_ask(state, action)
    if state.phase == "rob":
        return decline_to_rob(state, action)
    raise IllegalAction("you have nothing to decline now.", rule="4.4")


_EFFECTS: Final[dict[type[Action], Callable[[DealState, Any], DealState]]] = {
    Play: play,
    Rob: rob,
    Announce: announce,
    Decline: _decline,
    Ask: ask,
    Agree: agree,
    Refuse: refuse,
    Claim: claim,
    Jink: jink,
}
