"""Robbing under house rules other than the standard."""

from typing import Any

import pytest

from games.engine import Action, DealState, IllegalAction, Place, apply, legal_actions, view
from tests.engine.tables import after, deal, texts

ELDEST = "2C 2H 4H KS QS"
HOLDER = "AD KC KH TC 3S"
DEALER = "3C 3H QC QH 4S"
"""Seat 1 was dealt the ace of trumps, and wins with KC and KH whatever is led."""


def held(**options: Any) -> DealState:
    return deal(ELDEST, HOLDER, DEALER, turn_up="9D", **options)


def test_may_offers_to_announce() -> None:
    """RULES.md 4.4, 4.5."""
    state = after(held(rob_with_ace="may"), "2C")

    assert texts(legal_actions(state))[-2:] == ["announce", "decline"]


def test_off_gives_no_right() -> None:
    """RULES.md 4.1, 4.2."""
    assert "play KC" in texts(legal_actions(after(held(rob_with_ace="off"), "2C")))
    turned = deal(ELDEST, DEALER, turn_up="AD", rob_turned_ace="off")
    assert "play 2C" in texts(legal_actions(turned))


@pytest.mark.parametrize(
    ("rob_with_ace", "offered"),
    [("must", []), ("may", ["announce"])],
)
def test_blocked_cannot_be_declined(rob_with_ace: str, offered: list[str]) -> None:
    """RULES.md 4.5."""
    state = after(held(rob_with_ace=rob_with_ace, unrobbed="blocked"), "2C")

    assert texts(legal_actions(state))[5:] == offered
    with pytest.raises(IllegalAction, match=r"^Rule 4\.5: "):
        apply(state, Action.parse("decline"))


@pytest.mark.parametrize(
    ("unrobbed", "refusal", "barred", "demoted"),
    [
        ("barred", "decline", (1,), False),
        ("barred", "announce", (), False),
        ("lowest_trump", "decline", (), True),
        ("lowest_trump", "announce", (), False),
        ("both", "decline", (1,), True),
        ("both", "announce", (1,), False),  # Announcing saves the rank, not the bar.
        ("none", "decline", (), False),
        ("none", "announce", (), False),
        ("blocked", "announce", (), False),
    ],
)
def test_what_a_refusal_costs(
    unrobbed: str, refusal: str, barred: tuple[int, ...], demoted: bool
) -> None:
    """RULES.md 4.5."""
    state = after(held(rob_with_ace="may", unrobbed=unrobbed), "2C", refusal)

    assert state.layout.barred == barred
    assert state.layout.is_ace_demoted == demoted
    assert state.layout.announced_by == (1 if refusal == "announce" else None)


def test_a_refusal_bars_the_whole_side() -> None:
    """RULES.md 4.5."""
    state = deal(ELDEST, HOLDER, DEALER, "5C 5H 6H 7S 8S", turn_up="9D", sides="pairs")

    assert after(state, "2C", "decline").layout.barred == (1, 3)


@pytest.mark.parametrize(
    ("unrobbed", "offers_decline", "barred"),
    [
        ("barred", True, (2,)),
        ("both", True, (2,)),
        ("lowest_trump", True, ()),
        ("blocked", False, ()),
    ],
)
def test_a_turned_ace_that_must_be_robbed(
    unrobbed: str, offers_decline: bool, barred: tuple[int, ...]
) -> None:
    """RULES.md 4.5."""
    state = deal(
        ELDEST, "KC KH TC 3S 2D", DEALER, turn_up="AD", rob_turned_ace="must", unrobbed=unrobbed
    )

    assert ("decline" in texts(legal_actions(state))) == offers_decline
    if offers_decline:
        declined = after(state, "decline")
        assert declined.layout.barred == barred
        assert view(declined, Place(0)).actions == ((2, "decline"),)


def test_a_demoted_ace_is_the_lowest_trump() -> None:
    """RULES.md 4.5: it must answer a trump lead, and beats only plain cards."""
    state = deal(
        "2D KC QC JC TC",
        "AD KH QH JH TH",
        "5D 3C 4C 6C 7C",
        turn_up="9D",
        rob_with_ace="may",
        unrobbed="lowest_trump",
    )
    declined = after(state, "2D", "decline")
    assert texts(legal_actions(declined)) == ["play AD"]

    assert after(declined, "AD", "5D").tricks[0].winner == 2
    plain = after(state, "KC", "decline", "AD", "3C")
    assert plain.tricks[0].winner == 1


def test_any_privileged_card_may_be_withheld_from_a_demoted_ace() -> None:
    """RULES.md 4.5."""
    state = deal(
        "AH KC QC JC TC",
        "5H KD QD JD TD",
        "3H 3C 4C 6C 7C",
        turn_up="9H",
        rob_with_ace="may",
        unrobbed="lowest_trump",
    )
    declined = after(state, "decline", "AH")

    assert len(legal_actions(declined)) == 5
    answered = after(declined, "KD")
    assert texts(legal_actions(answered)) == ["play 3H"]
    assert after(answered, "3H").tricks[0].winner == 2


def test_a_demoted_ace_of_hearts_is_not_privileged() -> None:
    """RULES.md 4.5: it must answer a trump lead."""
    state = deal(
        "2H KC QC JC TC",
        "AH KD QD JD TD",
        turn_up="9H",
        rob_with_ace="may",
        unrobbed="lowest_trump",
    )

    assert texts(legal_actions(after(state, "2H", "decline"))) == ["play AH"]
    assert len(legal_actions(after(state, "2H", "announce"))) == 5


def test_before_the_lead_every_seat_is_asked() -> None:
    """RULES.md 4.3: one without the right can only decline, and nobody notices."""
    state = held(rob_timing="before_lead")
    assert (state.to_act, texts(legal_actions(state))) == (0, ["decline"])
    unseen = view(state, None)

    state = after(state, "decline")
    assert (state.to_act, len(legal_actions(state))) == (1, 6)
    state = after(state, "decline")
    assert (state.to_act, texts(legal_actions(state))) == (2, ["decline"])
    assert view(state, None) == unseen
    state = after(state, "decline")

    assert (state.phase, state.to_act, state.ply) == ("play", 0, 0)
    assert view(state, None) == unseen


def test_somebody_who_waits_for_the_asking_sees_the_lead_due() -> None:
    """RULES.md 4.3: the eldest hand has been asked, and may not lead yet."""
    state = after(held(rob_timing="before_lead"), "decline")

    waiting = view(state, Place(0))

    assert (waiting.phase, waiting.to_act, waiting.legal) == ("play", 0, ())


def test_after_a_public_robbing_nobody_else_is_asked() -> None:
    """RULES.md 4.3: nobody else can have the right, and all know it."""
    state = after(held(rob_timing="before_lead"), "decline", "rob 3S")

    assert (state.phase, state.to_act, state.ply) == ("play", 0, 1)


def test_a_turned_ace_is_robbed_once_whatever_the_timing() -> None:
    """RULES.md 1.7, 4.1."""
    state = deal(ELDEST, DEALER, turn_up="AD", rob_timing="before_lead")

    assert (state.phase, state.to_act) == ("rob", 1)
    assert after(state, "decline").phase == "play"


HEARTS = ("2C 2D 4D KS QS", "AH KC KH TC 3S", "3C 3H QC QH 4S")
"""Seat 1 was dealt the ace of hearts."""


def test_the_ace_of_hearts_is_the_ace_of_trumps_under_hearts() -> None:
    """RULES.md 4.2: `hearts_ace_robs` on, as in P."""
    state = after(deal(*HEARTS, turn_up="9H"), "2C")

    assert texts(legal_actions(state)) == [
        *("rob TC", "rob KC", "rob AH", "rob KH", "rob 3S"),
        "decline",
    ]


@pytest.mark.parametrize("rob_timing", ["at_turn", "before_lead"])
@pytest.mark.parametrize("unrobbed", ["barred", "lowest_trump", "both", "blocked"])
def test_under_hearts_it_may_give_no_right_and_cost_nothing(unrobbed: str, rob_timing: str) -> None:
    """RULES.md 4.2: `hearts_ace_robs` off; nobody is asked, nobody barred, no ace demoted."""
    state = deal(
        *HEARTS, turn_up="9H", hearts_ace_robs="off", unrobbed=unrobbed, rob_timing=rob_timing
    )
    assert (state.phase, state.to_act) == ("play", 0)

    turned = after(state, "2C AH QH")

    assert turned.layout.calls == ()
    assert (turned.layout.barred, turned.layout.is_ace_demoted) == ((), False)
    assert turned.tricks[0].winner == 1  # The ace is still the third best trump.


def test_without_that_right_under_hearts_other_aces_keep_theirs() -> None:
    """RULES.md 4.1, 4.2: another suit's ace robs, and so does the dealer who turns up AH."""
    clubs = after(deal("2H 3C", "AC 3S", turn_up="9C", hearts_ace_robs="off"), "2H")
    hearts = deal("2H 3C", "4C 3S", turn_up="AH", hearts_ace_robs="off")

    assert "rob AC" in texts(legal_actions(clubs))
    assert (hearts.phase, hearts.to_act) == ("rob", 1)
