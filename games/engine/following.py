"""What a card led asks of every hand: to follow, to trump, or nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from games.engine.cards import ACE_OF_HEARTS, PACK, Card, CardSet, Suit, card_set
from games.engine.house_rules import HouseRules
from games.engine.ranking import Ranking, RankingName, ranking_of


@dataclass(frozen=True, slots=True)
class Duty:
    """What one card led asks of a hand.

    Attributes:
        binding: Who holds any of these must play an answer;
        answers: namely one of these that the player holds.
        relief: A player with none of them must play one of these if they can, else anything.
        is_trump_led: Whether the lead counts as a trump (5.4) or as a plain suit (5.2, 5.3).
    """

    binding: CardSet
    answers: CardSet
    relief: CardSet
    is_trump_led: bool

    def legal(self, hand: CardSet) -> CardSet:
        """The cards of a hand that may be played."""
        if hand & self.binding:
            return hand & self.answers
        return hand & self.relief or hand


def duties_of(rules: HouseRules, trumps: Suit, *, is_ace_demoted: bool = False) -> tuple[Duty, ...]:
    """The duty that each card of PACK imposes when it is led. Source: RULES.md 5.2 to 5.6."""
    return _duties(
        rules.ranking,
        trumps,
        is_ace_demoted,
        rules.plain_follow,
        rules.void_play,
        rules.renege_cards,
        rules.ace_of_hearts_lead,
    )


def legal_answers(hand: CardSet, trick: tuple[Card, ...], duties: tuple[Duty, ...]) -> CardSet:
    """The cards of a hand that may be played to the cards on the table. Source: RULES.md 5."""
    return duties[trick[0].index].legal(hand) if trick else hand


def legal_cards(
    hand: Iterable[Card], *, led: Card | None, trumps: Suit, rules: HouseRules
) -> tuple[Card, ...]:
    """The cards of a hand that may be played to a lead, in the order of the hand.

    Args:
        hand: The cards held.
        led: The card led, None for the one who leads.
        trumps: The suit of the turn-up.
        rules: The house rules; robbing and its penalties play no part here.

    Source: RULES.md 5.
    """
    held = tuple(hand)
    if led is None:
        return held
    legal = duties_of(rules, trumps)[led.index].legal(card_set(held))
    return tuple(card for card in held if legal & card.bit)


def trick_winner(cards: Sequence[Card], *, trumps: Suit, rules: HouseRules) -> int:
    """The index, in order of play, of the card that wins a trick. Source: RULES.md 2.3."""
    return ranking_of(rules.ranking, trumps).winner(cards)


@cache
def _duties(
    name: RankingName,
    trumps: Suit,
    is_ace_demoted: bool,
    plain_follow: str,
    void_play: str,
    renege_cards: str,
    ace_of_hearts_lead: str,
) -> tuple[Duty, ...]:
    ranking = ranking_of(name, trumps, is_ace_demoted=is_ace_demoted)
    count = {"five_jack_ace": 3, "five_only": 1, "none": 0}[renege_cards]
    withheld = ranking.privileged[:count]

    def is_plain_lead(led: Card) -> bool:
        if led == ACE_OF_HEARTS and trumps != Suit.H and ace_of_hearts_lead == "plain":
            return True
        return not ranking.trump_set & led.bit

    def plain_duty(led: Card) -> Duty:
        suit = ranking.suit_sets[led.index // 13]
        return Duty(
            binding=suit,
            answers=suit if plain_follow == "strict" else suit | ranking.trump_set,
            relief=ranking.trump_set if void_play == "must_trump" else 0,
            is_trump_led=False,
        )

    return tuple(
        plain_duty(led) if is_plain_lead(led) else _trump_duty(led, ranking, withheld)
        for led in PACK
    )


def _trump_duty(led: Card, ranking: Ranking, privileged: tuple[Card, ...]) -> Duty:
    """A trump may be withheld only if it is privileged and outranks the lead: RULES.md 5.4."""
    higher = ranking.trumps[: ranking.trumps.index(led)]
    withheld = card_set(card for card in privileged if card in higher)
    return Duty(
        binding=ranking.trump_set & ~withheld,
        answers=ranking.trump_set,
        relief=0,
        is_trump_led=True,
    )
