"""The ASGI application of the live process: server-sent events, and nothing else."""

import asyncio
import contextlib
import json
import logging
import re
import signal
import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, NamedTuple, Protocol

import structlog
from django.core.exceptions import SuspiciousOperation
from django.db import Error
from django.http import Http404
from rest_framework import exceptions
from rest_framework.utils.encoders import JSONEncoder

from deploy.rest.problems import MEDIA_TYPE
from deploy.rights import Deed
from games.chronicle import Chronicle, declared_chronicles
from games.live.asking import LOBBY, ME, TABLE, Door, Guest, Scope, last_id, refusal
from games.live.following import LogSource
from games.live.gate import Listener
from games.live.hub import Hub
from games.live.lines import cut_after
from games.live.lobby import LobbySource
from games.live.messenger import OwnSource
from games.live.reels import TableSource
from games.live.telling import HEARTBEAT, RETRY, frame
from games.rights import HEAR_OWN, WATCH, WATCH_OPEN

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HEARTBEAT_SECONDS = 10.0
SLOW_SECONDS = 30.0  # Who takes nothing for so long is let go, and may come back.
AGAIN_SECONDS = 1.0
STREAM = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
}

logger = logging.getLogger(__name__)


class TooSlow(Exception):
    """A listener takes nothing, and is let go."""


class Source(Protocol):
    """What a stream tells one listener."""

    is_over: bool
    """Nothing more will come; else they should ask again."""

    async def open(self) -> bytes:
        """What they are told first."""

    async def next(self) -> bytes | None:
        """Waits for what comes next; None where nothing will. Cancelled, it has lost nothing."""


class Streams:
    """Answers `GET /live/...` for as long as the process lives."""

    def __init__(self) -> None:
        self._hub: Hub | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            cut_after(SLOW_SECONDS)
            structlog.contextvars.bind_contextvars(request_id=str(uuid.uuid4()))
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        hub = self._hub = Hub()
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                hub.start()
                _before_the_server_stops(hub.close)
                await send({"type": "lifespan.startup.complete"})
            else:
                hub.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        hub = self._hub
        assert hub is not None, "the server knows no lifespan"
        path = scope["path"]
        if path == "/live/livez":
            await _send_whole(send, 200, {"content-type": "text/plain"}, b"alive")
            return
        try:
            for address in ADDRESSES:
                if found := re.fullmatch(address.path, path):
                    await address.stream(hub, *map(int, found.groups()), scope, receive, send)
                    return
            raise Http404
        except (exceptions.APIException, Http404, SuspiciousOperation) as error:
            known = exceptions.ParseError() if isinstance(error, SuspiciousOperation) else error
            status, headers, body = refusal(known)
            whole = json.dumps(body, cls=JSONEncoder).encode()
            await _send_whole(send, status, headers | {"content-type": MEDIA_TYPE}, whole)
        except Error:
            logger.exception("no database for a stream")
            await _send_whole(send, 503, {"retry-after": "5"}, b"")


async def _table_stream(
    hub: Hub, table_id: int, scope: Scope, receive: Receive, send: Send
) -> None:
    guest = await hub.gate.let_in(Door(TABLE, table_id), scope)
    player_id = guest.user.pk
    with (
        hub.room_for(guest.user),
        hub.reel(table_id, player_id, is_delayed=guest.is_told_later) as reel,
    ):
        source = TableSource(reel, player_id, last_id(scope))
        opening = await source.open()
        if reel.known is None:
            raise Http404
        if reel.is_over and not opening:  # They know how it ended: browsers stop asking.
            await _send_whole(send, 204, {}, b"")
            return
        await _stream(hub, _listener(guest), source, opening, receive, send)


async def _lobby_stream(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    guest = await hub.gate.let_in(Door(LOBBY), scope)
    listener = _listener(guest)
    with hub.room_for(guest.user):
        async with hub.lobby.listening(listener) as viewer:
            source = LobbySource(hub.lobby, viewer, last_id(scope))
            opening = await source.open()
            await _stream(hub, listener, source, opening, receive, send)


async def _own_stream(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    guest = await hub.gate.let_in(Door(ME), scope)
    listener = _listener(guest)
    with hub.room_for(guest.user):
        async with hub.messenger.listening(listener) as addressee:
            source = OwnSource(addressee, last_id(scope))
            await _stream(hub, listener, source, await source.open(), receive, send)


async def _log_stream(
    chronicle: Chronicle, hub: Hub, pk: int, scope: Scope, receive: Receive, send: Send
) -> None:
    guest = await hub.gate.let_in(Door(chronicle.name, pk), scope)
    user = guest.user
    hears_play = chronicle.hears_play(user)
    with hub.room_for(user), hub.follower(chronicle, pk, hears_play=hears_play) as follower:
        source = LogSource(follower, last_id(scope))
        opening = await source.open()
        if follower.page is None:
            raise Http404
        if follower.is_over and not opening:
            await _send_whole(send, 204, {}, b"")
            return
        await _stream(hub, _listener(guest), source, opening, receive, send)


class Address(NamedTuple):
    """A stream, and the deeds that listening to it can be.

    Attributes:
        path: A pattern whose groups are the numbers that `stream` takes.
    """

    path: str
    deeds: tuple[Deed, ...]
    stream: Callable[..., Awaitable[None]]


def _address_of(chronicle: Chronicle) -> Address:
    path = rf"/live/{chronicle.name}/(?P<pk>\d{{1,18}})"
    return Address(path, chronicle.deeds, partial(_log_stream, chronicle))


ADDRESSES = (
    Address(r"/live/tables/(?P<pk>\d{1,18})", (WATCH, WATCH_OPEN), _table_stream),
    Address(r"/live/tables", (WATCH, WATCH_OPEN), _lobby_stream),
    Address(r"/live/me", (HEAR_OWN,), _own_stream),
    *map(_address_of, declared_chronicles()),
)
"""Every stream is found here; `deploy.matrix` joins them to the doors of the API."""


def _listener(guest: Guest) -> Listener:
    return Listener(guest, checked_at=asyncio.get_running_loop().time())


async def _stream(
    hub: Hub, listener: Listener, source: Source, opening: bytes, receive: Receive, send: Send
) -> None:
    """Tell a listener everything until it is over, or they are gone."""
    telling = asyncio.create_task(_tell(source, opening, send))
    gone = asyncio.create_task(_gone(receive))
    with hub.listening(listener):
        if hub.is_closing:
            listener.finish("")
        ends: set[asyncio.Future[Any]] = {telling, gone, listener.over}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if not gone.done():
                await _end(telling, listener, source, send)
        finally:
            telling.cancel()
            gone.cancel()


async def _end(telling: asyncio.Task[None], listener: Listener, source: Source, send: Send) -> None:
    """Say why it ends, where there is anything to say; a listener too slow is told nothing more."""
    is_told = telling.done()
    telling.cancel()
    await asyncio.wait([telling])  # It may be sending, and nobody sends beside it.
    with contextlib.suppress(TooSlow):
        if is_told:
            telling.result()
        over = listener.over
        reason = over.result() if over.done() else "over" if source.is_over else ""
        last = frame("end", {"reason": reason}) if reason else b""
        await _send_body(send, last, more=False)


async def _tell(source: Source, opening: bytes, send: Send) -> None:
    start: Message = {"type": "http.response.start", "status": 200, "headers": _raw(STREAM)}
    await send(start)
    await _send_body(send, RETRY + opening + HEARTBEAT)
    clock = asyncio.get_running_loop().time
    due = clock() + HEARTBEAT_SECONDS
    while True:
        try:
            async with asyncio.timeout_at(due):
                told = await source.next()
        except TimeoutError:  # Also between events that a page does not listen to.
            told, due = HEARTBEAT, clock() + HEARTBEAT_SECONDS
        except Error:
            logger.warning("a stream waits for the database")
            await asyncio.sleep(AGAIN_SECONDS)
            continue
        if told is None:
            return
        await _send_body(send, told)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_body(send: Send, body: bytes, *, more: bool = True) -> None:
    """
    Raises:
        TooSlow: they took nothing for too long.
    """
    try:
        async with asyncio.timeout(SLOW_SECONDS):
            await send({"type": "http.response.body", "body": body, "more_body": more})
    except TimeoutError:
        logger.info("a listener took nothing for %s seconds", SLOW_SECONDS)
        raise TooSlow from None


async def _send_whole(send: Send, status: int, headers: dict[str, str], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": _raw(headers)})
    await send({"type": "http.response.body", "body": body})


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]


def _before_the_server_stops(close: Callable[[], None]) -> None:
    """Have the streams end when the process is told to, for the server waits for them.

    The loop still hears of the signal by its own way, so that the server stops as ever.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(close))
