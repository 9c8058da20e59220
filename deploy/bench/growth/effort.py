"""What a look at the rows costs: how many statements, and how many blocks of the database.

PostgreSQL's auto_explain tells the blocks of every statement as it runs, those of writes and of
functions too.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection
from django.test.utils import CaptureQueriesContext

EXPLAINING: Final = {
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
    "client_min_messages": "notice",
}
BLOCKS: Final = (
    "Shared Hit Blocks",
    "Shared Read Blocks",
    "Temp Read Blocks",
    "Temp Written Blocks",
)


@dataclass
class Effort:
    """Statements of one look, and the blocks that they touched, with the dearest one."""

    statements: int = 0
    blocks: int = 0
    plans: list[tuple[int, str]] = field(default_factory=list, repr=False)

    @property
    def dearest(self) -> str:
        """The text of the statement that touched most blocks."""
        return max(self.plans, default=(0, ""))[1]


def statements_of(look: Callable[[], object]) -> int:
    """How many statements a look takes once caches are full."""
    look()
    with CaptureQueriesContext(connection) as queries:
        look()
    return len(queries)


def effort_of(look: Callable[[], object]) -> Effort:
    """Look once to fill caches, then once more, and count."""
    look()
    effort = Effort()
    with _explained(effort), CaptureQueriesContext(connection) as queries:
        look()
    effort.statements = len(queries)
    return effort


@contextmanager
def _explained(effort: Effort) -> Iterator[None]:
    def hear(notice: Any) -> None:
        _, found, plan = (notice.message_primary or "").partition("plan:\n")
        if found:
            told = json.loads(plan)
            blocks = sum(told["Plan"].get(name, 0) for name in BLOCKS)
            effort.blocks += blocks
            effort.plans.append((blocks, told["Query Text"]))

    connection.ensure_connection()
    wire: Any = connection.connection
    with connection.cursor() as cursor:
        cursor.execute("LOAD 'auto_explain'")
        for name, value in EXPLAINING.items():
            cursor.execute(f"SET {name} = {value}")
    wire.add_notice_handler(hear)
    try:
        yield
    finally:
        wire.remove_notice_handler(hear)
        with connection.cursor() as cursor:
            cursor.execute("SET auto_explain.log_min_duration = -1")
