"""What is told at one table, kept for as long as somebody listens there.

A reel reads an event once, for everybody. It keeps the latest events only: who takes them too
slowly is told the rest from the rows, so that nobody's slowness costs memory.
"""

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from games.live.looking import Bulletin, Key, Known, Look, Newcomer, Seen, look, opening

MOST_TOLD = 256
MOST_AT_ONCE = 32
LOOK_SECONDS = 5.0  # A bell that nobody heard delays by no more.
DELAYED_LOOK_SECONDS = 1.0  # Of what becomes known only later no bell tells.

Run = Callable[..., Awaitable[Any]]
"""Runs a function in a thread that may ask the database."""

logger = logging.getLogger(__name__)


class Reel:
    """The latest events of a table, or those that its delayed spectators know of by now.

    Attributes:
        players: How many streams each player has here.
        moved: Players for whom another reel is the right one.
    """

    def __init__(self, table_id: int, run: Run, *, is_delayed: bool) -> None:
        self.table_id = table_id
        self.is_delayed = is_delayed
        self.players: Counter[int] = Counter()
        self.is_over = False
        self.moved: frozenset[int] = frozenset()
        self.news = asyncio.Event()
        self._seen: Seen | None = None
        self._openings: dict[Key, bytes] = {}
        self._newcomers: set[Newcomer] = set()
        self._run = run
        self._bell = asyncio.Event()
        self._told: deque[Bulletin] = deque(maxlen=MOST_TOLD)
        self._end = 0
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    @property
    def known(self) -> Known | None:
        """What listeners were told last; None where there is no such table."""
        return self._seen.known if self._seen else None

    def ring(self) -> None:
        self._bell.set()

    async def open(self, newcomer: Newcomer) -> tuple[bytes, int]:
        """What newcomers are told first, and the number of the event from which they go on.

        Whoever is told the same is told the same bytes. A look is made only for those who missed
        something, together, and where something may have happened since the last one.
        """
        self._newcomers.add(newcomer)
        try:
            async with self._lock:
                if self._seen is None or self._bell.is_set():
                    await self._look()
                told = await self._opening(newcomer) if self._seen else b""
                if self._task is None or self._task.done():
                    self._task = asyncio.create_task(self._follow())
                return told, self._end
        finally:
            self._newcomers.discard(newcomer)

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
            try:
                async with self._lock:
                    await self._look()
            except Exception:  # Mostly the database is away: the next look makes up for it.
                logger.exception("cannot read table %s", self.table_id)

    async def _opening(self, newcomer: Newcomer) -> bytes:
        """The caller holds the lock, so that nothing is told meanwhile."""
        assert self._seen is not None
        key = self._seen.key(newcomer)
        if key not in self._openings:
            told = await self._run(opening, self._seen, newcomer)
            if told is not None:
                self._openings[key] = told
                return bytes(told)
            await self._look({newcomer, *(one for one in self._newcomers if one.mark)})
            if self._seen is None:
                return b""
            key = self._seen.key(newcomer)
        return self._openings[key]

    async def _look(self, newcomers: Collection[Newcomer] = ()) -> None:
        """The caller holds the lock."""
        self._bell.clear()
        found: Look = await self._run(
            look, self.table_id, self.is_delayed, self.known, list(self.players), newcomers
        )
        self._seen, self._openings, self.moved = found.seen, found.openings, found.moved
        self.is_over = found.seen is None or found.seen.known.is_closed
        self._told.extend(found.told)
        self._end += len(found.told)
        if found.told or found.moved or self.is_over:
            self.wake()


class TableSource:
    """What one listener is told of a table."""

    def __init__(self, reel: Reel, player_id: int, last_id: str) -> None:
        self.is_over = False
        self._reel = reel
        self._player_id = player_id
        self._last_id = last_id
        self._read_up_to = 0

    async def open(self) -> bytes:
        opening, self._read_up_to = await self._reel.open(Newcomer(self._player_id, self._last_id))
        if self._reel.known is not None:
            self._last_id = self._reel.known.id
        return opening

    async def next(self) -> bytes | None:
        while True:
            told = self._reel.after(self._read_up_to, MOST_AT_ONCE)
            if told is None:
                if opening := await self.open():
                    return opening
            elif told:
                self._read_up_to += len(told)
                self._last_id = told[-1].id
                if frames := b"".join(one.to(self._player_id) or b"" for one in told):
                    return frames
            elif self._reel.is_over or self._player_id in self._reel.moved:
                self.is_over = self._reel.is_over
                return None
            else:
                await self._reel.news.wait()
