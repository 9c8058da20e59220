"""The rank of the cards: which are trumps, and which beat which."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

from games.engine.cards import ACE_OF_HEARTS, ACES, PACK, Card, CardSet, Suit, card_set

RankingName: TypeAlias = Literal["irish", "natural", "five_cards"]

_RED = "KQJT98765432A"
_BLACK = "KQJA23456789T"
_NATURAL = "AKQJT98765432"
PLAIN_ORDER: Final = {Suit.C: _BLACK, Suit.D: _RED, Suit.H: _RED, Suit.S: _BLACK}
"""Ranks of a plain suit, best first: high in red, low in black. Source: RULES.md 2."""


@dataclass(frozen=True)
class Ranking:
    """How the cards stand to each other under one choice of trumps.

    Attributes:
        trumps: The trumps, best first.
        trump_set: The same as a set.
        suit_sets: The cards that follow each suit, in the order of Suit. The ace of hearts
            follows none where it is always a trump.
        privileged: Cards that may be withheld from a lower trump, before 5.5 has its say.
        power: For each suit led, the strength of each card of PACK in a trick: trumps above
            the suit led, the suit led above 0.
    """

    trumps: tuple[Card, ...]
    trump_set: CardSet
    suit_sets: tuple[CardSet, ...]
    privileged: tuple[Card, ...]
    power: tuple[tuple[int, ...], ...]

    def winner(self, cards: Sequence[Card]) -> int:
        """The index of the card that wins a trick. Source: RULES.md 2.3."""
        power = self.power[cards[0].index // 13]
        winner = highest = 0
        for position, card in enumerate(cards):
            strength = power[card.index]
            if strength > highest:
                winner, highest = position, strength
        return winner


@cache
def ranking_of(name: RankingName, trumps: Suit, *, is_ace_demoted: bool = False) -> Ranking:
    """The ranking of a deal with these trumps.

    Args:
        name: The house rule `ranking`.
        trumps: The suit of the turn-up.
        is_ace_demoted: The ace of trumps is the lowest trump of this deal. Source: RULES.md 4.5.

    Source: RULES.md 2.
    """
    plain = _NATURAL if name == "natural" else PLAIN_ORDER[trumps]
    ordinary = [_card(rank, trumps) for rank in plain]
    top = {
        "irish": [_card("5", trumps), _card("J", trumps), ACE_OF_HEARTS],
        "five_cards": [_card("5", trumps), ACE_OF_HEARTS, _card("J", trumps)],
        "natural": [],
    }[name]
    ace = ACES[trumps]
    order = list(dict.fromkeys([*top, ace, *ordinary]))
    if is_ace_demoted:
        order = [card for card in order if card != ace] + [ace]
    trump_set = card_set(order)
    return Ranking(
        trumps=tuple(order),
        trump_set=trump_set,
        suit_sets=tuple(
            card_set(card for card in PACK if card.suit is suit and not _is_out_of_suit(card, name))
            for suit in Suit
        ),
        privileged=tuple(top),
        power=tuple(_power(order, led, name) for led in Suit),
    )


def _card(rank: str, suit: Suit) -> Card:
    return Card.parse(rank + suit)


def _is_out_of_suit(card: Card, name: RankingName) -> bool:
    """Whether a card is always a trump and never one of its suit. Source: RULES.md 2.1."""
    return card == ACE_OF_HEARTS and name != "natural"


def _power(trumps: list[Card], led: Suit, name: RankingName) -> tuple[int, ...]:
    plain = _NATURAL if name == "natural" else PLAIN_ORDER[led]
    power = [0] * len(PACK)
    for strength, rank in enumerate(reversed(plain), start=1):
        power[_card(rank, led).index] = strength
    for strength, card in enumerate(reversed(trumps), start=len(plain) + 1):
        power[card.index] = strength
    return tuple(power)
