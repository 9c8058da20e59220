"""`manage.py sweep`: finds what is due at the tables, and sends workers there, until it is stopped.

A loop of its own and no task: a task that looks all the time would keep a process of the workers,
and would wait behind others for one.
"""

import logging
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import groupby

from django.core.management.base import BaseCommand
from django.db import Error, connection

from deploy.own_sign import touch
from deploy.rest.clock import database_now
from games.models import Table
from games.play.outages import beat_now
from games.tasks import ask_workers
from ledger.declarations import declared

LOOK = timedelta(seconds=0.1)
LOOKS = 5  # How many a round has: half a second.
MOMENT = timedelta(seconds=0.01)
MOST_MESSAGES = 4  # At one moment to each kind of worker, however many tables wait.
AGAIN_SECONDS = 1.0  # After a database or a broker that did not answer; also between errands.
Errand = Callable[[datetime], None]

TABLES = {True: Table.objects.with_people, False: Table.objects.of_bots_alone}

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = (
        "Finds what is due at the tables, and sends workers there, until it is stopped. One is"
        " enough; a second does no harm."
    )

    def handle(self, *args: object, **options: object) -> None:
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        for errand in errands():
            threading.Thread(target=run_on, args=(errand, stop), daemon=True).start()
        sweep_on(stop)


def errands() -> Iterator[Errand]:
    """What apps declare that the sweep does beside the tables (`errands`)."""
    return declared("errands")


def run_on(errand: Errand, stop: threading.Event) -> None:
    """An errand once a second until told to stop, in a thread that no table waits for."""
    is_heard = True
    while not stop.is_set():
        try:
            errand(database_now())
            is_heard = True
        except Exception as error:  # An errand that stops for good would be missed by nobody.
            if is_heard:  # Once an outage.
                traceback = None if isinstance(error, Error) else error
                logger.error("%s: %s", errand.__name__, error, exc_info=traceback)
            is_heard = False
            connection.close()
        stop.wait(AGAIN_SECONDS)
    connection.close()


def sweep_on(stop: threading.Event) -> None:
    """Round after round until told to stop; a database that is away is waited for."""
    is_heard = True
    while not stop.is_set():
        try:
            sweep_round(stop.wait)
            touch()
            is_heard = True
        except Error as error:
            if is_heard:  # Once an outage.
                logger.error("no sweep: %s", error)
            is_heard = False
            connection.close()
            stop.wait(AGAIN_SECONDS)
    connection.close()


def sweep_round(rest: Callable[[float], object]) -> None:
    """Give a sign of life, and ask for what is due, or falls due within half a second.

    A table that a worker holds at this moment needs no other. What falls due meanwhile is asked for
    at that moment, so that nobody's clock waits for the next round.

    Args:
        rest: Waits for the seconds that it is given, or until it is woken.
    """
    shift = beat_now("sweep", read_clock=database_now)
    if shift > timedelta(0):
        logger.warning("an outage of %s: people have that much longer", shift)
    elif shift:
        logger.error(
            "the database's clock went back by %s: all deadlines were moved back too", -shift
        )
    at, began = database_now(), time.monotonic()

    def rest_until(moment: datetime) -> None:
        rest(max(0, began + (moment - at).total_seconds() - time.monotonic()))

    for has_people, tables in TABLES.items():
        waiting = tables().waiting(at, most=MOST_MESSAGES)
        ask_workers(has_people=has_people, times=len(waiting), patience_seconds=AGAIN_SECONDS)
    for look in range(LOOKS):
        since = at + look * LOOK
        for moment, falling in _moments(since):
            rest_until(moment)
            for has_people, count in falling.items():
                times = min(count, MOST_MESSAGES)
                ask_workers(has_people=has_people, times=times, patience_seconds=AGAIN_SECONDS)
        rest_until(since + LOOK)


def _moments(since: datetime) -> Iterator[tuple[datetime, Counter[bool]]]:
    """When tables fall due in a look, in order; those within a moment together.

    Each time with how many have people, and how many have not.
    """
    for number, falling in groupby(
        Table.objects.falling_due(since, since + LOOK), lambda due: (due[0] - since) // MOMENT
    ):
        yield since + (number + 1) * MOMENT, Counter(has_people for _, has_people in falling)
