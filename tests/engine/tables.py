"""Deals laid out by hand for the tests: cards as text, a seat a hand."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from games.engine import PACK, Action, Card, DealState, HouseRules, Place, apply, new_deal

CASES = json.loads((Path(__file__).parent.parent / "cases" / "play.json").read_text())


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `5D AH`."""
    return tuple(map(Card.parse, text.split()))


def texts(items: Iterable[object]) -> list[str]:
    """Cards or actions as text."""
    return [str(item) for item in items]


def pack_of(
    hands: Sequence[str], turn_up: str, *, dealer: int, packets: str = "2-3", stock: str = ""
) -> list[Card]:
    """A pack that deals these hands, given by seat, and turns that card up.

    A hand of fewer than five cards is filled, and the stock goes on, with the cards left over.
    """
    known = {*cards(" ".join(hands)), *cards(turn_up), *cards(stock)}
    left_over = [card for card in PACK if card not in known]
    seats = len(hands)
    dealt = []
    for hand in hands:
        held = list(cards(hand))
        while len(held) < 5:
            held.append(left_over.pop())
        dealt.append(held)
    pack: list[Card] = []
    for size in map(int, packets.split("-")):
        for step in range(1, seats + 1):
            hand_left = dealt[(dealer + step) % seats]
            pack += [hand_left.pop(0) for _ in range(size)]
    return [*pack, *cards(turn_up), *cards(stock), *left_over]


def deal(
    *hands: str,
    turn_up: str,
    dealer: int | None = None,
    stock: str = "",
    scores: Sequence[int] = (),
    preset: str = "standard",
    **options: Any,
) -> DealState:
    """A deal of these hands, by seat; the last seat deals, so that seat 0 is the eldest hand."""
    rules = HouseRules.from_json({**HouseRules.preset(preset).to_json(), **options})
    dealer = len(hands) - 1 if dealer is None else dealer
    pack = pack_of(hands, turn_up, dealer=dealer, packets=rules.packets, stock=stock)
    return new_deal(pack, seats=len(hands), dealer=Place(dealer), rules=rules, scores=scores)


def after(state: DealState, *actions: str) -> DealState:
    """The state after some actions; a card alone, as in `5H 2C`, is played."""
    for text in actions:
        is_cards = text.split()[0][0] in "A23456789TJQK" and text.split()[0] != "rob"
        for each in [f"play {card}" for card in text.split()] if is_cards else [text]:
            state = apply(state, Action.parse(each))
    return state
