"""All who listen in this process: reels shared between them, and a watch over their rights."""

import asyncio
import contextlib
import contextvars
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import close_old_connections
from django.http import Http404
from rest_framework.exceptions import APIException, Throttled

from games.live.asking import Scope
from games.live.listening import listen
from games.live.lobby import Lobby
from games.live.reels import Reel

THREADS = 2  # Each holds one connection, however many listen; the lobby's holds another.
CHECK_SECONDS = 10.0
MOST_STREAMS = 20  # Of one player, in one process.

Answer = TypeVar("Answer")
Ask = Callable[[Scope], AbstractBaseUser]
"""Says who asks; raises what REST would answer if they may not hear it."""

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Listener:
    """Somebody who listens, until it is over for them."""

    scope: Scope
    ask: Ask
    path: str
    player_id: int
    checked_at: float
    over: asyncio.Future[str] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def claim(self) -> tuple[str, ...]:
        """What their right rests on: one question serves all listeners with the same claim."""
        named = [value for name, value in self.scope["headers"] if name in CREDENTIALS]
        return self.path, *(value.decode("latin-1") for value in named)

    def finish(self, reason: str) -> None:
        if not self.over.done():
            self.over.set_result(reason)


CREDENTIALS = {b"authorization", b"cookie"}


class Hub:
    """What the streams of one process share."""

    def __init__(self) -> None:
        self._lobby_thread = ThreadPoolExecutor(1, thread_name_prefix="lobby")
        self.lobby = Lobby(partial(_run, self._lobby_thread))
        self._reels: dict[tuple[int, bool], Reel] = {}
        self._listeners: set[Listener] = set()
        self._streams: Counter[int] = Counter()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="look")
        self._tasks: list[asyncio.Task[None]] = []
        self.is_closing = False

    def start(self) -> None:
        self._tasks = [asyncio.create_task(listen(self.hear)), asyncio.create_task(self._watch())]

    def close(self) -> None:
        """Let every stream end, so that the process can."""
        self.is_closing = True
        for listener in self._listeners:
            listener.finish("")

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for threads in (self._threads, self._lobby_thread):
            threads.shutdown(wait=False, cancel_futures=True)

    def hear(self, table_id: int | None) -> None:
        """The bell of a table rang; None: perhaps every one did."""
        self.lobby.ring()
        for reel in self._reels.values() if table_id is None else self._reels_of(table_id):
            reel.ring()

    async def run(self, job: Callable[..., Answer], *given: object) -> Answer:
        """Run in a thread that may ask the database, with the log's context of the caller."""
        return await _run(self._threads, job, *given)

    @contextlib.contextmanager
    def room_for(self, player_id: int) -> Iterator[None]:
        """Count one more stream of a player, for the length of the block.

        Raises:
            Throttled: they have as many as they may.
        """
        if self._streams[player_id] >= MOST_STREAMS:
            raise Throttled(wait=1)
        self._streams[player_id] += 1
        try:
            yield
        finally:
            self._streams[player_id] -= 1
            self._streams += Counter()  # Forget who is gone.

    @contextlib.contextmanager
    def listening(self, listener: Listener) -> Iterator[None]:
        """Watch over somebody's right for the length of the block."""
        self._listeners.add(listener)
        try:
            yield
        finally:
            self._listeners.discard(listener)

    @contextlib.contextmanager
    def reel(self, table_id: int, player_id: int, *, is_delayed: bool) -> Iterator[Reel]:
        """The reel of a table, for somebody who listens to it within the block."""
        reel = self._reels.setdefault(
            (table_id, is_delayed), Reel(table_id, self.run, is_delayed=is_delayed)
        )
        reel.players[player_id] += 1
        try:
            yield reel
        finally:
            reel.players[player_id] -= 1
            reel.players += Counter()
            if not reel.players:
                reel.end()
                del self._reels[table_id, is_delayed]

    def _reels_of(self, table_id: int) -> list[Reel]:
        return [self._reels[table_id, False]] if (table_id, False) in self._reels else []

    async def _watch(self) -> None:
        """Ask again and again whether each may still listen."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(1)
            claims: dict[tuple[str, ...], list[Listener]] = {}
            for listener in self._listeners:
                if listener.checked_at < loop.time() - CHECK_SECONDS:
                    claims.setdefault(listener.claim, []).append(listener)
            for group in claims.values():
                try:
                    is_right = await self.run(_is_right, group[0])
                except Exception:  # Asked again in a second: nobody's right is taken for granted.
                    logger.exception("cannot check a listener's right")
                    break
                for listener in group:
                    listener.checked_at = loop.time()
                    if not is_right:
                        listener.finish("no longer yours")


async def _run(threads: ThreadPoolExecutor, job: Callable[..., Answer], *given: object) -> Answer:
    context, loop = contextvars.copy_context(), asyncio.get_running_loop()
    return await loop.run_in_executor(threads, context.run, _asking, job, *given)


def _asking(job: Callable[..., Answer], *given: object) -> Answer:
    """With a connection that lives, as a request has it."""
    close_old_connections()
    try:
        return job(*given)
    finally:
        close_old_connections()


def _is_right(listener: Listener) -> bool:
    """Whether they are still signed in, and may still hear it."""
    try:
        return bool(listener.ask(listener.scope).pk == listener.player_id)
    except (APIException, Http404):
        return False
