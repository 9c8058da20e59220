"""Many at once: real threads, each with a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

from ledger.errors import LedgerError

Answer = TypeVar("Answer")


def at_once(calls: Sequence[Callable[[], Answer]]) -> list[Answer | LedgerError]:
    """What each call answers or is refused with, when all of them start together."""
    start = Barrier(len(calls))

    def one(call: Callable[[], Answer]) -> Answer | LedgerError:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return call()
        except LedgerError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))
