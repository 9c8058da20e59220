"""Nights that somebody forgot to close, and what was kept of signing in for long enough."""

import logging

from celery import shared_task

from clubs.accounts.codes import forget_counts
from clubs.accounts.sessions import forget_ended
from clubs.accounts.unconfirmed import forget_unconfirmed
from clubs.models import Night
from clubs.nights import close_night
from clubs.signing_in import forget_tries
from clubs.tokens import forget_expired
from deploy.rest.clock import database_now
from deploy.rights import PROGRAM
from games.errors import GamesError
from ledger.errors import LedgerError

logger = logging.getLogger(__name__)


@shared_task
def sweep_nights() -> None:
    """Every minute: close nights that are played out or long over, and send chips home."""
    at = database_now()
    for night in Night.objects.overdue(at):
        try:
            close_night(night, may_play_on=False, by=PROGRAM, at=at)
        except (GamesError, LedgerError) as refusal:  # A deal is in play: at the next sweep.
            logger.info("night %s stays open: %s", night.pk, refusal)


@shared_task
def sweep_sign_ins() -> None:
    """Every quarter of an hour: what signing in and up left behind goes once it says nothing."""
    at = database_now()
    forget_tries(at=at)
    forget_counts(at=at)
    forget_ended(at=at)
    forget_unconfirmed(at=at)


@shared_task
def sweep_tokens() -> None:
    """Every quarter of an hour: tokens that have expired go; nobody signs in with one."""
    forget_expired(at=database_now())
