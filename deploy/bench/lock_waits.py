"""Waits for locks: who waited for a row or a table that somebody else held, and how long."""

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from django.db import connection

LONG_SECONDS: Final = 0.2
LOOK_SECONDS: Final = 0.01
WAITING: Final = """
    SELECT pid, waitstart::text, extract(epoch FROM clock_timestamp() - waitstart)::float
    FROM pg_locks WHERE NOT granted AND waitstart IS NOT NULL
"""


@dataclass
class LockWaits:
    """Waits for locks of the whole cluster, as they were seen.

    Attributes:
        seconds: By process and beginning how long each was when it was last looked at.
    """

    seconds: dict[tuple[int, str], float] = field(default_factory=dict)

    @property
    def long(self) -> int:
        """Count those that took longer than `LONG_SECONDS`."""
        return sum(seconds > LONG_SECONDS for seconds in self.seconds.values())

    @property
    def longest(self) -> float:
        return max(self.seconds.values(), default=0)

    def look(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            for pid, since, seconds in cursor.fetchall():
                self.seconds[pid, since] = seconds


@contextlib.contextmanager
def watched_locks() -> Iterator[LockWaits]:
    """Look at all locks of the cluster again and again within the block."""
    waits, is_over = LockWaits(), threading.Event()

    def watch() -> None:
        while not is_over.wait(LOOK_SECONDS):
            waits.look()
        connection.close()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield waits
    finally:
        is_over.set()
        watcher.join()
