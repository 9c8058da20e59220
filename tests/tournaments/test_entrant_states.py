"""The state of an entrant, of what the rows say."""

import pytest

from tournaments.entrant_states import Facts, State, state_of, words_of

GONE = {"has_withdrawn": True}
BEGUN = {"had_begun": True}


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({}, State.ENTERED),
        ({"is_checked_in": True}, State.CHECKED_IN),
        ({"has_asked": True}, State.ASKED),
        ({"is_waiting": True}, State.WAITING),
        ({"is_waiting": True, "is_checked_in": True}, State.WAITING),  # Here, and without a place.
        ({**BEGUN, "is_checked_in": True, "goes_on": True}, State.PLAYING),
        (BEGUN, State.OUT),
        (GONE, State.LEFT),  # Before the start.
        ({**GONE, "has_asked": True}, State.LEFT),
        ({**GONE, **BEGUN, "has_left": True}, State.LEFT),
        ({**GONE, **BEGUN}, State.OUT),  # No round was to come for them.
        ({**GONE, "is_let_go": True}, State.LET_GO),
        ({**GONE, **BEGUN, "has_left": True, "is_let_go": True}, State.LET_GO),
        ({**GONE, "has_asked": True, "is_refused": True}, State.REFUSED),
    ],
)
def test_states(facts: dict[str, bool], state: State) -> None:
    assert state_of(Facts(**facts)) == state


def test_every_state_has_its_own_words() -> None:
    assert len({words_of(one) for one in State}) == len(State)
    assert words_of(State.PLAYING, is_over=True) == "played to the end"
    assert words_of(State.OUT, is_over=True) == words_of(State.OUT)
