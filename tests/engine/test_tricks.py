"""Winning, spoiling and jinking."""

from typing import Any

import pytest

from games.engine import Action, IllegalAction, Outcome, Place, apply, legal_actions
from tests.engine.tables import after, deal, texts

STRONG = "KC KH KS KD QD"
WEAK = "2C 2H 2S 3S 4S"
WEAKER = "3C 3H QS 5S 6S"
FIRST_THREE = ("KC 2C 3C", "KH 2H 3H", "KS 2S QS")


def test_the_third_trick_wins_unless_it_was_the_first_three() -> None:
    """RULES.md 6.1: the deal ends at once."""
    state = deal("KC 2H KS KH KD", "2C QH 2S 3S 4S", "3C 3H QS 5S 6S", turn_up="9C")

    ended = after(state, "KC 2C 3C", "2H QH 3H", "2S QS KS", "KH 3S 5S")

    assert ended.outcome == Outcome("won", winners=(Place(0),), tricks=(3, 1, 0))
    assert ended.to_act is None
    assert legal_actions(ended) == ()


def test_the_winner_of_the_first_three_tricks_chooses() -> None:
    """RULES.md 6.3."""
    state = after(deal(STRONG, WEAK, WEAKER, turn_up="9D"), *FIRST_THREE)

    assert state.to_act == 0
    assert texts(legal_actions(state)) == ["claim", "jink"]
    assert after(state, "claim").outcome == Outcome("won", winners=(Place(0),), tricks=(3, 0, 0))


def test_a_jink_needs_all_five() -> None:
    """RULES.md 6.3."""
    state = after(deal(STRONG, WEAK, WEAKER, turn_up="9D"), *FIRST_THREE, "jink", "KD 3S 5S")
    assert state.outcome is None

    ended = after(state, "QD 4S 6S")

    assert ended.outcome == Outcome("jinked", winners=(Place(0),), tricks=(5, 0, 0))


def test_a_jink_that_loses_a_trick_ends_at_once() -> None:
    """RULES.md 6.3: the deal is spoilt."""
    weak = WEAK.replace("3S", "5D")
    state = after(deal(STRONG, weak, WEAKER, turn_up="9D"), *FIRST_THREE, "jink")

    ended = after(state, "KD 5D 5S")

    assert ended.outcome == Outcome("jink_failed", winners=(), tricks=(3, 1, 0))


def test_five_tricks_without_a_winner_are_a_spoil() -> None:
    """RULES.md 6.1: it is played out even where the spoil is certain."""
    state = deal("KC 2H 2S KD 2D", "2C KH 3S 3D TC", "3C 3H KS 4S 6D", turn_up="9D")

    state = after(state, "KC 2C 3C", "2H KH 3H", "3S KS 2S", "4S 2D 3D")
    assert state.outcome is None
    ended = after(state, "TC 6D KD")

    assert ended.outcome == Outcome("spoilt", winners=(), tricks=(2, 2, 1))


@pytest.mark.parametrize(
    ("actions", "wrong", "rule"),
    [
        ([], "play 2C", "5.1"),
        (["KC"], "play 2H", "5.2"),
        ([], "claim", "6.3"),
        ([], "jink", "6.3"),
        ([], "ask", "3"),
        ([], "agree", "3"),
        ([], "refuse", "3"),
        (FIRST_THREE, "play KD", "6.3"),
        ([*FIRST_THREE, "claim"], "play KD", "6.1"),
    ],
)
def test_an_illegal_action_names_its_rule(actions: list[str], wrong: str, rule: str) -> None:
    state = after(deal(STRONG, WEAK, WEAKER, turn_up="9D"), *actions)

    with pytest.raises(IllegalAction, match=f"^Rule {rule}: "):
        apply(state, Action.parse(wrong))


@pytest.mark.parametrize(
    ("options", "action", "reason"),
    [
        ({}, "claim", "you can claim only when your side has just won the first three tricks"),
        ({"jink": False}, "jink", "there is no jink at this table"),
        ({"jink": False, "tricks_to_win": 4}, "claim", "there is no jink at this table"),
        ({"target": 25}, "jink", "nobody can jink in a game for points"),
        ({}, "ask", "in this house nobody asks for other trumps"),
    ],
)
def test_a_refusal_knows_the_house(options: dict[str, Any], action: str, reason: str) -> None:
    """RULES.md 3, 6.3, 8.1."""
    state = deal(STRONG, WEAK, WEAKER, turn_up="9D", **options)

    with pytest.raises(IllegalAction, match=reason):
        apply(state, Action.parse(action))
