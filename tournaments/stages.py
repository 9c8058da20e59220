"""Where a tournament stands: each use case locks it, makes sure of its stage, and moves it on."""

from tournaments.errors import WrongMoment
from tournaments.models import Tournament, TournamentStatus


def lock_tournament(tournament: Tournament) -> Tournament:
    """The tournament as it is, locked to the end of the transaction."""
    return Tournament.objects.whole().select_for_update(of=("self",)).get(pk=tournament.pk)


def expect_open(tournament: Tournament) -> None:
    """Make sure that it takes entries.

    Raises:
        WrongMoment: it has started, or is over.
    """
    if tournament.status != TournamentStatus.OPEN:
        status = tournament.get_status_display()
        raise WrongMoment(f"{tournament} is {status}: it takes no entries and no changes now.")


def move_tournament(tournament: Tournament, status: TournamentStatus) -> Tournament:
    tournament.status = status
    tournament.save(update_fields=["status"])
    return tournament
