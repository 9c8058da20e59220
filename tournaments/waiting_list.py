"""The waiting list: who has entered and has no place moves up, first in line first."""

from datetime import datetime

from tournaments.models import Admission, Entrant, NewsKind, Tournament, TournamentDeedKind
from tournaments.news import tell
from tournaments.tournament_log import note_each


def has_place(tournament: Tournament) -> bool:
    """Whether one more can play. The caller has locked the tournament."""
    capacity = tournament.capacity
    return capacity is None or tournament.entrants.playing().count() < capacity


def place_in(tournament: Tournament) -> Admission:
    """What somebody gets who may play now: a place, or the end of the waiting list."""
    return Admission.IN if has_place(tournament) else Admission.WAITING


def move_up(tournament: Tournament, *, are_here: bool = False, at: datetime) -> list[Entrant]:
    """Give the free places to those who wait for one; who they are.

    The caller has locked the tournament.

    Args:
        are_here: Pass over those who have not checked in.
    """
    waiting = tournament.entrants.waiting()
    if are_here:
        waiting = waiting.exclude(checked_in_at=None)
    if tournament.capacity is not None:
        free = tournament.capacity - tournament.entrants.playing().count()
        waiting = waiting[: max(0, free)]
    lucky = list(waiting)
    Entrant.objects.filter(pk__in=[one.pk for one in lucky]).update(admission=Admission.IN)
    note_each(tournament, TournamentDeedKind.MOVED_UP, lucky, at=at)
    if lucky:
        tell(tournament, NewsKind.ENTRIES)
    return lucky
