"""Packets, the turn-up and the first dealer."""

import pytest

from games.engine import PACK, EngineError, HouseRules, Place, first_knave, new_deal
from games.engine.cards import card_set
from tests.engine.tables import cards


def test_two_then_three_from_the_eldest_hand_round() -> None:
    """RULES.md 1.5."""
    state = new_deal(PACK, seats=3, dealer=Place(0), rules=HouseRules())

    assert state.hands[1] == card_set([*PACK[0:2], *PACK[6:9]])
    assert state.hands[2] == card_set([*PACK[2:4], *PACK[9:12]])
    assert state.hands[0] == card_set([*PACK[4:6], *PACK[12:15]])
    assert state.turn_up == PACK[15]
    assert state.layout.stock == PACK[16:]


def test_three_then_two() -> None:
    """RULES.md 1.5."""
    state = new_deal(PACK, seats=2, dealer=Place(1), rules=HouseRules(packets="3-2"))

    assert state.hands[0] == card_set([*PACK[0:3], *PACK[6:8]])


def test_ten_players_use_51_cards() -> None:
    """RULES.md 1.1."""
    assert len(new_deal(PACK, seats=10, dealer=Place(0), rules=HouseRules()).layout.stock) == 1


@pytest.mark.parametrize(("pack", "dealer"), [("JC", 0), ("2C 3C 4C JD", 0), ("2C 3C 4H 5H JS", 1)])
def test_the_first_knave_makes_the_dealer(pack: str, dealer: int) -> None:
    """RULES.md 1.4."""
    assert first_knave(cards(pack), 3) == dealer


@pytest.mark.parametrize(
    ("pack", "seats", "dealer"),
    [
        (PACK[:51], 5, 0),
        ((*PACK[:51], PACK[0]), 5, 0),
        (PACK, 1, 0),
        (PACK, 11, 0),
        (PACK, 5, 5),
    ],
    ids=["too few cards", "one twice", "one player", "eleven", "no such dealer"],
)
def test_an_impossible_deal_is_refused(pack: tuple[object, ...], seats: int, dealer: int) -> None:
    """RULES.md 1.1."""
    with pytest.raises(EngineError, match=r"^Rule 1\.1: "):
        new_deal(pack, seats=seats, dealer=dealer, rules=HouseRules())  # type: ignore[arg-type]
