"""Tournaments run by themselves: started on time, and from round to round."""

import logging

from celery import shared_task

from deploy.rest.clock import database_now
from ledger.errors import LedgerError
from tournaments.errors import TournamentsError
from tournaments.models import Round, Tournament
from tournaments.rounds import advance_round
from tournaments.tournaments import start

logger = logging.getLogger(__name__)


@shared_task
def sweep_tournaments() -> None:
    """Every second: start what is to start, and go on where a round is played out."""
    for tournament in Tournament.objects.to_start(database_now()):
        try:
            start(tournament, at=database_now())
        except (TournamentsError, LedgerError) as refusal:
            logger.warning("%s does not start: %s", tournament, refusal)
    for round in Round.objects.played_out():
        try:
            advance_round(round, at=database_now())
        except (TournamentsError, LedgerError) as refusal:
            logger.warning("%s does not go on: %s", round, refusal)
