"""Workers at the tables: a message names a table and says "look now"."""

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from deploy.rest.clock import database_now
from games import advance
from games.models import Table

logger = logging.getLogger(__name__)


@shared_task
def sweep_tables() -> None:
    """Every half second: send a worker to each table at which something is due."""
    for table_id in Table.objects.due(database_now()).values_list("pk", flat=True):
        advance_table.delay(table_id)


@shared_task
def advance_table(table_id: int) -> None:
    while advance.advance_table(table_id, at=database_now()):
        pass


def hint(table_id: int) -> None:
    """Ask a worker to look at once; should the broker not answer, the sweep will find the row."""
    try:
        advance_table.delay(table_id)
    except OperationalError:
        logger.warning("no broker for a hint; the sweep will find table %s", table_id)
