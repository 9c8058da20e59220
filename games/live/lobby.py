"""The lobby: the open tables that somebody may see, and every change of them.

The tables are read once for all who listen, at most once a second, and again only those that rang.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from deploy.rest.clock import database_now
from deploy.rights import Person
from games.live.asking import Guest
from games.live.boards import Board, Ids, Row
from games.live.gate import Listener
from games.live.looking import one_snapshot
from games.live.telling import encoded, summary
from games.models import Table
from games.rights import Eyes
from games.sight.tables import SUMMARY_COLUMNS, see_open_tables
from games.sight.watchers import Watchers

REST_SECONDS = 1.0
LOOK_SECONDS = 5.0  # Then all tables are read: a bell that nobody heard delays by no more.

Run = Callable[..., Awaitable[Any]]
Changes = dict[int, tuple[Table, bytes] | None]
"""Tables that are not as they were, and what is told of them; None where they have closed."""

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Viewer:
    """Somebody in the lobby.

    Attributes:
        ids: The tables that they see; None before anybody has asked.
        guest: Who they were when it was asked.
    """

    listener: Listener
    ids: Ids | None = None
    guest: Guest | None = None

    @property
    def is_known(self) -> bool:
        return self.guest is self.listener.guest


class Lobby:
    """The open tables, for as long as anybody listens."""

    def __init__(self, run: Run) -> None:
        self.board = Board()
        self.news = asyncio.Event()
        self._run = run
        self._viewers: set[Viewer] = set()
        self._rang: set[int] = set()
        self._is_all_due = True
        self._later: list[tuple[float, int]] = []
        self._bell = asyncio.Event()
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def ring(self, table_id: int | None) -> None:
        """The bell of a table rang; None: perhaps every one did."""
        if not self._viewers:
            return
        if table_id is None:
            self._is_all_due = True
        else:
            self._rang.add(table_id)
        self._bell.set()

    @contextlib.asynccontextmanager
    async def listening(self, listener: Listener) -> AsyncIterator[Viewer]:
        """Keep the tables, and what they may see of them, up to date within the block."""
        viewer = Viewer(listener)
        self._viewers.add(viewer)
        try:
            async with self._lock:
                if self._task is None:
                    self._is_all_due = True
                    await self._look()
                    self._task = asyncio.create_task(self._follow())
                elif viewer.ids is None:
                    await self._show(self.board)
            yield viewer
        finally:
            self._viewers.discard(viewer)
            if not self._viewers and self._task is not None:
                self._task.cancel()
                self._task = None

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        all_at = loop.time() + LOOK_SECONDS
        while True:
            await asyncio.sleep(REST_SECONDS)
            until = min([all_at, *(moment for moment, _ in self._later[:1])])
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self._bell.wait()
            if loop.time() >= all_at:
                self._is_all_due = True
            try:
                async with self._lock:
                    if self._is_all_due:
                        all_at = loop.time() + LOOK_SECONDS
                    await self._look()
            except Exception:  # As at a table.
                logger.exception("cannot read the open tables")
                self._is_all_due = True
                continue
            news, self.news = self.news, asyncio.Event()
            news.set()

    async def _look(self) -> None:
        """Read what rang, or all tables; the caller holds the lock."""
        self._bell.clear()
        now = asyncio.get_running_loop().time()
        rang, self._rang = self._rang, set()
        is_all, self._is_all_due = self._is_all_due, False  # What rings meanwhile is read again.
        among = None if is_all else rang | self._heard_later(now)
        changes: Changes = await self._run(read_changes, self.board.rows, among)
        version, rows = self.board.version + 1, dict(self.board.rows)
        opened = changes.keys() - rows.keys()
        for pk, changed in changes.items():
            if changed is None:
                del rows[pk]
            else:
                rows[pk] = Row(*changed, version)
        await self._show(Board(version, rows), opened)
        for pk in rang & rows.keys():
            if delay := rows[pk].table.spectator_delay_seconds:
                heappush(self._later, (now + delay, pk))

    def _heard_later(self, now: float) -> set[int]:
        """Delayed tables that rang so long ago that spectators are told of it now."""
        found = set()
        while self._later and self._later[0][0] <= now:
            found.add(heappop(self._later)[1])
        return found

    async def _show(self, board: Board, opened: Collection[int] = ()) -> None:
        """Show everybody who listens what they see of a board; the caller holds the lock.

        Whose rights were asked anew is shown what they see of all tables, everybody else what has
        opened. Nobody is shown anything before it is known for all.
        """
        fresh = [(one, one.listener.guest) for one in self._viewers if not one.is_known]
        others = [(one, one.listener.guest) for one in self._viewers if one.is_known]
        seen = await self._ask(fresh, board.rows)
        also = await self._ask(others, opened)
        kept: dict[tuple[Ids, Ids], Ids] = {}  # Who saw and sees the same goes on sharing it.
        for (viewer, guest), ids in zip(fresh, seen, strict=True):
            viewer.ids, viewer.guest = ids, guest
        for (viewer, _), ids in zip(others, also, strict=True):
            before = viewer.ids or frozenset()
            if (before, ids) not in kept:
                kept[before, ids] = (before | ids).intersection(board.rows)
            viewer.ids = kept[before, ids]
        self.board = board

    async def _ask(self, viewers: list[tuple[Viewer, Guest]], tables: Collection[int]) -> list[Ids]:
        """Which of these tables each sees."""
        if not viewers or not tables:
            return [frozenset()] * len(viewers)
        people = [guest.user for _, guest in viewers]
        seen: list[Ids] = await self._run(_visible, people, list(tables))
        return seen


class LobbySource:
    """What one listener is told of the lobby, which is never over."""

    is_over = False

    def __init__(self, lobby: Lobby, viewer: Viewer, last_id: str) -> None:
        self._lobby = lobby
        self._viewer = viewer
        self._last_id = last_id
        self._version = 0
        self._ids: Ids = frozenset()
        self._waiting: deque[bytes] = deque()

    async def open(self) -> bytes:
        board, ids = self._lobby.board, self._viewer.ids
        assert ids is not None, "nobody has asked what they see"
        self._version, self._ids = board.version, ids
        id, messages = board.snapshot(ids)
        if id == self._last_id:
            return b""
        first, *rest = messages
        self._waiting.extend(rest)
        return first

    async def next(self) -> bytes | None:
        """The next changes; never None."""
        while not self._waiting:
            board, ids = self._lobby.board, self._viewer.ids
            assert ids is not None, "nobody has asked what they see"
            if board.version == self._version:
                await self._lobby.news.wait()
                continue
            self._waiting.extend(board.changes(self._version, self._ids, ids))
            self._version, self._ids = board.version, ids
        return self._waiting.popleft()


def read_changes(rows: Mapping[int, Row], among: Collection[int] | None) -> Changes:
    """What has changed of these tables, or of all."""
    with one_snapshot():
        tables = {table.pk: table for table in see_open_tables(at=database_now(), among=among)}
    asked = rows.keys() if among is None else rows.keys() & among
    changes: Changes = dict.fromkeys(asked - tables.keys())
    for pk, table in tables.items():
        row = rows.get(pk)
        if row is None or _columns(row.table) != _columns(table):
            told = encoded(summary(table))
            if row is None or row.told != told:
                changes[pk] = table, told
    return changes


def _columns(table: Table) -> tuple[object, ...]:
    return table.pool.balance, *(table.__dict__[name] for name in SUMMARY_COLUMNS)


def _visible(people: list[Person], tables: list[int]) -> list[Ids]:
    """Which of these tables each sees; who sees the same is given the same set."""
    with one_snapshot():
        watchers = Watchers.read(people, Table.objects.filter(pk__in=tables))
    known: dict[tuple[Eyes | None, Ids], Ids] = {}
    found: list[Ids] = []
    for person in people:
        eyes = None if person.pk in watchers.lent else Eyes.of(person)
        own = watchers.sat.get(person.pk, ()) if eyes else watchers.lent[person.pk]
        key = eyes, frozenset(own)
        if key not in known:
            known[key] = frozenset(pk for pk in tables if watchers.may_watch(person, pk, eyes))
        found.append(known[key])
    return found
