"""What a seat may do, in words, and why its other cards may not be played now."""

from dataclasses import dataclass
from typing import Any, Final

from games.engine import Action, Card, DealState, Place, legal_actions, why_not
from games.engine.words import card_in_words

_WORDS: Final = {
    "announce": "Say that you hold the ace of trumps, and do not rob",
    "ask": "Ask the dealer for other trumps",
    "agree": "Agree to turn up other trumps",
    "refuse": "Keep the trumps as they are",
    "claim": "Take the pool",
    "jink": "Jink: play on for all five tricks",
}
_DEEDS: Final = {
    "rob": "robs",
    "announce": "holds the ace of trumps and does not rob",
    "decline": "declines",
    "ask": "asks for other trumps",
    "agree": "agrees to turn up other trumps",
    "refuse": "keeps the trumps as they are",
    "claim": "takes the pool",
    "jink": "jinks: plays on for all five tricks",
}


@dataclass(frozen=True)
class Choice:
    """Something that the seat to act may do: what it sends, and what a person reads."""

    action: str
    text: str


@dataclass(frozen=True)
class Withheld:
    """A card of the seat to act that may not be played now, why, and by which rule."""

    card: str
    reason: str
    rule: str


@dataclass(frozen=True)
class Choices:
    """All that the seat to act may do, and its cards that it may not play."""

    legal: tuple[Choice, ...] = ()
    withheld: tuple[Withheld, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "legal": [{"action": one.action, "text": one.text} for one in self.legal],
            "withheld": [
                {"card": one.card, "reason": one.reason, "rule": one.rule} for one in self.withheld
            ],
        }


NO_CHOICES: Final = Choices()


def choices_of(state: DealState, place: Place | None) -> Choices:
    """What a seat may do now; nothing for a spectator, and for a seat that is not to act.

    The actions are those of the seat's view, in the same order.
    """
    if place is None or place != state.to_act:
        return NO_CHOICES
    reasons = ((card, why_not(state, card)) for card in state.hand(place))
    return Choices(
        legal=tuple(Choice(str(one), _words(state, one)) for one in legal_actions(state)),
        withheld=tuple(
            Withheld(str(card), reason.sentence, reason.rule)
            for card, reason in reasons
            if reason is not None
        ),
    )


def deed_in_words(told: str) -> str:
    """What a seat did, as the others saw it: `plays the five of hearts`."""
    word, _, card = told.partition(" ")
    return f"plays {card_in_words(Card.parse(card))}" if word == "play" else _DEEDS[word]


def _words(state: DealState, action: Action) -> str:
    word, _, card = str(action).partition(" ")
    if word == "play":
        return f"Play {card_in_words(Card.parse(card))}"
    if word == "rob":
        return f"Rob: put out {card_in_words(Card.parse(card))}, take {_turn_up(state)}"
    if word == "decline":
        return "Ask for nothing" if state.phase == "ask" else f"Leave {_turn_up(state)}"
    return _WORDS[word]


def _turn_up(state: DealState) -> str:
    return card_in_words(state.turn_up)
