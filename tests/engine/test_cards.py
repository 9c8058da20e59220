"""Cards, actions and their text."""

import copy
import pickle

import pytest

from games.engine import PACK, Action, Card, Play, Rob, Suit, Unreadable


def test_a_card_is_its_text() -> None:
    """RULES.md: cards are written rank then suit."""
    assert len({str(card) for card in PACK}) == 52
    assert all(Card.parse(str(card)) == card for card in PACK)
    assert Card.parse("TD").rank == "T"
    assert Card.parse("TD").suit is Suit("D")


def test_a_card_survives_copying() -> None:
    card = Card.parse("5H")

    assert copy.deepcopy(card) == card
    assert pickle.loads(pickle.dumps(card)) == card


@pytest.mark.parametrize("text", ["", "5", "10H", "5h", "H5", "1C", "5H "])
def test_what_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="not a card"):
        Card.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "play 5H",
        "rob 8C",
        "announce",
        "decline",
        "ask",
        "agree",
        "refuse",
        "claim",
        "jink",
    ],
)
def test_an_action_is_its_text(text: str) -> None:
    assert str(Action.parse(text)) == text


def test_an_action_is_typed() -> None:
    assert Action.parse("play 5H") == Play(Card.parse("5H"))
    assert Action.parse("play 5H") != Rob(Card.parse("5H"))


@pytest.mark.parametrize(
    "text", ["", "play", "play 1H", "announce 5H", "Jink", "renege", "rob  8C"]
)
def test_what_is_not_an_action_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        Action.parse(text)
