"""What is told at one table, kept for as long as somebody listens there.

A reel reads an event once, for everybody. It keeps the latest events only: who takes them too
slowly is told the rest from the rows, so that nobody's slowness costs memory.
"""

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from typing import Any

from games.live.looking import Bulletin, Known, Look, Newcomer, look

MOST_TOLD = 256
LOOK_SECONDS = 5.0  # A bell that nobody heard delays by no more.
DELAYED_LOOK_SECONDS = 1.0  # Of what becomes known only later no bell tells.

Run = Callable[..., Awaitable[Any]]
"""Runs a function in a thread that may ask the database."""

logger = logging.getLogger(__name__)


class Reel:
    """The latest events of a table, or those that its delayed spectators know of by now."""

    def __init__(self, table_id: int, run: Run, *, is_delayed: bool) -> None:
        self.table_id = table_id
        self.is_delayed = is_delayed
        self.players: Counter[int] = Counter()
        self.known: Known | None = None
        self.is_over = False
        self.moved: frozenset[int] = frozenset()
        self.news = asyncio.Event()
        self._run = run
        self._bell = asyncio.Event()
        self._told: deque[Bulletin] = deque(maxlen=MOST_TOLD)
        self._end = 0
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def ring(self) -> None:
        self._bell.set()

    async def open(self, newcomer: Newcomer) -> tuple[bytes, int]:
        """What newcomers are told first, and the number of the event from which they go on."""
        look = await self._look(newcomer)
        if self._task is None:
            self._task = asyncio.create_task(self._follow())
        return look.opening, self._end

    def after(self, number: int, most: int) -> list[Bulletin] | None:
        """The events from this number on, `most` at most; None if they are no longer kept."""
        first = self._end - len(self._told)
        if number < first:
            return None
        return [self._told[n - first] for n in range(number, min(number + most, self._end))]

    def end(self) -> None:
        """Nobody listens any more."""
        if self._task is not None:
            self._task.cancel()

    def wake(self) -> None:
        """Have every listener look at what there is."""
        news, self.news = self.news, asyncio.Event()
        news.set()

    async def _follow(self) -> None:
        while not self.is_over:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(
                    DELAYED_LOOK_SECONDS if self.is_delayed else LOOK_SECONDS
                ):
                    await self._bell.wait()
            self._bell.clear()
            try:
                await self._look()
            except Exception:  # Mostly the database is away: the next look makes up for it.
                logger.exception("cannot read table %s", self.table_id)

    async def _look(self, newcomer: Newcomer | None = None) -> Look:
        async with self._lock:
            players = list(self.players)
            found: Look = await self._run(
                look, self.table_id, self.is_delayed, self.known, players, newcomer
            )
            self.known, self.moved = found.known, found.moved
            self.is_over = found.known is None or found.known.is_closed
            self._told.extend(found.told)
            self._end += len(found.told)
            if found.told or found.moved or self.is_over:
                self.wake()
            return found
