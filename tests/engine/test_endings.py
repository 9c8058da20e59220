"""Which results of real cards are offered and accepted: those that some play comes to."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given

from games.engine import (
    HouseRules,
    ImpossibleOutcome,
    Outcome,
    Place,
    by_place,
    endings,
    offences,
    payout,
    places,
    recorded_outcome,
)
from games.engine.outcome import OutcomeKind
from tests.engine.strategies import chances, random_deal, random_play
from tests.engine.tellings import for_so_many, spoil_five_ends

KINDS: tuple[OutcomeKind, ...] = ("won", "spoilt", "jinked", "jink_failed", "scored", "misdeal")
HOUSES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (3, {"jink": False}),
    (3, {"tricks_to_win": 4, "jink": False}),
    (4, {"sides": "pairs"}),
    (6, {"sides": "threes", "tricks_to_win": 2, "jink": False}),
    (6, {"sides": "pairs", "tricks_to_win": 2, "jink": False}),
    (4, {"tricks_to_win": "two_from_five"}),
    (6, {"sides": "pairs", "tricks_to_win": "two_from_five"}),
    (5, {"tricks_to_win": "two_from_five"}),
    (5, {"tricks_to_win": 2, "jink": False}),
]


def sides_of(seats: int, rules: HouseRules) -> int:
    return {"individual": seats, "pairs": seats // 2, "threes": seats // 3}[rules.sides]


def bars(sides: int) -> Iterator[frozenset[int]]:
    """Every set of barred sides, of five players not all."""
    for chosen in product((False, True), repeat=sides):
        yield frozenset(side for side in range(sides) if chosen[side])


def accepted(rules: HouseRules, kind: OutcomeKind, **told: Any) -> Outcome | None:
    try:
        return recorded_outcome(rules, kind, **told)
    except ImpossibleOutcome:
        return None


@pytest.mark.parametrize(("seats", "options"), HOUSES, ids=str)
def test_what_is_offered_is_what_some_play_comes_to(seats: int, options: dict[str, Any]) -> None:
    """RULES.md 4.6, 6: every kind and every winner, whoever is barred."""
    rules = HouseRules.from_json(options)
    sides, played = sides_of(seats, rules), for_so_many(rules.to_json(), seats)
    for barred in bars(sides):
        ends = {(kind, winner) for kind, winner, _ in spoil_five_ends(played, sides, barred)}
        out = [Place(side) for side in barred]

        offered = endings(rules, seats=seats, barred=out)

        assert {
            (ending.kind, winner) for ending in offered for winner in (ending.winners or (None,))
        } == ends | {("misdeal", None)}
        for kind, winner in product(KINDS, [None, *places(seats)]):
            outcome = accepted(rules, kind, seats=seats, winner=winner, barred=out)
            side = None if winner is None else winner % sides
            assert (outcome is not None) == ((kind, side) in ends | {("misdeal", None)})


@pytest.mark.parametrize(("seats", "options"), HOUSES[:-1], ids=str)
def test_tricks_that_are_told_are_those_of_some_play(seats: int, options: dict[str, Any]) -> None:
    """RULES.md 4.6, 6: every number of tricks of every side, told at the side's last seat."""
    rules = HouseRules.from_json(options)
    sides, played = sides_of(seats, rules), for_so_many(rules.to_json(), seats)
    for barred in bars(sides):
        ends = spoil_five_ends(played, sides, barred)
        for tricks in product(range(6), repeat=sides):
            if sum(tricks) > 6:
                continue
            told = {Place(seats - sides + side): count for side, count in enumerate(tricks)}
            for kind, winner in {(kind, winner) for kind, winner, _ in ends}:
                outcome = accepted(
                    rules,
                    kind,
                    seats=seats,
                    winner=None if winner is None else Place(winner),
                    tricks=told,
                    barred=[Place(side) for side in barred],
                )
                assert (outcome is not None) == ((kind, winner, tricks) in ends), (kind, tricks)


@given(chances)
def test_however_a_deal_ends_online_it_may_end_in_a_hall(chance: Random) -> None:
    """RULES.md 4.6, 6, 8: told in full, it is the same outcome."""
    *_, last = random_play(random_deal(chance), chance)
    outcome = last.outcome
    assert outcome is not None
    bonus = outcome.bonus_trick

    recorded = recorded_outcome(
        last.rules,
        outcome.kind,
        seats=last.seats,
        winner=outcome.winners[0] if outcome.winners else None,
        tricks=dict(by_place(outcome.tricks)),
        scores=dict(by_place(outcome.scores)),
        bonus=None if bonus is None else last.tricks[bonus].winner,
        offenders=outcome.barred,
        before=last.layout.scores,
    )

    assert recorded == replace(outcome, bonus_trick=None)


def test_a_recorded_outcome_is_paid_like_any_other() -> None:
    """RULES.md 1.6, 7.4."""
    rules = HouseRules(sides="pairs")

    outcome = recorded_outcome(rules, "jinked", seats=4, winner=Place(3))

    assert outcome.winners == (1, 3)
    assert payout(rules, outcome, dealer=Place(0), pool=9) == (-2, 7, -2, 6)


def test_somebody_who_robbed_without_the_ace_bars_their_side() -> None:
    """RULES.md 1.6, 4.6."""
    rules = HouseRules(sides="pairs")
    tricks = {place: 2 - (place > 0) for place in places(4)}

    outcome = recorded_outcome(rules, "spoilt", seats=4, offenders=(Place(2),), tricks=tricks)

    assert outcome == Outcome("spoilt", (), (2, 1, 1, 1), barred=(Place(0), Place(2)))
    assert payout(rules, outcome, dealer=Place(0), pool=9) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("options", "kind", "told", "rule"),
    [
        ({}, "won", {}, "6.1"),
        ({}, "spoilt", {"winner": 1}, "6.1"),
        ({}, "won", {"winner": 3}, "1.1"),
        ({}, "won", {"winner": 1, "offenders": (1,)}, "4.6"),
        ({}, "won", {"winner": 1, "barred": (1,)}, "4.6"),
        ({}, "jink_failed", {"offenders": (0, 1, 2)}, "4.6"),
        ({}, "scored", {}, "6"),
        ({"jink": False}, "jinked", {"winner": 1}, "6"),
        ({"target": 25}, "spoilt", {}, "8"),
        ({}, "won", {"winner": 1, "tricks": {0: 3, 1: 2}}, "6.1"),
        ({}, "won", {"winner": 1, "tricks": {1: 5}}, "6.1"),
        ({}, "won", {"winner": 1, "tricks": {1: 3, 2: 3}}, "6.1"),
        ({}, "won", {"winner": 1, "tricks": {1: 4, 2: -1}}, "6.1"),
        ({}, "jinked", {"winner": 1, "tricks": {1: 4, 2: 1}}, "6.3"),
        ({}, "jink_failed", {"tricks": {0: 2, 1: 2, 2: 1}}, "6.3"),
        ({}, "spoilt", {"tricks": {0: 3, 1: 2}}, "6.1"),
        ({}, "spoilt", {"tricks": {0: 2, 1: 2}}, "6.1"),
        ({}, "misdeal", {"tricks": {0: 2}}, "1.6"),
        ({}, "misdeal", {"offenders": (0,)}, "1.6"),
        ({}, "won", {"winner": 1, "scores": {1: 5}}, "8.1"),
        ({}, "won", {"winner": 1, "bonus": 1}, "8.1"),
    ],
    ids=str,
)
def test_what_cannot_have_happened_is_refused(
    options: dict[str, Any], kind: Any, told: dict[str, Any], rule: str
) -> None:
    rules = HouseRules.from_json(options)

    with pytest.raises(ImpossibleOutcome, match=f"^Rule {rule}: "):
        recorded_outcome(rules, kind, seats=3, **told)


@pytest.mark.parametrize("sides", [{}, {"sides": "pairs", "tricks_to_win": 2, "jink": False}])
def test_where_somebody_always_wins_nothing_is_spoilt(sides: dict[str, Any]) -> None:
    """RULES.md 6.2: two sides for three tricks, or three for two; a bar spoils."""
    rules, seats = HouseRules.from_json(sides), 6 if sides else 2
    with pytest.raises(ImpossibleOutcome, match=r"^Rule 6\.2: "):
        recorded_outcome(rules, "spoilt", seats=seats)

    assert recorded_outcome(rules, "spoilt", seats=seats, barred=(Place(0),)).kind == "spoilt"


def test_only_some_houses_let_the_dealer_deal_again() -> None:
    """RULES.md 1.6."""
    for misdeal in ("lose_deal", "pay_and_redeal", "forfeit_stake"):
        *_, last = endings(HouseRules.from_json({"misdeal": misdeal}), seats=3)
        assert (last.kind, last.may_deal_again) == ("misdeal", misdeal == "pay_and_redeal")


def test_a_player_may_keep_the_ace_where_that_bars_nobody() -> None:
    """RULES.md 1.6, 4.5."""
    assert "did_not_rob" in offences(HouseRules())
    assert "did_not_rob" not in offences(HouseRules.preset("hervey"))
    assert offences(HouseRules.preset("twenty_five")) == ("robbed_without_ace", "revoked")
