"""Late entries: who comes after the start begins in the next round, with points for the others."""

from typing import NamedTuple

from tournaments.byes import points_of_missed
from tournaments.errors import ImpossibleTournament, NotAdmitted, WrongMoment
from tournaments.formats.settings import ROUNDS
from tournaments.models import Stage, Tournament, TournamentStatus
from tournaments.stages import current_stage
from tournaments.waiting_list import has_place


class Missed(NamedTuple):
    """What somebody missed who comes late.

    Attributes:
        rounds: How many had begun.
        points: What they get for those that are over, in the unit of the format's points.
    """

    rounds: int = 0
    points: int = 0


def check_takes_late(tournament: Tournament, first: Stage) -> None:
    """See that somebody can come late, where the organiser wants it so.

    Args:
        first: The first stage, perhaps not stored yet.

    Raises:
        ImpossibleTournament: nobody can.
    """
    last = tournament.late_until_round
    if last is None:
        return
    if not first.played_as.takes_late:
        raise ImpossibleTournament(
            f"{first.played_as.name} takes nobody after the start: leave “late until round” empty, "
            "or choose another format for the first stage."
        )
    if not 2 <= last <= (first.rounds_count or ROUNDS.most):
        raise ImpossibleTournament(
            "Late until round: choose from 2 to the number of rounds of the first stage."
        )


def takes_late(tournament: Tournament) -> bool:
    """Whether somebody can enter though it has started."""
    last = tournament.late_until_round
    if tournament.status != TournamentStatus.RUNNING or last is None:
        return False
    stage = current_stage(tournament)
    return stage is not None and stage.number == 1 and tournament.rounds.count() < last


def missed_by(tournament: Tournament, *, is_alone: bool) -> Missed:
    """What somebody has missed who enters now. The caller has locked the running tournament.

    Args:
        is_alone: They enter by themselves.

    Raises:
        WrongMoment: it is too late.
        NotAdmitted: there is no place, or an organiser has to enter them.
    """
    if not takes_late(tournament):
        last = tournament.late_until_round
        said = "" if last is None else f" Late entries could begin up to round {last}."
        raise WrongMoment(f"{tournament} is running, so nobody can enter any more.{said}")
    if is_alone and tournament.needs_approval:
        raise NotAdmitted(f"{tournament} has started: ask an organiser to enter you.")
    if not has_place(tournament):
        raise NotAdmitted(
            f"All {tournament.capacity} places of {tournament} are taken, and nobody waits for one "
            "after the start: an organiser can replace somebody."
        )
    rounds = tournament.rounds.count()
    return Missed(rounds, points_of_missed(tournament, rounds=rounds))
