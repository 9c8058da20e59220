"""Ordinary views in a few threads: a whole request goes in, a whole answer comes out.

A thread is a connection to PostgreSQL, so there are few. Bodies are read, and answers sent, by
the event loop: who sends or reads slowly holds no thread, and not for long. A library such as
a2wsgi gives a thread to a request whose body has yet to come.

A header whose name has an underscore is dropped. Under WSGI it would have the name of the one with
hyphens, such as that by which a proxy tells the caller's address.
"""

import asyncio
import contextlib
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final
from urllib.parse import unquote_to_bytes

from deploy.rest.addresses import caller_of

THREADS: Final = 4
MOST_BYTES: Final = 512 * 1024
"""The longest body that is read; of a longer one a byte more, by which its address refuses it."""

BODY_SECONDS: Final = 20.0
"""The time in which a body has to come."""

SEND_SECONDS: Final = 30.0
"""The time in which a caller has to take `CHUNK_BYTES` of an answer."""

CHUNK_BYTES: Final = 64 * 1024
MOST_OF_A_CALLER: Final = 64
"""Requests at once from one address: a hall stands behind one."""

MOST_KEPT: Final = 64 * 1024 * 1024
"""Bytes of all bodies that a process holds at once."""

TOO_SLOW = "The body took longer than {seconds:g} seconds. Send it again."
TOO_MANY = "This address has {most} requests open. Wait for the answers, then ask again."
TOO_FULL = "The service holds as many requests as it can. Ask again in a few seconds."
AGAIN_SECONDS = 5

Headers = list[tuple[bytes, bytes]]
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """An answer of the threads: a status, headers and a body that can be read from its start."""

    status: int
    headers: Headers
    body: IO[bytes]


class Refused(Exception):
    """A request that no thread sees."""

    def __init__(self, status: HTTPStatus, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Gone(Exception):
    """A caller who left before the end of their request."""


class WebThreads:
    """An ASGI application around one of WSGI.

    Args:
        threads: how many requests are answered at once.
        body_seconds: in which a body has to come.
    """

    def __init__(
        self,
        application: Application,
        *,
        threads: int = THREADS,
        body_seconds: float = BODY_SECONDS,
    ) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="web")
        self._body_seconds = body_seconds
        self._open = Counter[str]()
        self._kept = 0
        self._answers = set[asyncio.Future[Any]]()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            answering = asyncio.ensure_future(self._answer(scope, receive, send))
            self._answers.add(answering)
            answering.add_done_callback(self._answers.discard)
            await answering

    async def finish(self) -> None:
        """Wait for the answers that are on their way, at the end of the process."""
        await asyncio.gather(*self._answers, return_exceptions=True)
        self._threads.shutdown(wait=False)

    async def _live(self, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await self.finish()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
        forwarded = dict(headers).get(b"x-forwarded-for", b"").decode("latin-1")
        caller = caller_of((scope.get("client") or ("",))[0], forwarded)
        try:
            async with self._place_of(caller):
                answer = await self._answered(scope, headers, receive)
                await _send(answer, send)
        except Refused as refused:
            await _send(_refusal(refused), send)
        except (Gone, TimeoutError):  # Nobody takes an answer any more.
            return

    @contextlib.asynccontextmanager
    async def _place_of(self, caller: str) -> AsyncIterator[None]:
        if self._open[caller] >= MOST_OF_A_CALLER:
            detail = TOO_MANY.format(most=MOST_OF_A_CALLER)
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, detail)
        self._open[caller] += 1
        try:
            yield
        finally:
            self._open[caller] -= 1
            self._open += Counter()  # Without those who have none open.

    async def _answered(self, scope: Any, headers: Headers, receive: Any) -> Answer:
        declared = int(dict(headers).get(b"content-length", b"0") or 0)
        body = bytearray()
        try:
            if declared <= MOST_BYTES:
                await self._read(body, receive)
            environ = environ_of(scope, headers, bytes(body), length=max(declared, len(body)))
            running = self._threads.submit(self._run, environ)
            try:
                return await asyncio.wrap_future(running)
            except asyncio.CancelledError:  # Nobody takes it any more.
                running.add_done_callback(_close)
                raise
        finally:
            self._kept -= len(body)

    async def _read(self, body: bytearray, receive: Any) -> None:
        """Read the body up to one byte more than any address takes."""
        try:
            async with asyncio.timeout(self._body_seconds):
                while len(body) <= MOST_BYTES:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Gone
                    part = message.get("body", b"")[: MOST_BYTES + 1 - len(body)]
                    body += part
                    self._kept += len(part)
                    if self._kept > MOST_KEPT:
                        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, TOO_FULL)
                    if not message.get("more_body"):
                        return
        except TimeoutError:
            detail = TOO_SLOW.format(seconds=self._body_seconds)
            raise Refused(HTTPStatus.REQUEST_TIMEOUT, detail) from None

    def _run(self, environ: dict[str, Any]) -> Answer:
        """Let the application answer, in one of the threads."""
        body = SpooledTemporaryFile[bytes](max_size=MOST_BYTES)  # `_send` closes it.
        told: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> Any:
            told[:] = status, headers
            return body.write

        parts = self._application(environ, start_response)
        try:
            for part in parts:
                body.write(part)
        finally:
            close = getattr(parts, "close", None)
            if close:
                close()
        body.seek(0)
        status, headers = told
        raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return Answer(int(status.split()[0]), raw, body)


def environ_of(scope: Any, headers: Headers, body: bytes, *, length: int) -> dict[str, Any]:
    """Describe a request as WSGI does (PEP 3333); its length is told however it came."""
    server, port = scope.get("server") or ("localhost", 80)
    raw_path: bytes = scope.get("raw_path") or scope["path"].encode()
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(raw_path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server,
        "SERVER_PORT": str(port or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in headers:
        variable = name.decode("latin-1").upper().replace("-", "_")
        if variable not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            variable = f"HTTP_{variable}"
        said = value.decode("latin-1")
        joint = "; " if variable == "HTTP_COOKIE" else ","  # HTTP/2 sends a cookie each.
        environ[variable] = f"{environ[variable]}{joint}{said}" if variable in environ else said
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ["CONTENT_LENGTH"] = str(length) if length else ""
    return environ


def _close(running: Future[Answer]) -> None:
    if not running.cancelled() and not running.exception():
        running.result().body.close()


def _refusal(refused: Refused) -> Answer:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"connection", b"close"),
        (b"retry-after", str(AGAIN_SECONDS).encode()),
    ]
    return Answer(refused.status, headers, BytesIO(f"{refused}\n".encode()))


async def _send(answer: Answer, send: Any) -> None:
    """Send an answer in pieces.

    Raises:
        TimeoutError: the caller does not take it.
    """
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    with answer.body as body:
        await send(start)
        part = body.read(CHUNK_BYTES)
        while True:
            following = body.read(CHUNK_BYTES)
            message = {"type": "http.response.body", "body": part, "more_body": bool(following)}
            async with asyncio.timeout(SEND_SECONDS):
                await send(message)
            if not following:
                return
            part = following
