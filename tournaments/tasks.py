"""Tournaments run by themselves: started on time, and from round to round."""

import logging

from celery import shared_task

from deploy.rest.clock import database_now
from tournaments import entries, rounds, tournaments
from tournaments.errors import TournamentsError
from tournaments.models import Round, Tournament

logger = logging.getLogger(__name__)


@shared_task
def sweep_tournaments() -> None:
    """Every second: send a worker to each tournament that is due, or has an entrant to withdraw.

    Each has a message of its own, so that one that cannot go on holds up no other.
    """
    for tournament_id in Tournament.objects.to_start(database_now()).values_list("pk", flat=True):
        start_tournament.delay(tournament_id)
    barred = Tournament.objects.with_turned_away()
    for tournament_id in barred.values_list("pk", flat=True):
        let_turned_away_go.delay(tournament_id)
    for round_id in Round.objects.played_out().values_list("pk", flat=True):
        advance_round.delay(round_id)


@shared_task
def start_tournament(tournament_id: int) -> None:
    """Start a tournament whose time has come."""
    tournament = Tournament.objects.get(pk=tournament_id)
    try:
        tournaments.start(tournament, at=database_now())
    except TournamentsError as refusal:
        logger.warning("%s does not start: %s", tournament, refusal)


@shared_task
def let_turned_away_go(tournament_id: int) -> None:
    """Withdraw whom the club has turned away."""
    entries.let_turned_away_go(Tournament.objects.get(pk=tournament_id), at=database_now())


@shared_task
def advance_round(round_id: int) -> None:
    """Count a round that is played out, and open the next or pay the prizes."""
    rounds.advance_round(Round.objects.get(pk=round_id), at=database_now())
