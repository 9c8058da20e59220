"""Asking to five: whether a hand would rather be played under other trumps. Source: RULES.md 3."""

from collections.abc import Iterator

from games.engine import Card, HouseRules, Suit
from games.engine.cards import ACES, FULL_PACK, CardSet, cards_in
from games.engine.ranking import Ranking, ranking_of
from games.engine.robbing import gives_right
from games.engine.state import HAND_CARDS


def prefers_other_trumps(
    hand: CardSet, turn_up: Card, *, is_dealer: bool, opponents: int, rules: HouseRules
) -> bool:
    """Tell whether the hand is worth more under the suit that may be turned up next.

    Args:
        hand: The five cards dealt.
        turn_up: The card whose suit is trumps unless another is turned.
        is_dealer: Whether the hand may take up a turned ace.
        opponents: How many play for the other side.
    """
    unseen = FULL_PACK & ~hand & ~turn_up.bit
    taken = turn_up.bit if _robs(hand, turn_up, is_dealer=is_dealer, rules=rules) else 0
    as_it_is = _tricks(hand | taken, turn_up.suit, unseen, opponents, rules)
    suits = [card.suit for card in cards_in(unseen) if card.suit is not turn_up.suit]
    worth = {suit: _tricks(hand, suit, unseen, opponents, rules) for suit in set(suits)}
    return sum(worth[suit] for suit in suits) > as_it_is * len(suits)


def _robs(hand: CardSet, turn_up: Card, *, is_dealer: bool, rules: HouseRules) -> bool:
    ace = ACES[turn_up.suit]
    if turn_up == ace:
        return is_dealer and rules.rob_turned_ace != "off"
    return bool(hand & ace.bit) and gives_right(rules, turn_up)


def _tricks(
    cards: CardSet, trumps: Suit, unseen: CardSet, opponents: int, rules: HouseRules
) -> float:
    """The tricks that the best five of these cards take, each led, as an estimate."""
    ranking = ranking_of(rules.ranking, trumps)
    return sum(sorted(_chances(cards, ranking, unseen, opponents), reverse=True)[:HAND_CARDS])


def _chances(cards: CardSet, ranking: Ranking, unseen: CardSet, opponents: int) -> Iterator[float]:
    """The chance of each card that no opponent plays one that beats it."""
    others = cards_in(unseen)
    for card in cards_in(cards):
        power = ranking.power[card.index // 13]
        beaten = sum(power[other.index] > power[card.index] for other in others)
        yield (1 - beaten / len(others)) ** opponents
