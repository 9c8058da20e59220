"""The hand printed in Hervey's book, card by card."""

import pytest

from games.engine import Action, DealState, HouseRules, IllegalAction, Place, apply, new_deal
from tests.engine.tables import pack_of

WEST, NORTH, EAST, SOUTH = range(4)

FIRST_THREE = [
    *(("W", "play JD"), ("N", "play 5D"), ("E", "rob 8C"), ("E", "play 9D"), ("S", "play AH")),
    *(("N", "play JC"), ("E", "play 5C"), ("S", "play 7C"), ("W", "play 2D")),
    *(("W", "play KS"), ("N", "play 6S"), ("E", "play AD"), ("S", "play 9S")),
]
LAST_TWO = [
    *(("E", "play JS"), ("S", "play {s4}"), ("W", "play 3D"), ("N", "play {n4}")),
    *(("W", "play 2S"), ("N", "play {n5}"), ("E", "play 5S"), ("S", "play {s5}")),
]
COMPLETIONS = [
    {"n4": "TH", "n5": "4H", "s4": "QH", "s5": "3C"},
    {"n4": "7S", "n5": "9C", "s4": "4S", "s5": "3H"},
]


def printed_hand(unknown: dict[str, str], rules: HouseRules) -> DealState:
    """The hand as dealt: South deals, so West is the eldest hand."""
    hands = [
        "JD 3D 2D KS 2S",
        "5D JC 6S {n4} {n5}".format(**unknown),
        "AD 8C 5C JS 5S",
        "AH 7C 9S {s4} {s5}".format(**unknown),
    ]
    pack = pack_of(hands, "9D", dealer=SOUTH)
    return new_deal(pack, seats=4, dealer=Place(SOUTH), rules=rules)


def replay(state: DealState, unknown: dict[str, str]) -> DealState:
    for seat, action in [*FIRST_THREE, *LAST_TWO]:
        assert state.to_act == "WNES".index(seat)
        state = apply(state, Action.parse(action.format(**unknown)))
    return state


@pytest.mark.parametrize("unknown", COMPLETIONS, ids=["void", "trumping"])
def test_west_wins_the_printed_hand(unknown: dict[str, str]) -> None:
    """RULES.md 10."""
    ended = replay(printed_hand(unknown, HouseRules.preset("standard")), unknown)

    assert [trick.winner for trick in ended.tricks] == [NORTH, WEST, EAST, WEST, WEST]
    assert ended.outcome is not None
    assert (ended.outcome.kind, ended.outcome.winners) == ("won", (WEST,))


@pytest.mark.parametrize("unknown", COMPLETIONS, ids=["void", "trumping"])
def test_the_printed_hand_is_impossible_under_strict_following(unknown: dict[str, str]) -> None:
    """RULES.md 10, 5.2."""
    state = printed_hand(unknown, HouseRules(plain_follow="strict"))

    with pytest.raises(IllegalAction, match=r"^Rule 5\.2: "):
        replay(state, unknown)
