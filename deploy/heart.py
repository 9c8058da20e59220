"""The web's sign of life, so that while nobody could reach it nobody's clock ran out."""

import logging
import threading

from django.db import Error, connection

from deploy.rest.clock import database_now
from games.outages import beat

BEAT_SECONDS = 1

logger = logging.getLogger(__name__)


def start_heart() -> None:
    """Give a sign every second for as long as this process lives."""
    threading.Thread(target=beat_on, args=(threading.Event(),), name="heart", daemon=True).start()


def beat_on(stop: threading.Event) -> None:
    """Give a sign every second until told to stop; a database that is away is waited for."""
    while not stop.is_set():
        try:
            shift = beat("web", at=database_now())
            if shift:
                logger.warning("the web was out for %s: people have that much longer", shift)
        except Error:
            logger.exception("no database for a sign of life")
            connection.close()
        stop.wait(BEAT_SECONDS)
    connection.close()
