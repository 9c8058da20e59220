"""The state of an entrant: where they stand in a tournament, in one word."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class State(StrEnum):
    ASKED = "asked"
    WAITING = "waiting"
    ENTERED = "entered"
    CHECKED_IN = "checked_in"
    PLAYING = "playing"
    OUT = "out"
    LEFT = "left"
    LET_GO = "let_go"
    REFUSED = "refused"
    SUBSTITUTED = "substituted"


WORDS: Final = {
    State.ASKED: gettext_noop("has asked to be let in"),
    State.WAITING: gettext_noop("waits for a place"),
    State.ENTERED: gettext_noop("entered"),
    State.CHECKED_IN: gettext_noop("here"),
    State.PLAYING: gettext_noop("plays"),
    State.OUT: gettext_noop("out"),
    State.LEFT: gettext_noop("left"),
    State.LET_GO: gettext_noop("let go"),
    State.REFUSED: gettext_noop("not let in"),
    State.SUBSTITUTED: gettext_noop("has a substitute"),
}
PLAYED_TO_THE_END: Final = gettext_noop("played to the end")


@dataclass(frozen=True)
class Facts:
    """The facts about an entrant, from the rows of a tournament.

    Attributes:
        is_refused: An organiser did not let them in.
        is_let_go: They were let go, at the start or in a round.
        has_withdrawn: They went, or were let go.
        has_left: They did so while a round was in play or to come for them.
        has_asked: They have asked to be let in, and nobody has answered.
        is_waiting: They wait for a place.
        is_checked_in: They have said that they are here.
        had_begun: The tournament has started; of those who have withdrawn, before they did.
        goes_on: A round is in play or to come for them; once all are over, they played the last.
    """

    is_refused: bool = False
    is_let_go: bool = False
    has_withdrawn: bool = False
    has_left: bool = False
    has_asked: bool = False
    is_waiting: bool = False
    is_checked_in: bool = False
    had_begun: bool = False
    goes_on: bool = False


def state_of(facts: Facts) -> State:
    """Tell where an entrant stands. Nobody of them is `SUBSTITUTED`: only persons are."""
    if facts.is_refused:
        return State.REFUSED
    if facts.is_let_go:
        return State.LET_GO
    if facts.has_withdrawn:  # Who had no round to come was out before they went.
        return State.OUT if facts.had_begun and not facts.has_left else State.LEFT
    if facts.has_asked:
        return State.ASKED
    if facts.is_waiting:
        return State.WAITING
    if facts.had_begun:
        return State.PLAYING if facts.goes_on else State.OUT
    return State.CHECKED_IN if facts.is_checked_in else State.ENTERED


def words_of(state: State, *, is_over: bool = False) -> str:
    """Say a state in words for people.

    Args:
        is_over: All rounds are.
    """
    if is_over and state == State.PLAYING:
        return _(PLAYED_TO_THE_END)
    return _(WORDS[state])
