"""Cards as people say them."""

import pytest

from games.engine import PACK, Card
from games.engine.words import card_in_words, cards_in_words


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("5H", "the five of hearts"),
        ("JS", "the knave of spades"),
        ("TD", "the ten of diamonds"),
        ("AC", "the ace of clubs"),
    ],
)
def test_a_card_in_words(card: str, words: str) -> None:
    assert card_in_words(Card.parse(card)) == words


def test_every_card_has_words_of_its_own() -> None:
    assert len({card_in_words(card) for card in PACK}) == 52


def test_some_cards_in_words() -> None:
    some = map(Card.parse, ("5H", "JH", "AH"))

    assert cards_in_words(some) == "the five of hearts, the knave of hearts or the ace of hearts"
