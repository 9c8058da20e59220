"""The list of entrants: everybody whom a number can name, each with their state."""

from datetime import datetime

from tournaments.drawing import with_round_to_come
from tournaments.entrant_states import Facts, State, state_of, words_of
from tournaments.models import (
    Admission,
    Bye,
    Entrant,
    EntrantMember,
    RoundSeat,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.stages import current_stage

ENDED = (TournamentStatus.FINISHED, TournamentStatus.PAID, TournamentStatus.CANCELLED)
FACTS = (
    *("pk", "refusal", "let_go", "withdrawn_at", "has_left", "admission", "checked_in_at"),
    "tournament",
)


def states_of(tournament: Tournament) -> dict[int, State]:
    """Tell by entrant where they stand, in a number of queries that follows the stages alone."""
    began_at = _began_at(tournament)
    cancelled_at = _cancelled_at(tournament)
    going = _going_on(tournament) if began_at else set[int]()
    found = {}
    for row in tournament.entrants.order_by("pk").only(*FACTS):
        gone_at = row.withdrawn_at
        if gone_at == cancelled_at and not row.let_go:
            gone_at = None  # They did not go: it was called off.
        found[row.pk] = state_of(
            Facts(
                is_refused=bool(row.refusal),
                is_let_go=bool(row.let_go),
                has_withdrawn=gone_at is not None,
                has_left=row.has_left,
                has_asked=row.admission == Admission.ASKED,
                is_waiting=row.admission == Admission.WAITING,
                is_checked_in=row.checked_in_at is not None,
                had_begun=began_at is not None and (gone_at is None or gone_at >= began_at),
                goes_on=row.pk in going,
            )
        )
    return found


def told_states(tournament: Tournament, *, but: State | None = None) -> dict[int, str]:
    """Say by entrant in words where they stand.

    Args:
        but: Leave out those of whom this is known already.
    """
    is_over = tournament.status in ENDED
    states = states_of(tournament)
    return {pk: words_of(one, is_over=is_over) for pk, one in states.items() if one != but}


def people_of(entrant: Entrant) -> list[EntrantMember]:
    """Everybody who plays or has played as an entrant, each once: those who play first.

    Args:
        entrant: As `named` reads it.
    """
    company = entrant.company
    seen = {one.member_id for one in company}
    earlier = []
    for one in sorted(entrant.members.all(), key=lambda one: -one.pk):
        if one.member_id is not None and one.member_id not in seen:
            seen.add(one.member_id)
            earlier.append(one)
    return [*company, *reversed(earlier)]


def state_of_person(one: EntrantMember, state: State) -> State:
    """Tell where one of an entrant stands.

    Args:
        one: As `people_of` lists them.
        state: Where the entrant stands.
    """
    return state if one in one.entrant.company else State.SUBSTITUTED


def _began_at(tournament: Tournament) -> datetime | None:
    first = tournament.stages.order_by("number").first()
    return first.started_at if first else None


def _cancelled_at(tournament: Tournament) -> datetime | None:
    if tournament.status != TournamentStatus.CANCELLED:
        return None
    line = tournament.deeds.filter(kind=TournamentDeedKind.CANCELLED).first()
    return line.at if line else None


def _going_on(tournament: Tournament) -> set[int]:
    """For whom a round is in play or to come; once it is over, who played the last one."""
    stage = current_stage(tournament)
    runs = tournament.status == TournamentStatus.RUNNING and stage is not None
    going = with_round_to_come(stage) if runs and stage else set[int]()
    last = tournament.rounds.order_by("-number").first()
    if last is not None and (not runs or last.finished_at is None):
        seats = RoundSeat.objects.standing().filter(round_table__round=last)
        going.update(
            seats.values_list("entrant", flat=True),
            Bye.objects.filter(round=last).values_list("entrant", flat=True),
        )
    return going
