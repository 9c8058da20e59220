"""Many who act at the same moment."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

from games.errors import GamesError

Answer = TypeVar("Answer")
Result = TypeVar("Result")


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


def in_a_thread(call: Callable[[], Result]) -> Result:
    """For an executor: the thread leaves no connection open."""
    try:
        return call()
    finally:
        connection.close()


def somebody_waits() -> bool:
    """Whether a connection waits for what another holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        [[waits]] = cursor.fetchall()
    return bool(waits)


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("nobody waits for a lock")
