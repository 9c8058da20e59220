"""Why a card may not be played, in one sentence with the number of the rule."""

from typing import Final

from games.engine.cards import ACE_OF_HEARTS, Card, Suit, cards_in
from games.engine.options import either
from games.engine.state import DealState

_NOT_NOW: Final = {
    "ask": "Rule 3: first say whether you ask for other trumps.",
    "answer": "Rule 3: first answer whether other trumps are to be turned up.",
    "rob": "Rule 4.3: first say whether you rob, then play.",
    "jink": "Rule 6.3: first claim the pool or jink, then lead.",
    "over": "Rule 6.1: the deal is over, no card is played any more.",
}


def why_not(state: DealState, card: Card) -> str | None:
    """Why the seat to act may not play a card now; None if it may.

    Source: RULES.md 5.
    """
    if state.phase != "play" or state.to_act is None:
        return _NOT_NOW[state.phase]
    held = state.hands[state.to_act]
    if not held & card.bit:
        return f"Rule 5.1: you do not hold {card}; play a card of your hand."
    if state.legal & card.bit:
        return None
    led = state.trick[0]
    duty = state.layout.duties[led.index]
    if not held & duty.binding:
        return f"Rule 5.3: you hold no {led.suit.plural}, so play a trump while you hold one."
    if duty.is_trump_led:
        return _why_trump(state, led, either(cards_in(held & duty.binding)))
    return _why_follow(state, led, card)


def _why_trump(state: DealState, led: Card, bound: str) -> str:
    if led == ACE_OF_HEARTS and state.trumps is not Suit.H:
        return (
            "Rule 5.6: the ace of hearts was led, which calls for trumps;"
            f" play a trump, for you cannot withhold {bound}."
        )
    return f"Rule 5.4: {led} was led, a trump; play a trump, for you cannot withhold {bound}."


def _why_follow(state: DealState, led: Card, card: Card) -> str:
    suit = led.suit.plural
    is_strict = state.rules.plain_follow == "strict"
    answer = f"play one of your {suit}" if is_strict else f"play one of your {suit} or a trump"
    if led == ACE_OF_HEARTS and state.rules.ranking != "natural":
        return f"Rule 5.6: the ace of hearts was led, which calls for hearts; {answer}."
    if card == ACE_OF_HEARTS and led.suit is Suit.H:
        return f"Rule 2.1: the ace of hearts is a trump and does not follow hearts; {answer}."
    return f"Rule 5.2: {suit} were led and you can follow; {answer}."
