"""Partners, other numbers of tricks, and the end of a deal for a side."""

from typing import Any

import pytest

from games.engine import Outcome, Place, legal_actions, side_numbers
from tests.engine.tables import after, deal, texts


@pytest.mark.parametrize(
    ("sides", "seats", "numbers"),
    [
        ("individual", 3, (0, 1, 2)),
        ("pairs", 6, (0, 1, 2, 0, 1, 2)),
        ("two_sides", 6, (0, 1, 0, 1, 0, 1)),
        ("threes", 9, (0, 1, 2, 0, 1, 2, 0, 1, 2)),
        ("threes", 6, (0, 1, 0, 1, 0, 1)),
    ],
)
def test_who_plays_with_whom(sides: Any, seats: int, numbers: tuple[int, ...]) -> None:
    """RULES.md 1.2."""
    assert side_numbers(sides, seats) == numbers


FOUR = ("KC 2H 2S 3S 4S", "2C KH 5S 6S 7S", "3C QH KS 8S 9S", "4C 3H TS JS QS")


def test_partners_count_their_tricks_together() -> None:
    """RULES.md 1.2, 6.1."""
    state = deal(*FOUR, turn_up="9D", sides="pairs", jink=False)

    ended = after(state, "KC 2C 3C 4C", "2H KH QH 3H", "5S KS TS 2S", "8S JS 3S 6S", "QS 4S 7S 9S")

    assert ended.outcome == Outcome("won", winners=(Place(1), Place(3)), tricks=(1, 1, 1, 2))


def test_the_winner_of_the_third_trick_chooses_for_their_side() -> None:
    """RULES.md 6.3."""
    hands = ("KC 2H 2S 3S 4S", "2C 3H 5S 6S 7S", "3C KH KS 8S 9S", "4C 4H TS 6H 7H")
    state = deal(*hands, turn_up="9D", sides="two_sides")
    state = after(state, "KC 2C 3C 4C", "2H 3H KH 4H", "KS TS 2S 5S")

    assert (state.to_act, texts(legal_actions(state))) == (2, ["claim", "jink"])
    assert after(state, "claim").outcome == Outcome("won", (Place(0), Place(2)), (1, 0, 2, 0))


def test_a_jinking_side_loses_by_an_opponents_trick_only() -> None:
    """RULES.md 6.3."""
    hands = ("KC 2H 2S 3S QS", "2C 3H 5S 6S 7S", "3C KH KS 8S 9S", "4C 4H TS 6H 7H")
    state = deal(*hands, turn_up="9D", sides="two_sides")
    state = after(state, "KC 2C 3C 4C", "2H 3H KH 4H", "KS TS 2S 5S", "jink", "8S 6H QS 6S")
    assert state.outcome is None

    ended = after(state, "3S 7S 9S 7H")

    assert ended.outcome == Outcome("jinked", (Place(0), Place(2)), (3, 0, 2, 0))


def test_without_jink_the_third_trick_ends_the_deal() -> None:
    """RULES.md 6.3."""
    state = deal("KC KH KS 2D 3D", "2C 2H 2S 3S 4S", turn_up="9D", jink=False)

    ended = after(state, "KC 2C", "KH 2H", "KS 2S")

    assert ended.outcome == Outcome("won", (Place(0),), (3, 0))


def test_two_tricks_may_win() -> None:
    """RULES.md 6.1."""
    hands = ("KC KH", "2C 2H", "3C 3H", "4C 4H", "5C 5H")
    state = deal(*hands, turn_up="9D", tricks_to_win=2, jink=False)

    ended = after(state, "KC 2C 3C 4C 5C", "KH 2H 3H 4H 5H")

    assert ended.outcome == Outcome("won", (Place(0),), (2, 0, 0, 0, 0))


def test_two_tricks_win_where_five_are_dealt_in_and_three_where_fewer_are() -> None:
    """RULES.md 6.1, 6.3: where two win there is no jink."""
    hands = ("KC KH KS", "2C 2H 2S", "3C 3H QS", "4C 4H JS", "5C 5H AS")
    five = deal(*hands, turn_up="9D", tricks_to_win="two_from_five")
    four = deal(*hands[:4], turn_up="9D", tricks_to_win="two_from_five")

    ended = after(five, "KC 2C 3C 4C 5C", "KH 2H 3H 4H 5H")
    going = after(four, "KC 2C 3C 4C", "KH 2H 3H 4H")

    assert ended.outcome == Outcome("won", (Place(0),), (2, 0, 0, 0, 0))
    assert going.outcome is None
    assert after(going, "KS 2S QS JS").phase == "jink"


def test_four_tricks_may_be_needed() -> None:
    """RULES.md 6.1."""
    hands = ("KC KH KS KD QD", "2C 2H 2S 3S 4S", "3C 3H QS 5S 6S")
    state = deal(*hands, turn_up="9D", tricks_to_win=4, jink=False)
    state = after(state, "KC 2C 3C", "KH 2H 3H", "KS 2S QS")
    assert state.outcome is None

    assert after(state, "KD 3S 5S").outcome == Outcome("won", (Place(0),), (4, 0, 0))
