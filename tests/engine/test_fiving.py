"""Fiving: asking for other trumps."""

import pytest

from games.engine import Action, IllegalAction, apply, legal_actions, view
from tests.engine.tables import after, deal, texts

ELDEST = "KC QC JC AC 2C"
DEALER = "3C 4C AH 6C 7C"


def test_the_eldest_hand_may_ask_and_the_dealer_answers() -> None:
    """RULES.md 3: before any robbing, in public."""
    state = deal(ELDEST, DEALER, turn_up="9D", fiving=True)
    assert (state.to_act, texts(legal_actions(state))) == (0, ["ask", "decline"])

    asked = after(state, "ask")

    assert (asked.to_act, texts(legal_actions(asked))) == (1, ["agree", "refuse"])
    assert after(asked, "refuse").trumps == "D"
    assert view(after(asked, "refuse"), None).actions == ((0, "ask"), (1, "refuse"))
    assert after(state, "decline").phase == "play"


def test_cards_are_turned_until_another_suit_appears() -> None:
    """RULES.md 3: those put aside are dead and face up; robbing is judged on the new turn-up."""
    state = deal(ELDEST, DEALER, turn_up="9D", stock="TD 2D 3H", fiving=True)

    agreed = after(state, "ask", "agree")

    assert (str(agreed.turn_up), agreed.trumps) == ("3H", "H")
    assert view(agreed, None).to_json()["put_aside"] == ["9D", "TD", "2D"]
    assert "rob AH" in texts(legal_actions(after(agreed, "KC")))


def test_a_new_turn_up_may_be_an_ace() -> None:
    """RULES.md 3, 4.1."""
    state = deal(ELDEST, DEALER, turn_up="9D", stock="AS", fiving=True)

    agreed = after(state, "ask", "agree")

    assert (agreed.phase, agreed.to_act) == ("rob", 1)


def test_where_the_stock_runs_out_the_first_turn_up_stands() -> None:
    """RULES.md 3: ten players leave one card, here of the same suit."""
    hands = ["KC QC JC AC 2C", *([""] * 9)]
    state = deal(*hands, turn_up="9D", stock="TD", fiving=True, sides="two_sides")

    agreed = after(state, "ask", "agree")

    assert (str(agreed.turn_up), texts(agreed.layout.put_aside)) == ("9D", ["TD"])


def test_the_asker_is_not_of_the_dealers_side() -> None:
    """RULES.md 3."""
    state = deal("", "", "", "", turn_up="9D", fiving=True, sides="two_sides", dealer=2)

    assert state.to_act == 3


@pytest.mark.parametrize(
    ("actions", "wrong"),
    [([], "agree"), ([], "play KC"), (["ask"], "ask"), (["ask"], "decline"), (["decline"], "ask")],
)
def test_asking_goes_in_order(actions: list[str], wrong: str) -> None:
    """RULES.md 3."""
    state = after(deal(ELDEST, DEALER, turn_up="9D", fiving=True), *actions)

    with pytest.raises(IllegalAction, match=r"^Rule "):
        apply(state, Action.parse(wrong))
