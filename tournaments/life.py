"""The life of a tournament: each use case locks it, makes sure where it stands, and moves it on."""

from datetime import datetime
from typing import Final

from tournaments.changeable import Moment
from tournaments.errors import WrongMoment
from tournaments.models import BEFORE_START, NewsKind, Tournament, TournamentStatus
from tournaments.news import tell

WHAT_NEXT: Final = {
    TournamentStatus.DRAFT: "announce it first",
    TournamentStatus.ANNOUNCED: "open it for entries first",
    TournamentStatus.REGISTRATION: "start it first",
    TournamentStatus.CHECK_IN: "start it first",
    TournamentStatus.RUNNING: "it has started",
    TournamentStatus.FINISHED: "it is over",
    TournamentStatus.PAID: "it is over",
    TournamentStatus.CANCELLED: "it is over",
}


def lock_tournament(tournament: Tournament) -> Tournament:
    """The tournament as it is, locked to the end of the transaction."""
    return Tournament.objects.whole().select_for_update(of=("self",)).get(pk=tournament.pk)


def expect(tournament: Tournament, *expected: TournamentStatus) -> None:
    """Make sure that it stands at one of these.

    Raises:
        WrongMoment: it does not; the message says what to do.
    """
    status = TournamentStatus(tournament.status)
    if status not in expected:
        raise WrongMoment(
            f"{tournament} is {status.label}, so this cannot be done now: {WHAT_NEXT[status]}."
        )


def expect_taking_entries(tournament: Tournament) -> None:
    """Make sure that members can enter.

    Raises:
        WrongMoment: they cannot.
    """
    expect(tournament, TournamentStatus.REGISTRATION, TournamentStatus.CHECK_IN)


def expect_before_start(tournament: Tournament) -> None:
    """Make sure that it has not started.

    Raises:
        WrongMoment: it has, or is over.
    """
    expect(tournament, *BEFORE_START)


def expect_going(tournament: Tournament) -> None:
    """Make sure that it runs and is not paused.

    Raises:
        WrongMoment: it does not, or is.
    """
    expect(tournament, TournamentStatus.RUNNING)
    if tournament.paused_at is not None:
        raise WrongMoment(f"{tournament} is paused: let it go on first.")


def expect_begun(tournament: Tournament) -> None:
    """Make sure that it has started, whether or not it is over.

    Raises:
        WrongMoment: it has not, or is called off.
    """
    expect(tournament, TournamentStatus.RUNNING, TournamentStatus.FINISHED, TournamentStatus.PAID)


def first_status(tournament: Tournament, *, at: datetime) -> TournamentStatus:
    """Where a tournament begins that the club sees."""
    waits = tournament.opens_at is not None and tournament.opens_at > at
    return TournamentStatus.ANNOUNCED if waits else TournamentStatus.REGISTRATION


def moment_of(tournament: Tournament) -> Moment:
    """Where it stands, as far as changes are concerned."""
    status = TournamentStatus(tournament.status)
    if status == TournamentStatus.REGISTRATION:
        is_entered = tournament.entrants.entered().exists()
        return Moment.SOMEBODY_IN if is_entered else Moment.NOBODY_IN
    return {
        TournamentStatus.DRAFT: Moment.DRAFT,
        TournamentStatus.ANNOUNCED: Moment.ANNOUNCED,
        TournamentStatus.CHECK_IN: Moment.CHECK_IN,
        TournamentStatus.RUNNING: Moment.RUNNING,
        TournamentStatus.FINISHED: Moment.FINISHED,
    }.get(status, Moment.OVER)


def move_tournament(tournament: Tournament, status: TournamentStatus) -> Tournament:
    tournament.status = status
    tournament.save(update_fields=["status"])
    tell(tournament, NewsKind.STATUS)
    return tournament
