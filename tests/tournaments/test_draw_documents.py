"""Documents of draws: whoever has one draws the same again, and sees what was moved by hand."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clubs.seating import PLANNER_VERSION
from tests.tournaments.events import Event
from tournaments.draw_documents import (
    Laid,
    Move,
    Swap,
    by_hand,
    inputs_of,
    moved,
    situation_from,
    verified,
)
from tournaments.draw_documents.moves import ByHand
from tournaments.errors import MoveImpossible, NotInDraw
from tournaments.formats import FORMATS

KEYS = sorted(FORMATS)


def document(event: Event, key: str, moves: list[ByHand]) -> dict[str, Any] | None:
    """Of the next draw of an event, as the API would tell it; None where no round is left."""
    situation = event.situation()
    drawn = event.format.draw(situation)
    if drawn is None:
        return None
    laid, kept = Laid.of(drawn), list[ByHand]()
    played = laid
    for move in moves:
        try:
            played = moved(played, [move], allowed=situation.entrants_a_table)
        except (MoveImpossible, NotInDraw):
            continue
        kept.append(move)
    told = {
        "planner": PLANNER_VERSION,
        "seed": str(situation.seed),
        "inputs": inputs_of(situation, key),
        "drawn": laid.to_json(),
        "moves": [by_hand(move) for move in kept],
        "played": played.to_json(),
        "repeat_meetings": played.repeats(situation.history),
        "names": {str(one): f"Guest {one}" for one in situation.able},
    }
    whole: dict[str, Any] = json.loads(json.dumps(told))
    return whole


MOVES = st.lists(
    st.one_of(
        st.builds(Swap, st.integers(0, 14), st.integers(0, 14)),
        st.builds(Move, st.integers(0, 14), st.integers(0, 4)),
    ),
    max_size=6,
)


@pytest.mark.parametrize("key", KEYS)
@given(entrants=st.integers(4, 10), seed=st.integers(1, 99), rounds=st.integers(0, 2), moves=MOVES)
@settings(max_examples=5, deadline=None)
def test_whoever_has_the_document_draws_the_same(
    key: str, entrants: int, seed: int, rounds: int, moves: list[ByHand]
) -> None:
    event = Event(FORMATS[key], entrants, seed=seed, sizes=range(3, 7))
    for _ in range(rounds):
        drawn = event.draw()
        assume(drawn is not None)
        assert drawn is not None
        event.play(drawn)
    told = document(event, key, moves)
    assume(told is not None)
    assert told is not None

    verdict = verified(told)

    assert verdict.faults == ()
    assert len(verdict.moves) == len(told["moves"])
    played, situation = Laid.from_json(told["played"]), event.situation()
    assert sorted(played.everybody) == sorted(situation.able)  # Nobody twice, nobody left out.
    assert {len(table) for table in played.tables} <= {3, 4, 5, 6}
    assert situation_from(told["inputs"]) == situation_from(inputs_of(situation, key))


def swiss() -> dict[str, Any]:
    """The document of the second round of a Swiss, with a move by hand."""
    event = Event(FORMATS["swiss"], 9)
    first = event.draw()
    assert first is not None
    event.play(first)
    drawn = event.draw()
    assert drawn is not None
    one, other = drawn.seated.tables[0][0], drawn.seated.tables[1][0]
    told = document(event, "swiss", [Swap(one, other)])
    assert told is not None
    return told


def test_the_moves_by_hand_are_told() -> None:
    told = swiss()
    one, other = told["moves"][0]["swap"]

    assert verified(told).moves == (f"Guest {one} and Guest {other} change places.",)


def _other_seed(told: dict[str, Any]) -> None:
    told["inputs"]["seed"] = told["seed"] = "12"


def _two_seeds(told: dict[str, Any]) -> None:
    told["seed"] = "12"


def _a_move_kept_quiet(told: dict[str, Any]) -> None:
    told["moves"] = []


def _a_result(told: dict[str, Any]) -> None:
    for row in told["inputs"]["figures"].values():
        row[0] = 0


def _a_number(told: dict[str, Any]) -> None:
    told["repeat_meetings"] += 1


def _somebody_else(told: dict[str, Any]) -> None:
    told["played"]["tables"][0][0] = 77


def _no_table(told: dict[str, Any]) -> None:
    told["moves"] = [{"move": told["moves"][0]["swap"][0], "to_table": 9}]


def _half(told: dict[str, Any]) -> None:
    del told["inputs"]["history"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_other_seed, "make another draw"),
        (_two_seeds, "another one than that of the inputs"),
        (_a_move_kept_quiet, "not the draw with the moves by hand"),
        (_a_result, "make another draw"),
        (_a_number, "and the document says"),
        (_somebody_else, "Not everybody who could play"),
        (_no_table, "A move by hand cannot be made: There is no table 9"),
        (_half, "not a whole document"),
    ],
)
def test_whatever_is_changed_is_found(change: Any, fault: str) -> None:
    told = swiss()
    assert verified(told).follows
    changed = deepcopy(told)

    change(changed)

    assert fault in " ".join(verified(changed).faults)


def test_another_planner_is_named() -> None:
    told = swiss() | {"planner": PLANNER_VERSION + 1}
    _other_seed(told)

    assert f"drawn by planner {PLANNER_VERSION + 1}" in " ".join(verified(told).faults)
