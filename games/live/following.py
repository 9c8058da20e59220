"""The stream of a log (`games.chronicle`): it is read once for all who listen to it."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from deploy.rest.clock import database_now
from games.chronicle import MOST_ENTRIES, Chronicle, Page
from games.live.looking import one_snapshot
from games.live.telling import frame

LOOK_SECONDS = 5.0  # A bell that nobody heard delays by no more.
REST_SECONDS = 0.25  # However often the bells of its tables ring.
MOST_TOLD = 2 * MOST_ENTRIES
BEGINNING = 0

Run = Callable[..., Awaitable[Any]]
"""Runs a function in a thread that may ask the database."""

logger = logging.getLogger(__name__)


class Told(NamedTuple):
    """A frame, and the number of its entry; 0 for a change that is no entry."""

    number: int
    frame: bytes


class Follower:
    """Reads a log on, for as long as anybody listens to it.

    Attributes:
        page: As it was read last; None where there is no such row.
        end: How many frames were told since it was first read.
    """

    def __init__(self, chronicle: Chronicle, pk: int, run: Run, *, hears_play: bool) -> None:
        self.chronicle = chronicle
        self.pk = pk
        self.hears_play = hears_play
        self.listeners = 0
        self.page: Page | None = None
        self.end = 0
        self.news = asyncio.Event()
        self._last = BEGINNING
        self._told: deque[Told] = deque(maxlen=MOST_TOLD)
        self._run = run
        self._bell = asyncio.Event()
        self._first = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        return self.page is None or self.page.is_over

    def ring(self) -> None:
        self._bell.set()

    def ring_of(self, table_id: int) -> None:
        """The bell of a table rang, perhaps of ours."""
        if self.page is not None and table_id in self.page.tables:
            self.ring()

    async def open(self) -> None:
        """Begin to read, where nobody has listened before."""
        async with self._first:
            if self._task is None:
                self.page = await self.read(None)
                self._last = self.page.last if self.page else BEGINNING
                self._task = asyncio.create_task(self._follow())

    async def read(self, after: int | None) -> Page | None:
        """What the log says now; with the entries after this number, where one is named."""
        page: Page | None = await self._run(_read, self, after)
        return page

    def after(self, number: int) -> list[Told] | None:
        """The frames from this one on; None if they are no longer kept."""
        first = self.end - len(self._told)
        return None if number < first else list(self._told)[number - first :]

    def stop(self) -> None:
        """Nobody listens any more."""
        if self._task is not None:
            self._task.cancel()

    async def _follow(self) -> None:
        while not self.is_over:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._bell.wait()
            self._bell.clear()
            try:
                self._tell(await self.read(self._last))
            except Exception:  # As at a table.
                logger.exception("cannot read the log of %s %s", self.chronicle.name, self.pk)
            await asyncio.sleep(REST_SECONDS)

    def _tell(self, page: Page | None) -> None:
        told = [] if page is None else [*_entries(page), *_tables(self.page, page)]
        if page is not None and page.entries:
            self._last = page.entries[-1].number
            if self._last < page.last:
                self.ring()
        self.page = page
        self._told.extend(told)
        self.end += len(told)
        if told or self.is_over:
            news, self.news = self.news, asyncio.Event()
            news.set()


class LogSource:
    """What one listener is told of a log."""

    def __init__(self, follower: Follower, last_id: str) -> None:
        self.is_over = False
        self._follower = follower
        self._last = int(last_id) if last_id.isdecimal() and len(last_id) < 10 else None
        self._read_up_to = 0

    async def open(self) -> bytes:
        """What they missed, if they say where they were and it is not too much; else all."""
        await self._follower.open()
        self._read_up_to = self._follower.end
        page = await self._follower.read(self._last)
        if page is None:
            return b""
        is_known = self._last is not None and self._last <= page.last
        missed = page.entries if is_known else ()
        is_whole = (missed[-1].number if missed else self._last) == page.last
        self._last = page.last
        if is_known and is_whole:
            told = [*_entries(page), *_tables(None, page)]  # These may have changed unnoticed.
            return b"".join(one.frame for one in told)
        whole = {**page.now, "tables": list(page.tables.values())}
        return frame("snapshot", whole, id=str(page.last))

    async def next(self) -> bytes | None:
        while True:
            told = self._follower.after(self._read_up_to)
            if told is None:
                if opening := await self.open():
                    return opening
            elif told:
                self._read_up_to += len(told)
                new = [one for one in told if not one.number or one.number > (self._last or 0)]
                self._last = max([self._last or 0, *(one.number for one in new)])
                if new:
                    return b"".join(one.frame for one in new)
            elif self._follower.is_over:
                self.is_over = True
                return None
            else:
                await self._follower.news.wait()


def _read(follower: Follower, after: int | None) -> Page | None:
    with one_snapshot():
        return follower.chronicle.read(follower.pk, after, database_now(), follower.hears_play)


def _entries(page: Page) -> list[Told]:
    return [
        Told(entry.number, frame(entry.kind, entry.data, id=str(entry.number)))
        for entry in page.entries
    ]


def _tables(before: Page | None, now: Page) -> list[Told]:
    """The tables that opened, changed or closed."""
    known = before.tables if before else {}
    changed = [
        frame("table", {"table": table})
        for pk, table in now.tables.items()
        if known.get(pk) != table
    ]
    gone = [frame("gone", {"id": pk}) for pk in known.keys() - now.tables.keys()]
    return [Told(0, one) for one in (*gone, *changed)]
