"""The strong bot: it imagines what may be, keeps the rules, and wins more than the first bot."""

import itertools
from random import Random
from typing import Any

import pytest

from deploy.bench.parts.bots import contest
from games.bots import FIRST_BOT, choose
from games.bots.imagining import Imagination
from games.engine import (
    PACK,
    Action,
    Card,
    DealState,
    HouseRules,
    Place,
    Suit,
    apply,
    legal_actions,
    new_deal,
    view,
)
from games.engine.presets import PRESETS
from tests.engine.strategies import random_deal, random_play

STANDARD = HouseRules.preset("standard")
LEVEL = "strong"


def seen(state: DealState) -> dict[str, Any]:
    """The view of the seat that is to act."""
    return view(state, state.to_act).to_json()


def played(turn_up: str, hands: str, *steps: str) -> DealState:
    """Three at a table, the last of them deals; then these actions."""
    dealt = [[Card.parse(text) for text in hand.split()] for hand in hands.split(",")]
    first = [card for hand in dealt for card in hand[:2]]
    second = [card for hand in dealt for card in hand[2:]]
    top = [*first, *second, Card.parse(turn_up)]
    pack = [*top, *(card for card in PACK if card not in top)]
    state = new_deal(pack, seats=3, dealer=Place(2), rules=STANDARD)
    for step in steps:
        state = apply(state, Action.parse(step))
    return state


def imagined(state: DealState, count: int = 60) -> list[DealState]:
    imagination, chance = Imagination(seen(state), state.rules), Random(1)
    return [deal for _ in range(count) if (deal := imagination.deal(chance)) is not None]


def test_what_it_imagines_agrees_with_what_it_has_seen() -> None:
    """By any house rules, whatever the others did."""
    views = deals = 0
    for seed in range(150):
        chance = Random(seed)
        for state in random_play(random_deal(chance), chance):
            if state.to_act is None:
                break
            deal = Imagination(seen(state), state.rules).deal(chance)
            views += 1
            if deal is not None:
                deals += 1
                assert seen(deal) == seen(state)

    assert views > 3000
    assert deals > 0.99 * views


def test_somebody_who_robbed_holds_the_turn_up_and_the_ace() -> None:
    """RULES.md 4.2: and nobody can tell what they put out."""
    state = played("8S", "AS 2C 3C 4C 6C,KD QD JD TD 9D,2H 3H 4H 6H 7H", "rob 2C", "play 3C")

    others = {deal.hands[0] for deal in imagined(state)}

    assert len(others) > 50
    assert all(hand >> Card.parse("8S").index & 1 for hand in others)
    assert all(hand >> Card.parse("AS").index & 1 for hand in others)
    assert len({deal.layout.put_out for deal in imagined(state)}) > 20


def test_somebody_who_cannot_follow_is_given_no_trump() -> None:
    """RULES.md 5.4: and who did not rob has not the ace of trumps."""
    hands = "KS 2C 3C 4C 6C,KD QD JD TD 9D,2H 3H 4H 6H 7H"
    state = played("8S", hands, "play KS", "play 9D")
    withheld = {Card.parse(text) for text in ("5S", "JS")}

    deals = imagined(state)
    spades = [{card for card in deal.hand(Place(1)) if card.suit is Suit.S} for deal in deals]

    assert len(deals) == 60
    assert all(cards <= withheld for cards in spades)
    assert any(cards for cards in spades)
    assert not any(deal.hands[0] & Card.parse("AS").bit for deal in deals)


def test_the_same_view_makes_it_do_the_same() -> None:
    chance = Random(2)
    for _ in range(5):
        for state in itertools.islice(random_play(random_deal(chance), chance), 0, 20, 5):
            if state.to_act is not None:
                assert len({choose(seen(state), state.rules, LEVEL) for _ in range(2)}) == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_it_keeps_the_rules_of_every_house(preset: str) -> None:
    chance = Random(preset)
    for seats in (2, 4, 6, 10):
        rules = HouseRules.preset(preset, seats)
        if rules.refusal(seats):
            continue
        state = new_deal(chance.sample(PACK, 52), seats=seats, dealer=Place(1), rules=rules)
        while state.to_act is not None:
            level = LEVEL if state.to_act == 0 else FIRST_BOT
            action = choose(seen(state), rules, level)
            assert action in legal_actions(state)
            state = apply(state, action)


def test_it_keeps_any_house_rules() -> None:
    """Fiving, every way of robbing, sides and points among them."""
    words = set()
    for seed in range(40):
        chance = Random(seed)
        state = random_deal(chance)
        while state.to_act is not None:
            legal = legal_actions(state)
            action = chance.choice(legal)
            if state.to_act == 0 or state.phase != "play":
                action = choose(seen(state), state.rules, LEVEL)
                assert action in legal
                words |= {one.word for one in legal}
            state = apply(state, action)

    assert words >= {"ask", "agree", "rob", "announce", "decline", "jink", "play"}


def test_it_wins_more_pools_than_the_first_bot() -> None:
    """One among four of the first, everybody once in every seat with the same packs."""
    scores = contest(STANDARD, [LEVEL, *4 * [FIRST_BOT]], deals=60, seed=1)
    strong, first = scores[LEVEL], scores[FIRST_BOT]
    deals, won = strong.deals, strong.won + first.won
    share = won / (5 * deals)
    standard_error = (deals * share * (1 - share)) ** 0.5

    assert strong.won > deals * share + 3 * standard_error
    assert strong.won / strong.deals > 1.5 * first.won / first.deals
    assert strong.chips > 0
