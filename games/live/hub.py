"""All who listen in this process: reels shared between them, and a watch over their rights."""

import asyncio
import contextlib
import contextvars
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar, cast

from django.db import close_old_connections
from rest_framework.exceptions import Throttled

from deploy.rights import Person
from games.bell import PLAYERS
from games.chronicle import Chronicle
from games.live.anybody import Anybody
from games.live.following import Follower
from games.live.gate import Gate, Listener
from games.live.listening import listen
from games.live.lobby import Lobby
from games.live.matters import TABLES
from games.live.messenger import Messenger
from games.live.reels import Reel

THREADS = 2  # Each holds one connection, however many listen; the lobby's holds another.
WATCH_SECONDS = 1.0
MOST_STREAMS = 20  # Of one player, in one process.
MOST_AT_ADDRESS = 500  # Of all who have not signed in there: a hall has one address.

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)


class Hub:
    """What the streams of one process share."""

    def __init__(self) -> None:
        self._lobby_thread = ThreadPoolExecutor(1, thread_name_prefix="lobby")
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="look")
        self.lobby = Lobby(partial(_run, self._lobby_thread))
        self.gate = Gate(self.run)
        self.messenger = Messenger(self.run)
        self._reels: dict[tuple[int, bool], Reel] = {}
        self._followers: dict[tuple[str, int, bool], Follower] = {}
        self._streams: Counter[int | str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        self.is_closing = False

    def start(self) -> None:
        self._tasks = [asyncio.create_task(listen(self.hear)), asyncio.create_task(self._watch())]

    def close(self) -> None:
        """Let every stream end, so that the process can."""
        self.is_closing = True
        for listener in self.gate.listeners:
            listener.finish("")

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.gate.stop()
        for threads in (self._threads, self._lobby_thread):
            threads.shutdown(wait=False, cancel_futures=True)

    def hear(self, named: str) -> None:
        """A bell rang, of a table, a log or of people; an empty name: perhaps every one did."""
        name, _, number = named.rpartition(":")
        if name == PLAYERS:
            self.messenger.ring_players(map(int, number.split(",")))
            return
        if named:
            self.messenger.ring((name or TABLES, int(number)))
        else:
            self.messenger.ring_all()
        if name:
            for hears_play in (True, False):
                if follower := self._followers.get((name, int(number), hears_play)):
                    follower.ring()
            return
        self.lobby.ring(int(number) if number else None)
        for reel in self._reels_of(int(number)) if number else self._reels.values():
            reel.ring()
        for follower in self._followers.values():
            if number:
                follower.ring_of(int(number))
            else:
                follower.ring()

    async def run(self, job: Callable[..., Answer], *given: object) -> Answer:
        """Run in a thread that may ask the database, with the log's context of the caller."""
        return await _run(self._threads, job, *given)

    @contextlib.contextmanager
    def room_for(self, person: Person) -> Iterator[None]:
        """Count one more stream of somebody, for the length of the block.

        Raises:
            Throttled: they have as many as they may.
        """
        is_known = not isinstance(person, Anybody)
        who: int | str = person.pk if is_known else cast(Anybody, person).address
        if self._streams[who] >= (MOST_STREAMS if is_known else MOST_AT_ADDRESS):
            raise Throttled(wait=1)
        self._streams[who] += 1
        try:
            yield
        finally:
            self._streams[who] -= 1
            if not self._streams[who]:
                del self._streams[who]

    @contextlib.contextmanager
    def listening(self, listener: Listener) -> Iterator[None]:
        """Watch over somebody's right for the length of the block."""
        self.gate.listeners.add(listener)
        try:
            yield
        finally:
            self.gate.listeners.discard(listener)

    @contextlib.contextmanager
    def reel(self, table_id: int, player_id: int, *, is_delayed: bool) -> Iterator[Reel]:
        """The reel of a table, for somebody who listens to it within the block."""
        reel = self._reels.get((table_id, is_delayed))
        if reel is None:
            reel = Reel(table_id, self.run, is_delayed=is_delayed)
            self._reels[table_id, is_delayed] = reel
        reel.players[player_id] += 1
        try:
            yield reel
        finally:
            reel.players[player_id] -= 1
            if not reel.players[player_id]:
                del reel.players[player_id]
            if not reel.players:
                reel.end()
                del self._reels[table_id, is_delayed]

    @contextlib.contextmanager
    def follower(self, chronicle: Chronicle, pk: int, *, hears_play: bool) -> Iterator[Follower]:
        """Who reads a log on, for somebody who listens to it within the block."""
        key = (chronicle.name, pk, hears_play)
        follower = self._followers.setdefault(
            key, Follower(chronicle, pk, self.run, hears_play=hears_play)
        )
        follower.listeners += 1
        try:
            yield follower
        finally:
            follower.listeners -= 1
            if not follower.listeners:
                follower.stop()
                del self._followers[key]

    def _reels_of(self, table_id: int) -> list[Reel]:
        return [self._reels[table_id, False]] if (table_id, False) in self._reels else []

    async def _watch(self) -> None:
        """Ask again and again whether each may still listen."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                await self.gate.check()
            except Exception:  # Asked again in a second: nobody's right is taken for granted.
                logger.exception("cannot check the rights of listeners")


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
