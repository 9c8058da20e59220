"""The first bot: it plays by the rules of every house, and better than by chance."""

from random import Random
from typing import Any

import pytest

from games.bots import FIRST_BOT, choose
from games.engine import (
    PACK,
    DealState,
    HouseRules,
    Place,
    apply,
    legal_actions,
    new_deal,
    view,
)
from games.engine.presets import PRESETS

STANDARD = HouseRules.preset("standard")


def seen(**changes: Any) -> dict[str, Any]:
    """The view of seat 0, to lead, with these changes."""
    blank: dict[str, Any] = {
        "place": 0,
        "seats": 5,
        "dealer": 4,
        "turn_up": "8S",
        "trumps": "S",
        "phase": "play",
        "to_act": 0,
        "ply": 0,
        "hand": [],
        "hand_counts": [2] * 5,
        "trick": [],
        "tricks": [],
        "tricks_won": [0] * 5,
        "robbed_by": None,
        "put_aside": [],
        "legal": [],
    }
    return blank | changes


def chosen(rules: HouseRules = STANDARD, **changes: Any) -> str:
    return str(choose(seen(**changes), rules, FIRST_BOT))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("5S JS", "jink"),  # Nothing beats either.
        ("5S AH", "jink"),  # Only the knave of trumps beats the ace of hearts.
        ("6D 9D", "claim"),  # Any trump and many diamonds beat them.
    ],
)
def test_a_bot_jinks_where_it_can_hardly_lose(hand: str, expected: str) -> None:
    """RULES.md 6.3."""
    assert chosen(phase="jink", legal=["claim", "jink"], hand=hand.split()) == expected


def test_a_bot_counts_what_was_played() -> None:
    """The nine of diamonds is good once whatever beats it has gone."""
    gone = [str(card) for card in PACK if card.suit in "SD" and str(card) not in ("5S", "9D")]
    gone += ["AH"]
    trick = {"cards": [{"place": 1, "card": card} for card in gone], "winner": 0}

    jink: dict[str, Any] = {"phase": "jink", "legal": ["claim", "jink"], "hand": ["5S", "9D"]}
    assert chosen(**jink, tricks=[trick]) == "jink"


def test_a_bot_robs_with_its_worst_card() -> None:
    """RULES.md 4.2."""
    hand = ["AS", "5S", "TC", "KD", "JS"]

    assert chosen(phase="rob", hand=hand, legal=[f"rob {card}" for card in hand]) == "rob TC"


def test_a_bot_wins_as_cheaply_as_it_can() -> None:
    trick = [
        {"place": place, "card": card}
        for place, card in ((1, "QD"), (2, "2D"), (3, "3D"), (4, "4D"))
    ]
    legal = ["play KD", "play 5S", "play 6D"]

    assert chosen(trick=trick, hand=["KD", "5S", "6D"], legal=legal) == "play KD"


def test_a_bot_does_not_beat_its_partner() -> None:
    """RULES.md 1.2: with four in pairs, seats 0 and 2 are partners."""
    pairs = HouseRules.from_json({"sides": "pairs"})
    trick = [{"place": place, "card": card} for place, card in ((1, "2D"), (2, "QD"), (3, "3D"))]

    four = {"seats": 4, "tricks_won": [0] * 4, "hand_counts": [2] * 4}
    given = {"trick": trick, "hand": ["KD", "6D"], "legal": ["play KD", "play 6D"]}
    assert chosen(pairs, **four, **given) == "play 6D"


def play(state: DealState, chance: Random) -> DealState:
    """The deal to its end: seat 0 is the bot's, the others play anything."""
    while state.to_act is not None:
        if state.to_act == 0:
            action = choose(view(state, Place(0)).to_json(), state.rules, FIRST_BOT)
            assert action in legal_actions(state)
        else:
            action = chance.choice(legal_actions(state))
        state = apply(state, action)
    return state


def deal(rules: HouseRules, seats: int, chance: Random) -> DealState:
    pack = chance.sample(PACK, 52)
    return new_deal(pack, seats=seats, dealer=Place(chance.randrange(seats)), rules=rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bot_keeps_the_rules_of_every_house(preset: str) -> None:
    chance = Random(preset)
    for seats in (2, 4, 5, 6):
        rules = HouseRules.preset(preset, seats)
        for _ in range(10):
            play(deal(rules, seats, chance), chance)


def test_a_bot_wins_more_than_its_share_of_those_who_play_anything() -> None:
    chance = Random(5)
    won = [0] * 5
    for _ in range(600):
        outcome = play(deal(STANDARD, 5, chance), chance).outcome
        assert outcome is not None
        for winner in outcome.winners:
            won[winner] += 1

    assert won[0] > 1.5 * sum(won) / 5
