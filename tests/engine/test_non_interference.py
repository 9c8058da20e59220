"""No view tells of cards that its player has not seen, nor of a right that nobody used.

The cards that one seat has not seen change places (`tests/engine/unseen.py`), and its view must be
the same, byte for byte.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.engine import DealState, Place, Transcript, View, legal_actions, view
from tests.engine.unseen import DEALS, ViewFunction, compare_views


def test_a_view_tells_of_nothing_unseen() -> None:
    """RULES.md 4.4, 4.6, 6.1, 8.3."""
    tally = compare_views(view)

    assert tally.different == 0
    assert tally.compared > DEALS
    assert tally.refusals > DEALS / 10


def test_a_record_as_seen_from_a_seat_tells_of_nothing_unseen() -> None:
    """RULES.md 4.4, 6.1: what is exported of a deal before its cards are shown."""
    assert compare_views(Transcript.seen).different == 0


def test_a_whole_record_is_found_out() -> None:
    """The comparison above can fail."""
    assert compare_views(lambda state, _: Transcript.of(state)).different > 0


def leak(**fields: Callable[[DealState, Place | None], Any]) -> ViewFunction:
    """A view with one field that tells too much."""

    def tell(state: DealState, place: Place | None) -> View:
        return replace(
            view(state, place), **{name: of(state, place) for name, of in fields.items()}
        )

    return tell


@pytest.mark.parametrize(
    "tell",
    [
        leak(phase=lambda state, _: state.phase),
        leak(to_act=lambda state, _: state.to_act),
        leak(ply=lambda state, _: len(state.steps)),
        leak(actions=lambda state, _: tuple((place, str(action)) for place, action in state.steps)),
        leak(legal=lambda state, _: legal_actions(state)),
        leak(scores=lambda state, _: state.layout.barred),
        leak(bonus_trick=lambda state, _: int(state.layout.is_ace_demoted)),
        leak(announced_by=lambda state, _: state.layout.ace_holder),
        leak(put_aside=lambda state, _: state.layout.stock[:1]),
        leak(hand=lambda state, place: state.hand(place or Place(0))),
        leak(turn_up=lambda state, _: state.layout.put_out or state.turn_up),
    ],
    ids=[
        "phase",
        "turn",
        "ply",
        "actions",
        "legal",
        "bar",
        "demotion",
        "right",
        "stock",
        "hand",
        "put out",
    ],
)
def test_a_view_that_leaks_one_field_is_found_out(tell: ViewFunction) -> None:
    """The comparison above can fail."""
    assert compare_views(tell).different > 0
