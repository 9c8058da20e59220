"""The lobby: the open tables that somebody may see, and every change of them.

The tables are read once for all who listen, at most once a second.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from deploy.rest.clock import database_now
from games.live.looking import one_snapshot
from games.live.telling import Json, digest, frame, summary
from games.models import Table
from games.sight.tables import see_open_tables

REST_SECONDS = 1.0
LOOK_SECONDS = 5.0
RIGHT_SECONDS = 10.0  # How long somebody may see the same tables, while none opens or closes.

Run = Callable[..., Awaitable[Any]]

logger = logging.getLogger(__name__)


class Lobby:
    """The open tables, for as long as anybody listens."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.tables: dict[int, Json] = {}
        self.news = asyncio.Event()
        self.listeners = 0
        self._bell = asyncio.Event()
        self._first = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def ring(self) -> None:
        self._bell.set()

    @contextlib.asynccontextmanager
    async def listening(self) -> Any:
        """Keep the tables up to date within the block."""
        self.listeners += 1
        try:
            async with self._first:
                if self._task is None:
                    self.tables = await self.run(_open_tables)
                    self._task = asyncio.create_task(self._follow())
            yield
        finally:
            self.listeners -= 1
            if not self.listeners and self._task is not None:
                self._task.cancel()
                self._task = None

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(REST_SECONDS)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._bell.wait()
            self._bell.clear()
            try:
                self.tables = await self.run(_open_tables)
            except Exception:  # As at a table.
                logger.exception("cannot read the open tables")
                continue
            news, self.news = self.news, asyncio.Event()
            news.set()


class LobbySource:
    """What one listener is told of the lobby, which is never over."""

    is_over = False

    def __init__(self, lobby: Lobby, user: AbstractBaseUser, last_id: str) -> None:
        self._lobby = lobby
        self._user = user
        self._last_id = last_id
        self._told: dict[int, Json] = {}
        self._ids: list[int] = []
        self._asked_of: set[int] = set()
        self._asked_at = 0.0

    async def open(self) -> bytes:
        self._told = await self._visible()
        id = digest(list(self._told.values()))
        if id == self._last_id:
            return b""
        return frame("snapshot", {"tables": list(self._told.values())}, id=id)

    async def next(self) -> bytes | None:
        """The next changes; never None."""
        while True:
            await self._lobby.news.wait()
            now = await self._visible()
            gone = [frame("gone", {"id": id}) for id in self._told.keys() - now.keys()]
            changed = [
                frame("table", {"table": table})
                for id, table in now.items()
                if self._told.get(id) != table
            ]
            self._told = now
            if gone or changed:
                id = f"id: {digest(list(now.values()))}\n".encode()
                *others, last = *gone, *changed
                return b"".join([*others, id, last])

    async def _visible(self) -> dict[int, Json]:
        """Asked of the database only now and then: while cards fall, nobody's rights change."""
        now, tables = asyncio.get_running_loop().time(), self._lobby.tables
        if tables.keys() != self._asked_of or now - self._asked_at >= RIGHT_SECONDS:
            self._ids = await self._lobby.run(_visible_ids, self._user)
            self._asked_of, self._asked_at = set(tables), now
        return {id: tables[id] for id in self._ids if id in tables}


def _open_tables() -> dict[int, Json]:
    with one_snapshot():
        return {table.pk: summary(table) for table in see_open_tables(at=database_now())}


def _visible_ids(user: AbstractBaseUser) -> list[int]:
    with one_snapshot():
        visible = Table.objects.open().visible_to(user)
        return list(visible.order_by("-pk").values_list("pk", flat=True))
