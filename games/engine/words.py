"""Cards as people say them: in reasons, choices and logs."""

from collections.abc import Iterable
from typing import Final

from games.engine.cards import RANKS, Card
from games.engine.options import either

_NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANK_WORDS: Final = dict(zip(RANKS, ("ace", *_NUMBERS, "knave", "queen", "king"), strict=True))


def card_in_words(card: Card) -> str:
    """Such as `the five of hearts`."""
    return f"the {_RANK_WORDS[card.rank]} of {card.suit.plural}"


def cards_in_words(cards: Iterable[Card]) -> str:
    """Such as `the five of hearts, the knave of hearts or the ace of hearts`."""
    return either(map(card_in_words, cards))
