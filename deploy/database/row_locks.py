"""Row locks that a connection holds: so that slow work under one is noticed."""

import logging
import re
from collections.abc import Callable
from typing import Any, Final

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

LOCKING: Final = re.compile(r"\bFOR (?:NO KEY )?UPDATE\b")

logger = logging.getLogger(__name__)


class RowLocks:
    """The rows that the transaction of a connection has locked by `FOR [NO KEY] UPDATE`.

    Each lock is known by the savepoints in which it was taken: going back to one of them gives it
    up. The transaction in which a test runs as a whole does not count. Whatever is in it ends as a
    transaction of its own would.
    """

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection = connection
        self._locks: list[tuple[str | None, ...]] = []

    @property
    def are_held(self) -> bool:
        self.end_within_test()
        return bool(self._locks)

    def note(
        self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any
    ) -> Any:
        """Look at a statement, as a wrapper of Django's `execute`."""
        answer = execute(sql, params, many, context)
        is_locking = isinstance(sql, str) and LOCKING.search(sql)
        if is_locking and context["cursor"].rowcount and self._is_own():
            self._locks.append(tuple(self._connection.savepoint_ids))
        return answer

    def go_back(self, savepoint: str) -> None:
        """Give up what was locked since a savepoint."""
        self._locks = [path for path in self._locks if savepoint not in path]

    def give_up(self) -> None:
        self._locks = []

    def end_within_test(self) -> None:
        """Give all up where the transaction of a whole test is the only one left."""
        if not self._is_own():
            self.give_up()

    def _is_own(self) -> bool:
        """Return True within a transaction that is not the one of a whole test."""
        blocks = self._connection.atomic_blocks
        return any(not block._from_testcase for block in blocks)  # type: ignore[attr-defined]


def held() -> bool:
    """Return True if this thread holds a row lock."""
    return any(
        connection.row_locks.are_held
        for connection in connections.all(initialized_only=True)
        if hasattr(connection, "row_locks")
    )


def log_slow_work(name: str) -> None:
    """Tell operators of slow work while others wait for a row."""
    if held():
        logger.warning("%s runs while a row is locked", name)
