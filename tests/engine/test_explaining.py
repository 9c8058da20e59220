"""Why a card may not be played."""

from typing import Any

import pytest

from games.engine import Card, legal_actions, why_not
from tests.engine.tables import after, deal


@pytest.mark.parametrize(
    ("options", "turn_up", "led", "holds", "card", "reason"),
    [
        (
            {},
            "9D",
            "KC",
            "2C 3H 4H 6H 7D",
            "3H",
            "Rule 5.2: clubs were led and you can follow; play one of your clubs or a trump.",
        ),
        (
            {"plain_follow": "strict"},
            "9D",
            "KC",
            "2C 3H 4H 6H 7D",
            "7D",
            "Rule 5.2: clubs were led and you can follow; play one of your clubs.",
        ),
        (
            {"plain_follow": "strict"},
            "9D",
            "KH",
            "AH 3H 4C 6C 7C",
            "AH",
            "Rule 2.1: the ace of hearts is a trump and does not follow hearts;"
            " play one of your hearts.",
        ),
        (
            {"void_play": "must_trump"},
            "9D",
            "KC",
            "7D 3H 4H 6H 7H",
            "3H",
            "Rule 5.3: you hold no clubs, so play a trump while you hold one.",
        ),
        (
            {},
            "9D",
            "QD",
            "7D 5D 4H 6H 7H",
            "4H",
            "Rule 5.4: the queen of diamonds was led, a trump; play a trump,"
            " because you cannot withhold the seven of diamonds.",
        ),
        (
            {},
            "9D",
            "AH",
            "7D JD 4H 6H 7H",
            "4H",
            "Rule 5.6: the ace of hearts was led, which calls for trumps;"
            " play a trump, because you cannot withhold the seven of diamonds.",
        ),
        (
            {"ace_of_hearts_lead": "plain"},
            "9D",
            "AH",
            "7D KH 4C 6C 7C",
            "4C",
            "Rule 5.6: the ace of hearts was led, which calls for hearts;"
            " play one of your hearts or a trump.",
        ),
        (
            {"ranking": "natural", "ace_of_hearts_lead": "plain"},
            "9D",
            "AH",
            "7D KH 4C 6C 7C",
            "4C",
            "Rule 5.2: hearts were led and you can follow; play one of your hearts or a trump.",
        ),
        (
            {},
            "9D",
            "KC",
            "2C 3H 4H 6H 7D",
            "5S",
            "Rule 5.1: you do not hold the five of spades; play",
        ),
        ({}, "9D", "KC", "AD 3H 4H 6H 7D", "3H", "Rule 4.3: first say whether you rob, then play."),
    ],
)
def test_why_not(
    options: dict[str, Any], turn_up: str, led: str, holds: str, card: str, reason: str
) -> None:
    """RULES.md 5: one sentence with the number of the rule."""
    state = after(deal(led, holds, turn_up=turn_up, **options), led)

    assert str(why_not(state, Card.parse(card))).startswith(reason)


def test_there_is_no_reason_against_a_legal_card() -> None:
    state = after(deal("KC", "2C 3H 4H 6H 7D", turn_up="9D"), "KC")

    assert [why_not(state, Card.parse(card)) for card in ("2C", "7D")] == [None, None]
    assert len(legal_actions(state)) == 2
