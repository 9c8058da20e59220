"""Nights that somebody forgot to close, and tries at passwords that are long past."""

import logging

from celery import shared_task

from clubs.models import Night
from clubs.nights import close_night
from clubs.signing_in import forget_tries
from deploy.rest.clock import database_now
from games.errors import GamesError
from ledger.errors import LedgerError

logger = logging.getLogger(__name__)


@shared_task
def sweep_nights() -> None:
    """Every minute: close nights that are played out or long over, and send chips home."""
    at = database_now()
    for night in Night.objects.overdue(at):
        try:
            close_night(night, may_play_on=False, at=at)
        except (GamesError, LedgerError) as refusal:  # A deal is in play: at the next sweep.
            logger.info("night %s stays open: %s", night.pk, refusal)


@shared_task
def sweep_sign_ins() -> None:
    """Every quarter of an hour: what was counted of signing in is kept no longer than it counts."""
    forget_tries(at=database_now())
