"""A bot asks to five, and agrees to it, by what it holds."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.bots import FIRST_BOT, choose
from games.bots.fiving import prefers_other_trumps
from games.bots.playouts import played_out
from games.engine import (
    PACK,
    Action,
    Agree,
    Ask,
    Card,
    DealState,
    HouseRules,
    Place,
    Refuse,
    apply,
    new_deal,
    view,
)
from games.engine.cards import card_set

PAIRS = HouseRules.of({"sides": "pairs", "fiving": True})
POOR, RICH = "5D JD KD QD 6D", "5S JS AH KS QS"
ASKS, ANSWERS = ("ask", ["ask", "decline"]), ("answer", ["agree", "refuse"])


def said(hand: str, asked: tuple[str, list[str]], **changes: Any) -> str:
    """The words of the bot under spades: seat 0 asks, or the dealer answers."""
    phase, legal = asked
    seat = 0 if phase == "ask" else 3
    seen = {"place": seat, "seats": 4, "dealer": 3, "turn_up": "8S", "trumps": "S"}
    seen |= {"phase": phase, "legal": legal, "hand": hand.split(), **changes}
    return str(choose(seen, PAIRS, FIRST_BOT))


@pytest.mark.parametrize(
    ("hand", "asked", "expected"),
    [
        (POOR, ASKS, "ask"),
        (RICH, ASKS, "decline"),
        (POOR, ANSWERS, "agree"),
        (RICH, ANSWERS, "refuse"),
    ],
)
def test_a_bot_says_what_suits_its_hand(
    hand: str, asked: tuple[str, list[str]], expected: str
) -> None:
    """RULES.md 3."""
    assert said(hand, asked) == expected


def prefers(hand: str, turn_up: str, *, rules: HouseRules = PAIRS, is_dealer: bool = False) -> bool:
    held = card_set(map(Card.parse, hand.split()))
    card = Card.parse(turn_up)
    return prefers_other_trumps(held, card, is_dealer=is_dealer, opponents=2, rules=rules)


def test_a_hand_counts_the_turn_up_that_it_robs() -> None:
    """RULES.md 4.1, 4.2: the ace of trumps takes the five up, and a dealer takes a turned ace."""
    off = HouseRules.of({"sides": "pairs", "fiving": True, "rob_with_ace": "off"})
    held = "AS TD 6D 5C JC"

    assert not prefers(held, "5S")
    assert prefers(held, "5S", rules=off)
    middling = "KS TD 4H 3C 9D"
    assert not prefers(middling, "AS", is_dealer=True)
    assert prefers(middling, "AS")


def seen(state: DealState) -> dict[str, Any]:
    """The view of the seat that is to act."""
    return view(state, state.to_act).to_json()


def asked(chance: Random) -> DealState:
    """A deal in which the dealer is to answer."""
    state = new_deal(chance.sample(PACK, 52), seats=4, dealer=Place(3), rules=PAIRS)
    return apply(state, Ask())


def test_the_deal_goes_on_as_the_dealer_answers() -> None:
    """In thought, too, the dealer keeps the trumps that suit them."""
    chance, answers = Random(3), Counter[bool]()
    for _ in range(60):
        state = asked(chance)
        hand, rules = state.hands[state.dealer], state.rules
        agrees = prefers_other_trumps(hand, state.turn_up, is_dealer=True, opponents=2, rules=rules)
        answer = Agree() if agrees else Refuse()
        assert played_out(state) == played_out(apply(state, answer))
        answers[agrees] += 1
    assert min(answers[True], answers[False]) > 5


def careless(state: DealState) -> Action | None:
    """Ask and agree, whatever the hand."""
    return {"ask": Ask(), "answer": Agree()}.get(state.phase)


def test_who_fives_by_their_hand_wins_more_than_who_does_not_look() -> None:
    """The same packs twice, so that each side is once the one that looks."""
    chance, won = Random(4), Counter[bool]()
    for _ in range(100):
        pack, dealer = chance.sample(PACK, 52), Place(chance.randrange(4))
        for side in (0, 1):
            state = new_deal(pack, seats=4, dealer=dealer, rules=PAIRS)
            while state.to_act is not None:
                looks = state.to_act % 2 == side
                action = None if looks else careless(state)
                state = apply(state, action or choose(seen(state), PAIRS, FIRST_BOT))
            assert state.outcome is not None
            won.update(winner % 2 == side for winner in state.outcome.winners)
    assert won[True] > 1.2 * won[False]
