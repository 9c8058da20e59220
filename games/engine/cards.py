"""The 52 cards: text such as `5H`, numbers for tables, bits for sets of cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from games.engine.errors import Unreadable

CardSet: TypeAlias = int
"""A set of cards as a number: bit n stands for PACK[n]."""

RANKS: Final = "A23456789TJQK"


class Suit(StrEnum):
    """A suit by its letter; the order is that of the pack."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"

    @property
    def plural(self) -> str:
        return _PLURALS[self]


_PLURALS = {Suit.C: "clubs", Suit.D: "diamonds", Suit.H: "hearts", Suit.S: "spades"}
_SUITS = tuple(Suit)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card, known by its position in PACK: 0 to 51, suit by suit from the ace to the king."""

    index: int

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card written rank then suit, such as `5H`, `TD` or `AS`.

        Raises:
            Unreadable: there is no such card.
        """
        try:
            return _CARDS_BY_TEXT[text]
        except KeyError:
            raise Unreadable(
                f"{text!r} is not a card: write rank then suit, such as 5H, TD or AS"
            ) from None

    @property
    def rank(self) -> str:
        return RANKS[self.index % 13]

    @property
    def suit(self) -> Suit:
        return _SUITS[self.index // 13]

    @property
    def bit(self) -> CardSet:
        return 1 << self.index

    def __str__(self) -> str:
        return _TEXTS[self.index]


PACK: Final = tuple(Card(index) for index in range(52))
FULL_PACK: Final[CardSet] = (1 << 52) - 1
_TEXTS = tuple(rank + suit for suit in Suit for rank in RANKS)
_CARDS_BY_TEXT = dict(zip(_TEXTS, PACK, strict=True))

ACE_OF_HEARTS: Final = Card.parse("AH")
ACES: Final = {suit: Card.parse("A" + suit) for suit in Suit}


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of some cards."""
    members = 0
    for card in cards:
        members |= 1 << card.index
    return members


def cards_in(members: CardSet) -> tuple[Card, ...]:
    """The cards of a set, in the order of the pack."""
    cards = []
    while members:
        lowest = members & -members
        cards.append(PACK[lowest.bit_length() - 1])
        members ^= lowest
    return tuple(cards)
