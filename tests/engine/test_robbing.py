"""Robbing, and what it costs not to."""

from typing import Any

import pytest

from games.engine import Action, IllegalAction, Place, apply, legal_actions, view
from tests.engine.tables import CASES, after, deal, texts


@pytest.mark.parametrize("case", CASES["rob"], ids=str)
def test_printed_rights(case: dict[str, Any]) -> None:
    """RULES.md 4.1, 4.2: played with two seats, whose other hand cannot rob."""
    hands = [case["hand"], "TS 9S 8S 7S 6S"]
    dealer = 0 if case["dealer"] else 1
    state = deal(*hands, turn_up=case["turn_up"], dealer=dealer)
    asked = set()
    while not state.tricks:
        if "rob" in str(legal_actions(state)[0]):
            asked.add(state.to_act)
            state = after(state, "decline")
        else:
            state = apply(state, legal_actions(state)[0])

    assert (0 in asked) == case["may_rob"]


def test_the_holder_of_the_ace_robs_at_their_turn() -> None:
    """RULES.md 4.2, 4.3: any of the five cards goes out, the ace included."""
    state = deal("KC 2C 3C 4C 6C", "AD 2H 3H 4H 5H", "KS QS 2S 3S 4S", turn_up="9D")
    assert "rob KC" not in texts(legal_actions(state))
    state = after(state, "KC")

    actions = texts(legal_actions(state))
    robbed = after(state, "rob AD")

    assert sorted(actions) == sorted(["rob AD", *(f"rob {n}H" for n in "2345"), "decline"])
    assert (robbed.robbed_by, robbed.to_act) == (1, 1)
    assert sorted(texts(robbed.hand(Place(1)))) == ["2H", "3H", "4H", "5H", "9D"]
    assert texts(legal_actions(robbed)) == ["play 9D", *(f"play {n}H" for n in "2345")]


def test_the_dealer_robs_a_turned_ace_before_the_lead() -> None:
    """RULES.md 4.1: and nobody else may rob in that deal."""
    state = deal("KC 2C 3C 4C 6C", "TD 2H 3H 4H 5H", "KS QS 2S 3S 4S", turn_up="AD")
    assert state.to_act == 2

    robbed = after(state, "rob KS")

    assert (robbed.robbed_by, robbed.to_act) == (2, 0)
    assert "AD" in texts(robbed.hand(Place(2)))
    assert "play KC" in texts(legal_actions(robbed))


def test_the_ace_of_hearts_turned_up_is_robbed_like_any_ace() -> None:
    """RULES.md 4.1."""
    state = deal("KC 2C 3C 4C 6C", "TD 2H 3H 4H 5H", turn_up="AH")

    assert state.to_act == 1
    assert "rob TD" in texts(legal_actions(state))


def test_a_turned_ace_is_declined_at_no_cost() -> None:
    """RULES.md 4.5."""
    state = deal("2C 3C 4C 6C 7C", "KC QC JC AC 8C", turn_up="AD")

    ended = after(state, "decline", "2C KC", "QC 3C", "JC 4C", "claim")

    assert ended.outcome is not None
    assert ended.outcome.winners == (1,)
    assert ended.outcome.barred == ()


def test_a_silent_refusal_bars_from_winning() -> None:
    """RULES.md 4.5, 4.6: the tricks that would have won spoil the deal at once."""
    state = deal("KC KH KS AD 2D", "2C 2H 2S 3S 4S", turn_up="9D")

    ended = after(state, "decline", "KC 2C", "KH 2H", "KS 2S")

    assert ended.outcome is not None
    assert ended.outcome.kind == "spoilt"
    assert ended.outcome.barred == (0,)
    assert ended.outcome.tricks == (3, 0)


def test_a_barred_seat_can_spoil_others() -> None:
    """RULES.md 4.6."""
    state = deal("KC KH 2S AD 2D", "2C 2H KS 3S 4S", "3C 3H QS 5S 6S", turn_up="9D")

    ended = after(state, "decline", "KC 2C 3C", "KH 2H 3H", "2S KS QS", "3S 5S 2D")

    assert ended.outcome is not None
    assert (ended.outcome.kind, ended.outcome.tricks) == ("spoilt", (3, 1, 0))


def test_a_silent_refusal_is_known_to_nobody() -> None:
    """RULES.md 4.4: no ply, no action, the same turn."""
    state = deal("KC 2C 3C 4C 6C", "AD 2H 3H 4H 5H", "KS QS 2S 3S 4S", turn_up="9D")
    before = after(state, "KC")

    declined = after(before, "decline")

    for place in (Place(0), Place(2), None):
        assert view(declined, place) == view(before, place)
        assert view(before, place).phase == "play"
    assert view(before, Place(1)).phase == "rob"
    assert view(declined, Place(1)).phase == "play"


def test_the_card_put_out_is_known_to_its_owner_alone() -> None:
    """RULES.md 4.4."""
    state = deal("KC 2C 3C 4C 6C", "AD 2H 3H 4H 5H", "KS QS 2S 3S 4S", turn_up="9D")

    robbed = after(state, "KC", "rob 3H")

    assert view(robbed, Place(1)).actions == ((0, "play KC"), (1, "rob 3H"))
    for place in (Place(0), None):
        assert view(robbed, place).actions == ((0, "play KC"), (1, "rob"))


@pytest.mark.parametrize(
    ("actions", "wrong", "rule"),
    [
        ([], "rob KC", "4.2"),  # No right at all,
        (["KC"], "play 2H", "4.3"),  # first decide,
        (["KC"], "rob KC", "4.3"),  # not their card,
        (["KC"], "announce", "4.4"),  # who must rob does not announce,
        (["KC", "rob 2H"], "rob 3H", "4.3"),  # and nobody robs twice.
        (["KC", "rob 2H"], "decline", "4.4"),
    ],
)
def test_wrong_robbing_is_refused(actions: list[str], wrong: str, rule: str) -> None:
    state = deal("KC 2C 3C 4C 6C", "AD 2H 3H 4H 5H", "KS QS 2S 3S 4S", turn_up="9D")
    state = after(state, *actions)

    with pytest.raises(IllegalAction, match=f"^Rule {rule}: "):
        apply(state, Action.parse(wrong))


ACE_HELD = ("KC 2C 3C 4C 6C", "AD 2H 3H 4H 5H", "KS QS 2S 3S 4S")
ACE_IN_HEARTS = ("KC 2C 3C 4C 6C", "AH 2D 3D 4D 6D", "KS QS 2S 3S 4S")


@pytest.mark.parametrize(
    ("hands", "turn_up", "options", "actions", "reason"),
    [
        (ACE_HELD, "9D", {}, [], "only the holder of the ace of trumps can rob, and you do not"),
        (ACE_HELD, "9D", {}, ["KC", "rob 2H"], "you have robbed already"),
        (ACE_HELD, "9D", {}, ["KC", "rob 2H", "AD"], "another seat has robbed already"),
        (
            ACE_HELD,
            "9D",
            {"rob_with_ace": "may"},
            ["KC", "announce"],
            "you have let the right to rob pass",
        ),
        (ACE_HELD, "9D", {"rob_with_ace": "off"}, ["KC"], "in this house nobody robs with the ace"),
        (
            ACE_IN_HEARTS,
            "9H",
            {"hearts_ace_robs": False},
            ["KC"],
            "in this house nobody robs while hearts are trumps",
        ),
        (ACE_HELD[::2], "AD", {}, ["decline"], "only the dealer can take a turned-up ace"),
        (
            ACE_HELD[::2],
            "AD",
            {"rob_turned_ace": "off"},
            [],
            "in this house nobody takes a turned-up ace",
        ),
        (ACE_HELD, "9D", {"fiving": True, "sides": "pairs"}, [], "first say whether you ask"),
    ],
)
def test_why_somebody_cannot_rob(
    hands: tuple[str, ...], turn_up: str, options: dict[str, Any], actions: list[str], reason: str
) -> None:
    """RULES.md 4.1 to 4.3: each reason apart."""
    if options.get("sides") == "pairs":
        hands = (*hands, "KH QH JH TH 9H")
    state = after(deal(*hands, turn_up=turn_up, **options), *actions)

    assert state.to_act is not None
    card = state.hand(state.to_act)[0]
    with pytest.raises(IllegalAction, match=reason):
        apply(state, Action.parse(f"rob {card}"))


def test_who_has_played_their_ace_has_let_the_right_pass() -> None:
    """RULES.md 4.4: the ace need not be in the hand any more."""
    hands = ("KC 2C 3C 4C 6C", "AD 5D 3H 4H 5H", "KS QS 2S 3S 4S")
    state = deal(*hands, turn_up="9D", rob_with_ace="may")
    state = after(state, "KC", "announce", "AD 2S", "5D")

    with pytest.raises(IllegalAction, match="only the holder"):
        apply(state, Action.parse("rob 3S"))
    state = after(state, "3S 2C")
    with pytest.raises(IllegalAction, match="you have let the right to rob pass"):
        apply(state, Action.parse("rob 3H"))
