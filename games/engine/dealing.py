"""Dealing: the packets and the turn-up."""

from collections.abc import Sequence
from typing import TypeVar

from games.engine.cards import FULL_PACK, Card, card_set
from games.engine.errors import EngineError
from games.engine.fiving import open_fiving
from games.engine.following import duties_of
from games.engine.house_rules import HouseRules
from games.engine.places import Place
from games.engine.ranking import ranking_of
from games.engine.sides import side_count
from games.engine.state import HAND_CARDS, DealState, Layout

_Card = TypeVar("_Card")
"""A card, or whatever stands for one that nobody knows."""


def new_deal(
    pack: Sequence[Card],
    *,
    seats: int,
    dealer: Place,
    rules: HouseRules,
    scores: Sequence[int] = (),
) -> DealState:
    """Deal the cards and turn one up.

    Args:
        pack: All 52 cards in the order of dealing; the first goes to the eldest hand's first
            packet.
        seats: How many play, 2 to 10.
        dealer: The seat that deals.
        rules: The house rules of the table.
        scores: In a game for points what each seat's side stands at; left out at its start.

    Raises:
        ImpossibleRules: these rules are not for this number of players.
        EngineError: the pack, the dealer or the scores cannot be.

    Source: RULES.md 1.
    """
    rules.check_players(seats)
    cards = tuple(pack)
    _check_deal(cards, seats, dealer, rules, scores)
    hands = deal_out(cards, seats=seats, dealer=dealer, packets=rules.packets)
    turn_up, *stock = cards[HAND_CARDS * seats :]
    eldest = Place((dealer + 1) % seats)
    return open_fiving(
        DealState(
            layout=Layout(
                rules=rules,
                seats=seats,
                dealer=dealer,
                pack=cards,
                turn_up=turn_up,
                stock=tuple(stock),
                scores=tuple(scores) or ((0,) * seats if rules.target else ()),
                ranking=ranking_of(rules.ranking, turn_up.suit),
                duties=duties_of(rules, turn_up.suit),
            ),
            hands=tuple(map(card_set, hands)),
            phase="play",
            to_act=eldest,
            legal=card_set(hands[eldest]),
            leader=eldest,
            trick=(),
            tricks=(),
            side_tricks=(0,) * side_count(rules.sides, seats),
            outcome=None,
        )
    )


def deal_out(
    pack: Sequence[_Card], *, seats: int, dealer: Place, packets: str
) -> tuple[tuple[_Card, ...], ...]:
    """The cards that each seat is dealt, in order, in packets from the eldest hand round.

    Source: RULES.md 1.5.
    """
    first, second = map(int, packets.split("-"))
    start = first * seats
    hands = [
        (*pack[first * step : first * (step + 1)], *pack[start + second * step :][:second])
        for step in range(seats)
    ]
    return tuple(hands[(place - dealer - 1) % seats] for place in range(seats))


def gather_in(
    hands: Sequence[Sequence[_Card]], *, dealer: Place, packets: str
) -> tuple[_Card, ...]:
    """The top of the pack from which these hands were dealt out, each in its order."""
    first = int(packets[0])
    round_from_eldest = [hands[(dealer + step) % len(hands)] for step in range(1, len(hands) + 1)]
    packets_in_order = [
        *(hand[:first] for hand in round_from_eldest),
        *(hand[first:] for hand in round_from_eldest),
    ]
    return tuple(card for packet in packets_in_order for card in packet)


def _check_deal(
    cards: tuple[Card, ...], seats: int, dealer: Place, rules: HouseRules, scores: Sequence[int]
) -> None:
    if len(cards) != 52 or card_set(cards) != FULL_PACK:
        raise EngineError("a deal needs all 52 cards, each of them once.", rule="1.1")
    if dealer not in range(seats):
        raise EngineError(f"seats count from 0 to {seats - 1}; {dealer} cannot deal.", rule="1.1")
    if not scores:
        return
    if rules.target is None or len(scores) != seats:
        raise EngineError(
            "only a game for points has earlier scores, one for each seat.", rule="8.1"
        )
    if not all(0 <= score < rules.target for score in scores):
        raise EngineError(f"an earlier score is a number from 0 to {rules.target}.", rule="8.1")
