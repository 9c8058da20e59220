"""What leaves the engine."""

import json

from games.engine import Place, view
from tests.engine.tables import after, deal

HANDS = ("KC 2C 3C 4C 6C", "AD 2H 3H 4H 5H", "KS QS 2S 3S 4S")


def test_a_seat_sees_the_table_and_its_own_hand() -> None:
    """RULES.md 4.4."""
    state = after(deal(*HANDS, turn_up="9D"), "KC", "rob 3H", "9D")

    told = json.loads(json.dumps(view(state, Place(2)).to_json()))

    assert told == {
        "place": 2,
        "seats": 3,
        "dealer": 2,
        "turn_up": "9D",
        "trumps": "D",
        "phase": "play",
        "to_act": 2,
        "ply": 3,
        "hand": ["2S", "3S", "4S", "QS", "KS"],
        "hand_counts": [4, 4, 5],
        "trick": [{"place": 0, "card": "KC"}, {"place": 1, "card": "9D"}],
        "tricks": [],
        "tricks_won": [0, 0, 0],
        "robbed_by": 1,
        "announced_by": None,
        "put_aside": [],
        "scores": [],
        "bonus_trick": None,
        "actions": [
            {"place": 0, "action": "play KC"},
            {"place": 1, "action": "rob"},
            {"place": 1, "action": "play 9D"},
        ],
        "legal": [f"play {rank}S" for rank in "234QK"],
        "outcome": None,
    }


def test_a_spectator_sees_no_hand() -> None:
    told = view(deal(*HANDS, turn_up="9D"), None)

    assert told.hand == ()
    assert told.legal == ()
    assert told.to_act == 0


def test_the_end_is_told_and_cards_unplayed_stay_hidden() -> None:
    """RULES.md 6.1."""
    state = deal("KC KH KS AD 2D", "2C 2H 2S 3S 4S", turn_up="9D")
    ended = after(state, "rob 2D", "KC 2C", "KH 2H", "KS 2S", "claim")

    told = view(ended, Place(1)).to_json()

    assert told["outcome"] == {
        "kind": "won",
        "winners": [0],
        "tricks": [3, 0],
        "barred": [],
        "scores": [],
        "bonus_trick": None,
    }
    assert (told["phase"], told["to_act"], told["hand_counts"]) == ("over", None, [2, 2])
    assert "AD" not in json.dumps(told)
    assert "2D" not in json.dumps(told)
    assert told["tricks"][0] == {
        "cards": [{"place": 0, "card": "KC"}, {"place": 1, "card": "2C"}],
        "winner": 0,
    }


def test_the_repr_of_a_deal_tells_no_cards() -> None:
    """It may end in a log or an error report."""
    state = after(deal(*HANDS, turn_up="9D"), "KC")

    assert repr(state) == "<DealState of 3 seats at ply 1>"
    assert not any(str(card) in repr(state.layout) for card in state.layout.pack)
