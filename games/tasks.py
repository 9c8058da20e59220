"""Workers at the tables: a message names a table and says "look now"."""

import logging
import time
from dataclasses import dataclass
from datetime import timedelta

from celery import shared_task
from kombu.exceptions import OperationalError

from deploy.rest.clock import database_now
from games.errors import CardsLost
from games.models import Table
from games.play import advance
from games.play.outages import beat_now
from games.records import results

LOOK = timedelta(seconds=0.1)
LOOKS = 4  # A sweep goes on looking until shortly before the next, which comes after five.
SILENCE_SECONDS = 10.0

logger = logging.getLogger(__name__)


@shared_task
def sweep_tables() -> None:
    """Every half a second: send a worker to each table at which something is due.

    A table that a worker holds at this moment needs no other. What falls due while the sweep
    goes on looking is sent at that moment, so that nobody's clock waits for the next sweep.
    """
    shift = beat_now("sweep", read_clock=database_now)
    if shift > timedelta(0):
        logger.warning("an outage of %s: people have that much longer", shift)
    elif shift:
        logger.error(
            "the database's clock went back by %s: all deadlines were moved back too", -shift
        )
    at, began = database_now(), time.monotonic()
    for table_id in Table.objects.waiting(at):
        advance_table.delay(table_id)
    for look in range(LOOKS):
        since = at + look * LOOK
        for due_at, table_id in Table.objects.falling_due(since, since + LOOK):
            _sleep_until(began, due_at - at)
            advance_table.delay(table_id)
        _sleep_until(began, since + LOOK - at)


def _sleep_until(began: float, passed: timedelta) -> None:
    """Until so much has passed since that reading of the machine's own clock."""
    time.sleep(max(0, began + passed.total_seconds() - time.monotonic()))


@shared_task
def advance_table(table_id: int) -> None:
    """Do what is due, a bounded number of steps; where more is due, look again after others."""
    try:
        steps = advance.advance_table(table_id, at=database_now())
    except CardsLost as error:
        logger.error("table %s stands still: %s", table_id, error)
        return
    if steps == advance.MOST_STEPS:
        hint(table_id)


@shared_task
def count_deals() -> None:
    """Every few seconds: write down what the deals settled since came to for their players.

    First what was taken back goes: the sooner it does, the fewer deals were judged by it.
    """
    while results.uncount_deals() == results.MOST_DEALS:
        pass
    while results.count_deals() == results.MOST_DEALS:
        pass


@dataclass
class _Silence:
    """Until when this process expects nothing of the broker, by the machine's own clock."""

    ends: float = 0.0


_silence = _Silence()


def hint(table_id: int) -> None:
    """Ask a worker to look at once; should the broker not answer, the sweep will find the row.

    A door calls it once its transaction has committed. After a broker that did not answer nothing
    is asked for a while, so that not every request waits for it.
    """
    if time.monotonic() < _silence.ends:
        return
    try:
        advance_table.delay(table_id)
    except OperationalError:
        _silence.ends = time.monotonic() + SILENCE_SECONDS
        logger.warning(
            "no broker for hints; for %s seconds the sweep alone will find tables", SILENCE_SECONDS
        )
