"""What a seat may do, in words, and why it may not play its other cards."""

import pytest

from games.engine import (
    Action,
    Agree,
    Announce,
    Ask,
    Claim,
    DealState,
    Decline,
    Jink,
    Place,
    Play,
    Refuse,
    Rob,
    legal_actions,
    view,
)
from games.sight.choices import NO_CHOICES, choices_of, deed_in_words
from tests.engine.tables import after, deal, texts

HANDS = ("5D 2C 3C KS 8H", "AH 9D 7S 6S 4H", "2D 3D 4D TC 9C")


def spades_led() -> DealState:
    """Diamonds are trumps; seat 0 led the king of spades."""
    return after(deal(*HANDS, turn_up="8D"), "KS")


def test_each_legal_action_has_its_text() -> None:
    state = deal(*HANDS, turn_up="8D")

    told = choices_of(state, Place(0))

    assert [one.action for one in told.legal] == texts(view(state, Place(0)).legal)
    assert {one.action: one.text for one in told.legal}["play 5D"] == "Play the five of diamonds"
    assert told.withheld == ()


def test_each_card_that_may_not_be_played_has_its_reason() -> None:
    """RULES.md 5.2: who can follow a plain suit follows or trumps."""
    told = choices_of(spades_led(), Place(1))

    assert {one.action for one in told.legal} == {"play AH", "play 9D", "play 6S", "play 7S"}
    [withheld] = told.withheld
    assert (withheld.card, withheld.rule) == ("4H", "5.2")
    assert withheld.reason.startswith("Spades were led")


def test_robbing_in_words() -> None:
    """RULES.md 4.2, 4.4: who holds the ace is asked; no card may be played before."""
    state = deal("AD 2C 3C KS 8H", *HANDS[1:], turn_up="8D", rob_with_ace="may")

    told = choices_of(state, Place(0))

    assert {one.action: one.text for one in told.legal} == {
        "rob AD": "Rob: put out the ace of diamonds, take the eight of diamonds",
        "rob 2C": "Rob: put out the two of clubs, take the eight of diamonds",
        "rob 3C": "Rob: put out the three of clubs, take the eight of diamonds",
        "rob KS": "Rob: put out the king of spades, take the eight of diamonds",
        "rob 8H": "Rob: put out the eight of hearts, take the eight of diamonds",
        "announce": "Say that you hold the ace of trumps, and do not rob",
        "decline": "Leave the eight of diamonds",
    }
    assert {one.rule for one in told.withheld} == {"4.3"}
    assert len(told.withheld) == 5


@pytest.mark.parametrize("place", [None, Place(0), Place(2)])
def test_nobody_else_is_told_anything(place: Place | None) -> None:
    assert choices_of(spades_led(), place) == NO_CHOICES


def test_every_action_of_a_whole_deal_has_a_text() -> None:
    """Each card of the hand is either legal or has its reason."""
    state = deal(*HANDS, turn_up="8D")
    while state.to_act is not None:
        told = choices_of(state, state.to_act)
        cards = {one.action.partition(" ")[2] for one in told.legal} | {
            one.card for one in told.withheld
        }
        assert set(texts(state.hand(state.to_act))) <= cards
        assert all(one.text for one in told.legal)
        state = after(state, str(legal_actions(state)[0]))


@pytest.mark.parametrize("kind", [Play, Rob, Announce, Decline, Ask, Agree, Refuse, Claim, Jink])
def test_every_deed_has_words(kind: type[Action]) -> None:
    told = "play 5H" if kind is Play else kind.word

    assert deed_in_words(told) not in {told, ""}
