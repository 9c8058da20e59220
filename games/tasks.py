"""Workers at the tables: a message names a table and says "look now"."""

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from deploy.rest.clock import database_now
from games import advance, records
from games.models import Table
from games.outages import beat

logger = logging.getLogger(__name__)


@shared_task
def sweep_tables() -> None:
    """Every quarter of a second: send a worker to each table at which something is due.

    A table that a worker holds at this moment needs no other.
    """
    at = database_now()
    shift = beat("sweep", at=at)
    if shift:
        logger.warning("an outage of %s: people have that much longer", shift)
    for table_id in Table.objects.waiting(at):
        advance_table.delay(table_id)


@shared_task
def advance_table(table_id: int) -> None:
    """Do what is due, a bounded number of steps; where more is due, look again after others."""
    if advance.advance_table(table_id, at=database_now()) == advance.MOST_STEPS:
        hint(table_id)


@shared_task
def count_deals() -> None:
    """Every few seconds: write down what the deals settled since came to for their players.

    First what was taken back goes: the sooner it does, the fewer deals were judged by it.
    """
    while records.uncount_deals() == records.MOST_DEALS:
        pass
    while records.count_deals() == records.MOST_DEALS:
        pass


def hint(table_id: int) -> None:
    """Ask a worker to look at once; should the broker not answer, the sweep will find the row.

    A door calls it once its transaction has committed.
    """
    try:
        advance_table.delay(table_id)
    except OperationalError:
        logger.warning("no broker for a hint; the sweep will find table %s", table_id)
