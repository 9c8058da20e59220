"""Which card wins a trick and which cards may be played to it."""

from typing import Any

import pytest

from games.engine import Card, HouseRules, Suit, legal_cards, trick_winner
from tests.engine.tables import CASES, cards, texts

STANDARD = HouseRules.preset("standard")


@pytest.mark.parametrize("case", CASES["tricks"], ids=str)
def test_printed_tricks(case: dict[str, Any]) -> None:
    """RULES.md 2.3."""
    winner = trick_winner(cards(case["cards"]), trumps=Suit(case["trumps"]), rules=STANDARD)

    assert winner == case["winner"]


@pytest.mark.parametrize("case", CASES["legal"], ids=str)
def test_printed_answers(case: dict[str, Any]) -> None:
    """RULES.md 5.2 to 5.6."""
    led = cards(case["trick"])[0] if case["trick"] else None

    legal = legal_cards(cards(case["hand"]), led=led, trumps=Suit(case["trumps"]), rules=STANDARD)

    assert texts(legal) == case["legal"].split()


@pytest.mark.parametrize(
    ("trumps", "order"),
    [
        ("C", "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC"),
        ("S", "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS"),
        ("D", "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"),
        ("H", "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H"),
    ],
)
def test_the_order_of_trumps(trumps: str, order: str) -> None:
    """RULES.md 2: each trump beats the next, and the last beats a plain card led."""
    ranked = cards(order)
    plain = Card.parse("KS" if trumps != "S" else "KC")

    for better, worse in zip(ranked, [*ranked[1:], plain], strict=True):
        assert trick_winner((worse, better), trumps=Suit(trumps), rules=STANDARD) == 1
        assert trick_winner((better, worse), trumps=Suit(trumps), rules=STANDARD) == 0


@pytest.mark.parametrize(
    ("suit", "order"),
    [
        ("C", "KC QC JC AC 2C 3C 4C 5C 6C 7C 8C 9C TC"),
        ("S", "KS QS JS AS 2S 3S 4S 5S 6S 7S 8S 9S TS"),
        ("D", "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD"),
        ("H", "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
    ],
)
def test_the_order_of_a_plain_suit(suit: str, order: str) -> None:
    """RULES.md 2: each card of the suit led beats the next, and the last beats another suit."""
    ranked = cards(order)
    trumps = Suit("D") if suit != "D" else Suit("C")
    other = Card.parse({"C": "KS", "S": "KC", "D": "KS", "H": "KS"}[suit])

    for better, worse in zip(ranked, [*ranked[1:], other], strict=True):
        assert trick_winner((better, worse), trumps=trumps, rules=STANDARD) == 0
        if worse is not other:
            assert trick_winner((worse, better), trumps=trumps, rules=STANDARD) == 1
