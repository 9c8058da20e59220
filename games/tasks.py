"""Workers at the tables: a message only says "look now", and rows say what is due."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from celery import shared_task
from kombu.exceptions import OperationalError

from deploy.rest.clock import database_now
from games.errors import CardsLost
from games.models import Table
from games.models.table import TableQuerySet
from games.play import advance
from games.records import results

MOST_SECONDS = 2.0  # Of one message; then whoever sent messages meanwhile has their turn.
SILENCE_SECONDS = 10.0

logger = logging.getLogger(__name__)


@shared_task
def advance_people() -> None:
    """Do what is due at tables with people, the longest waiting first."""
    _work_off(Table.objects.with_people())


@shared_task
def advance_bots() -> None:
    """Do what is due at tables of bots alone, the longest waiting first.

    A queue of its own: whoever plays bots serves no person, and no clock of one.
    """
    _work_off(Table.objects.of_bots_alone())


def _work_off(tables: TableQuerySet) -> None:
    """Table after table, each a bounded number of steps; one that is due again waits for the rest.

    A table that cannot go on is told to the log and passed over, so that it holds up no other.
    """
    ends, stuck = time.monotonic() + MOST_SECONDS, set[int]()
    while time.monotonic() < ends:
        try:
            visit = advance.advance_next(tables.exclude(pk__in=stuck), at=database_now())
        except advance.StandsStill as still:  # One table, to be seen in the log; others play on.
            if isinstance(still.cause, CardsLost):
                logger.error("%s: %s", still, still.cause)
            else:
                logger.exception("%s", still)
            stuck.add(still.table_id)
            continue
        if visit is None:
            return
        if not visit.steps:
            stuck.add(visit.table_id)


@shared_task
def advance_table(table_id: int) -> None:
    """Do what is due at this table now; where more is due, a worker looks again after others."""
    if Table.objects.filter(pk=table_id).of_bots_alone().exists():
        ask_workers(has_people=False)
        return
    try:
        steps = advance.advance_table(table_id, at=database_now())
    except CardsLost as error:
        logger.error("table %s stands still: %s", table_id, error)
        return
    if steps == advance.MOST_STEPS:
        ask_workers(has_people=True)


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

    A door calls it once its transaction has committed.
    """
    _ask(partial(advance_table.delay, table_id))


def ask_workers(
    *, has_people: bool, times: int = 1, patience_seconds: float = SILENCE_SECONDS
) -> None:
    """Ask this number of workers to look at tables with people, or of bots alone.

    Args:
        patience_seconds: How long nothing is asked for after a broker that did not answer.
    """
    task = advance_people if has_people else advance_bots
    for _ in range(times):
        _ask(task.delay, patience_seconds=patience_seconds)


def _ask(send: Callable[[], object], *, patience_seconds: float = SILENCE_SECONDS) -> None:
    """Send a message, unless the broker did not answer lately.

    Then nothing is asked for a while, so that not every request waits for it.
    """
    if time.monotonic() < _silence.ends:
        return
    try:
        send()
    except OperationalError:
        _silence.ends = time.monotonic() + patience_seconds
        logger.warning("no broker; for %s seconds nothing is asked of workers", patience_seconds)
