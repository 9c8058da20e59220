"""The application of the live process without a server: a test is what stands at the other end."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from django.contrib.auth import get_user_model
from django.db import connections

from clubs.tokens import make_token
from games.live.streams import Message, Streams
from tests.deploy.listeners import PATIENCE_SECONDS, Heard

Answer = TypeVar("Answer")


class Line:
    """A listener who takes what they are sent, or leaves it where it is."""

    def __init__(
        self, streams: Any, path: str, token: str, *, cookie: str = "", last_id: str = ""
    ) -> None:
        self.status = 0
        self.last_id = last_id
        self.heard: list[Heard] = []
        self.heartbeats = 0
        self.waiting = b""
        self.was_interrupted = asyncio.Event()
        self._is_reading = True
        self._takes = asyncio.Semaphore(0)
        self._news = asyncio.Event()
        self._gone = asyncio.Event()
        headers = [(b"host", b"localhost"), (b"last-event-id", last_id.encode())]
        if token:
            headers.append((b"authorization", f"Token {token}".encode()))
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
        rest = {"http_version": "1.1", "query_string": b"", "server": ("localhost", 80)}
        self.task = asyncio.create_task(streams(scope | rest, self._receive, self._send))

    def stop_reading(self) -> None:
        self._is_reading = False

    def take_one(self) -> None:
        """Read the message that waits, or that comes next, and no more."""
        self._takes.release()

    def read_on(self) -> None:
        self._is_reading = True
        self._takes.release()

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not is_so():
                await self._news.wait()
                self._news.clear()

    async def end(self) -> None:
        """Wait for the stream to end; what went wrong in it goes wrong here."""
        await asyncio.wait_for(self.task, PATIENCE_SECONDS)

    async def leave(self) -> None:
        self._gone.set()
        await self.end()

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        assert not self.waiting, "two send at once"
        self.waiting = message.get("body", b"")
        self._news.set()
        try:
            if not self._is_reading:
                await self._takes.acquire()
        except asyncio.CancelledError:
            self.was_interrupted.set()
            raise
        finally:
            taken, self.waiting = self.waiting, b""
        self.status = message.get("status", self.status)
        for told in taken.decode().split("\n\n"):
            fields = dict(line.partition(": ")[::2] for line in told.splitlines())
            self.last_id = fields.get("id", self.last_id)
            if fields.get("event") == "heartbeat":
                assert fields == {"event": "heartbeat", "data": "{}"}
                self.heartbeats += 1
            elif "event" in fields:
                data = json.loads(fields["data"])
                self.heard.append(Heard(fields["event"], fields.get("id", ""), data))
        self._news.set()


@asynccontextmanager
async def running(streams: Any) -> AsyncIterator[None]:
    """The application between its startup and its shutdown."""
    told, said = asyncio.Queue[Message](), asyncio.Queue[Message]()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    living = asyncio.create_task(streams({"type": "lifespan"}, told.get, said.put))
    try:
        for phase in ("startup", "shutdown"):
            await told.put({"type": f"lifespan.{phase}"})
            assert (await said.get())["type"] == f"lifespan.{phase}.complete"
            if phase == "startup":
                yield
        await living
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def token_of(player_id: int) -> str:
    return make_token(get_user_model().objects.get(pk=player_id), name="Live", days=1)[1]


async def meanwhile(job: Callable[..., Answer], *given: Any) -> Answer:
    """Do something in a thread, with a connection of its own."""

    def with_connection() -> Answer:
        try:
            return job(*given)
        finally:
            connections.close_all()

    return await asyncio.to_thread(with_connection)


def played(scenario: Callable[[Streams], Awaitable[None]]) -> None:
    """Play a scenario at the application."""

    async def play() -> None:
        streams = Streams()
        async with running(streams):
            await scenario(streams)

    asyncio.run(play())
