"""Many who act at the same moment."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

from games.errors import GamesError

Answer = TypeVar("Answer")


def at_once(calls: Sequence[Callable[[], Answer]]) -> list[Answer | GamesError]:
    """What each call answers or is refused with, when all of them start together."""
    start = threading.Barrier(len(calls))

    def one(call: Callable[[], Answer]) -> Answer | GamesError:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return call()
        except GamesError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))
