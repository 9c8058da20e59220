"""What people tell of a deal with real cards, and the outcome that it is."""

import json
from typing import Any

import pytest

from games.engine import HouseRules, ImpossibleOutcome, Place
from games.errors import NotDealtIn
from games.evening.course import Line
from games.evening.result import Result, outcome_of
from games.seat_numbers import SeatNumber
from tests.games.factories import STANDARD, rules

FIRST, SECOND, FOURTH = map(SeatNumber, (0, 1, 3))


def line(*scores: int, barred: tuple[int, ...] = ()) -> Line:
    """Seats 0, 1 and 3 play, and seat 1 deals."""
    return Line(
        numbers=(FIRST, SECOND, FOURTH),
        dealer=Place(1),
        is_new_pool=True,
        contributions=(2, 4, 2),
        scores=scores,
        barred=tuple(map(Place, barred)),
    )


def test_seats_are_told_by_their_numbers() -> None:
    """Seat 3 has the third place."""
    told = Result(kind="won", winner=FOURTH, barred={FIRST: "revoked"}, tricks={FOURTH: 3})

    outcome = outcome_of(STANDARD, told, line())

    assert (outcome.winners, outcome.tricks, outcome.barred) == ((2,), (0, 0, 3), (0,))


def test_a_score_is_added_to_what_was_there() -> None:
    """RULES.md 8.1, 8.2: the trick with the best trump scores ten."""
    house = HouseRules.preset("forty_five")
    told = Result(kind="scored", tricks={FIRST: 4, FOURTH: 1}, bonus=FOURTH)

    outcome = outcome_of(house, told, line(10, 35, 35))

    assert (outcome.kind, outcome.scores) == ("won", (30, 35, 45))
    assert outcome.winners == (2,)


def test_a_misdeal_before_bars_too() -> None:
    """RULES.md 1.6, 4.6."""
    with pytest.raises(ImpossibleOutcome, match=r"4\.6"):
        outcome_of(STANDARD, Result(kind="won", winner=SECOND), line(barred=(1,)))


@pytest.mark.parametrize(
    "told",
    [
        {"kind": "won", "winner": 2},
        {"kind": "spoilt", "barred": {2: "revoked"}},
        {"kind": "spoilt", "tricks": {2: 5}},
        {"kind": "spoilt", "dealer": 2},
    ],
)
def test_nobody_is_named_who_was_not_dealt_in(told: Any) -> None:
    out = SeatNumber(2)
    nobody = "Seat number 2, at which nobody sits,"
    for names, called in (({out: "Con"}, "Con"), ({FIRST: "Aine"}, nobody)):
        with pytest.raises(NotDealtIn, match=f"^{called} was not dealt in to this deal.$"):
            outcome_of(STANDARD, Result(**told), line(), names=names)


@pytest.mark.parametrize(
    ("house", "told", "rule"),
    [
        ({}, {"kind": "misdeal", "is_dealt_again": True}, "1.6"),
        ({"misdeal": "pay_and_redeal"}, {"kind": "spoilt", "is_dealt_again": True}, "1.6"),
        (
            {"rob_with_ace": "may", "unrobbed": "none"},
            {"kind": "spoilt", "barred": {FIRST: "did_not_rob"}},
            "4.5",
        ),
    ],
)
def test_what_the_house_does_not_know_is_refused(
    house: dict[str, Any], told: Any, rule: str
) -> None:
    with pytest.raises(ImpossibleOutcome, match=f"^Rule {rule}: "):
        outcome_of(rules(**house), Result(**told), line())


def test_it_is_kept_as_json_and_read_back() -> None:
    told = Result(
        kind="won",
        winner=FOURTH,
        barred={FIRST: "robbed_without_ace"},
        tricks={FOURTH: 4, SECOND: 1},
        bonus=SECOND,
        dealer=SECOND,
    )

    assert Result.from_json(json.loads(json.dumps(told.to_json()))) == told
