"""Why a card may not be played, in one sentence with the number of the rule."""

from typing import Final

from games.engine.cards import ACE_OF_HEARTS, Card, Suit, cards_in
from games.engine.errors import IllegalAction
from games.engine.state import DealState
from games.engine.words import card_in_words, cards_in_words

_NOT_NOW: Final = {
    "ask": ("3", "first say whether you ask for other trumps."),
    "answer": ("3", "first answer whether other trumps are to be turned up."),
    "rob": ("4.3", "first say whether you rob, then play."),
    "jink": ("6.3", "first claim the pool or jink, then lead."),
    "over": ("6.1", "the deal is over, no card is played any more."),
}
"""Reasons why no card is played, by the phase."""


def what_first(state: DealState) -> IllegalAction | None:
    """The reason why the seat to act plays no card yet; None if it may play one."""
    if state.phase == "play" and state.to_act is not None:
        return None
    rule, message = _NOT_NOW[state.phase]
    return IllegalAction(message, rule=rule)


def why_not(state: DealState, card: Card) -> IllegalAction | None:
    """Why the seat to act may not play a card now; None if it may.

    Source: RULES.md 5.
    """
    if (refusal := what_first(state)) is not None:
        return refusal
    assert state.to_act is not None
    held = state.hands[state.to_act]
    if not held & card.bit:
        return IllegalAction(
            f"you do not hold {card_in_words(card)}; play a card from your hand.", rule="5.1"
        )
    if state.legal & card.bit:
        return None
    led = state.trick[0]
    duty = state.layout.duties[led.index]
    if not held & duty.binding:
        return IllegalAction(
            f"you hold no {led.suit.plural}, so play a trump while you hold one.", rule="5.3"
        )
    if duty.is_trump_led:
        return _why_trump(state, led, cards_in_words(cards_in(held & duty.binding)))
    return _why_follow(state, led, card)


def _why_trump(state: DealState, led: Card, bound: str) -> IllegalAction:
    if led == ACE_OF_HEARTS and state.trumps is not Suit.H:
        return IllegalAction(
            "the ace of hearts was led, which calls for trumps;"
            f" play a trump, because you cannot withhold {bound}.",
            rule="5.6",
        )
    return IllegalAction(
        f"{card_in_words(led)} was led, a trump; play a trump, because you cannot withhold"
        f" {bound}.",
        rule="5.4",
    )


def _why_follow(state: DealState, led: Card, card: Card) -> IllegalAction:
    suit = led.suit.plural
    is_strict = state.rules.plain_follow == "strict"
    answer = f"play one of your {suit}" if is_strict else f"play one of your {suit} or a trump"
    if led == ACE_OF_HEARTS and state.rules.ranking != "natural":
        return IllegalAction(
            f"the ace of hearts was led, which calls for hearts; {answer}.", rule="5.6"
        )
    if card == ACE_OF_HEARTS and led.suit is Suit.H:
        return IllegalAction(
            f"the ace of hearts is a trump and does not follow hearts; {answer}.", rule="2.1"
        )
    return IllegalAction(f"{suit} were led and you can follow; {answer}.", rule="5.2")
