"""What comes next in a tournament: the likeliest step first, then all others that can be taken."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from tournaments.awards import pay
from tournaments.draws import confirm_draw, draw_again
from tournaments.models import Tournament, TournamentStatus
from tournaments.passages import FEWEST
from tournaments.pauses import pause, resume
from tournaments.rounds import end_break
from tournaments.shortening import shorten
from tournaments.stopping import end_after_round
from tournaments.tournaments import announce, cancel, open_check_in, open_entries, start


class Step(StrEnum):
    """The last three are no deeds: they lead to where people go on."""

    ANNOUNCE = "announce"
    OPEN_ENTRIES = "open_entries"
    OPEN_CHECK_IN = "open_check_in"
    START = "start"
    CONFIRM_DRAW = "confirm_draw"
    DRAW = "draw"
    END_BREAK = "end_break"
    PAUSE = "pause"
    RESUME = "resume"
    PAY = "pay"
    SHORTEN = "shorten"
    FINISH = "finish"
    CANCEL = "cancel"
    ENTER = "enter"
    FOLLOW = "follow"
    ANOTHER = "another"


DEEDS_AT: Final = {
    TournamentStatus.DRAFT: (Step.ANNOUNCE, Step.CANCEL),
    TournamentStatus.ANNOUNCED: (Step.OPEN_ENTRIES, Step.CANCEL),
    TournamentStatus.REGISTRATION: (Step.START, Step.OPEN_CHECK_IN, Step.CANCEL),
    TournamentStatus.CHECK_IN: (Step.START, Step.CANCEL),
    TournamentStatus.FINISHED: (Step.PAY,),
}
"""What may be done where a tournament stands; the first is the next step as a rule."""


@dataclass(frozen=True)
class Standing:
    """Where a tournament stands, as far as the next step depends on it.

    Attributes:
        ready: Entrants who would play if it started now.
        has_check_in: A check-in is announced.
        has_draft: A draw waits for somebody to confirm it.
        is_paused: Everything rests.
        is_break: There is a break between two rounds.
        needs_draw: A draw was undone, and no round follows by itself.
        can_be_shortened: It has rounds to come that can fall away.
        ends_early: The round in play is the last one.
    """

    status: TournamentStatus
    ready: int = 0
    has_check_in: bool = False
    has_draft: bool = False
    is_paused: bool = False
    is_break: bool = False
    needs_draw: bool = False
    can_be_shortened: bool = False
    ends_early: bool = False


def next_steps(standing: Standing) -> tuple[Step, ...]:
    """The steps that can be taken now; the first is what an organiser most likely wants.

    With too few to play people are entered or checked in first. A check-in that is announced
    comes before the start. While it runs there is nothing to do but to confirm draws that wait.
    """
    status = standing.status
    deeds = DEEDS_AT.get(status, ())
    match status:
        case TournamentStatus.REGISTRATION:
            others = tuple(step for step in deeds if step is not Step.OPEN_CHECK_IN)
            if standing.ready < FEWEST:
                return (Step.ENTER, Step.OPEN_CHECK_IN, Step.CANCEL)
            if standing.has_check_in:
                return (Step.OPEN_CHECK_IN, *others)
            return deeds
        case TournamentStatus.CHECK_IN if standing.ready < FEWEST:
            return (Step.ENTER, *deeds)
        case TournamentStatus.RUNNING:
            return _while_it_runs(standing)
        case TournamentStatus.PAID | TournamentStatus.CANCELLED:
            return (Step.ANOTHER,)
    return deeds


def _while_it_runs(standing: Standing) -> tuple[Step, ...]:
    if standing.is_paused:
        return (Step.RESUME, Step.FOLLOW, Step.CANCEL)
    ends: tuple[Step, ...] = (Step.CANCEL,)
    if not standing.ends_early:
        shorter = (Step.SHORTEN,) if standing.can_be_shortened else ()
        ends = (*shorter, Step.FINISH, Step.CANCEL)
    if standing.has_draft:
        return (Step.CONFIRM_DRAW, Step.PAUSE, *ends)
    if standing.is_break:
        return (Step.END_BREAK, Step.PAUSE, *ends)
    if standing.needs_draw:
        return (Step.DRAW, Step.PAUSE, *ends)
    return (Step.FOLLOW, Step.PAUSE, *ends)


def take_step(
    tournament: Tournament,
    step: Step,
    *,
    seen: int | None = None,
    rounds: Mapping[int, int] | None = None,
    by: int,
    at: datetime,
) -> Tournament:
    """Do what a step says, by the use case that it is.

    Args:
        seen: The number of the draft that they saw, for the step that confirms it; None for any.
        rounds: By the number of a stage, for the step that shortens it.
        by: The player who does it.

    Raises:
        TournamentsError, LedgerError: as the use case does.
    """
    match step:
        case Step.ANNOUNCE:
            return announce(tournament, at=at)
        case Step.OPEN_ENTRIES:
            return open_entries(tournament)
        case Step.OPEN_CHECK_IN:
            return open_check_in(tournament)
        case Step.START:
            return start(tournament, by=by, at=at)
        case Step.CONFIRM_DRAW:
            return confirm_draw(tournament, seen=seen, by=by, at=at).tournament
        case Step.DRAW:
            draw_again(tournament, by=by, at=at)
            return Tournament.objects.get(pk=tournament.pk)
        case Step.END_BREAK:
            return end_break(tournament, by=by, at=at)
        case Step.PAUSE:
            return pause(tournament, by=by, at=at)
        case Step.RESUME:
            return resume(tournament, by=by, at=at)
        case Step.PAY:
            return pay(tournament, by=by, at=at)
        case Step.SHORTEN:
            return shorten(tournament, rounds or {}, by=by, at=at)
        case Step.FINISH:
            return end_after_round(tournament, by=by, at=at)
        case Step.CANCEL:
            return cancel(tournament, by=by, at=at)
    raise AssertionError(f"{step} is no deed")
