"""Whole requests into threads, whole answers out; who is slow holds none."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from deploy.bench.callers import sign_in
from deploy.bench.slow_lines import SLOW, slow_lines
from deploy.supervisor import web, whole_web
from deploy.web_threads import MOST_BYTES, MOST_OF_A_CALLER, WebThreads
from tests.deploy.listeners import PATIENCE_SECONDS
from tests.deploy.streams import Hall


class Asked:
    """A request as a server gives it, its body a part at a time, and what came back."""

    def __init__(self, *parts: bytes, path: bytes = b"/", **scope: Any) -> None:
        self.scope = {
            "type": "http",
            "method": "POST",
            "scheme": "http",
            "http_version": "1.1",
            "path": path.decode("latin-1"),
            "raw_path": path,
            "query_string": b"",
            "headers": [],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            **scope,
        }
        self.parts = list(parts)
        self.sent: list[Any] = []

    async def receive(self) -> Any:
        if not self.parts:
            await asyncio.Event().wait()  # One who never sends the rest.
        part = self.parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(self.parts) or part != b""}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer with the body, and show what is asked for in `path`."""
    start_response("200 OK", [("Content-Type", "text/plain")])
    shown = environ.get(environ["PATH_INFO"].lstrip("/"), "")
    return [environ["wsgi.input"].read(), str(shown).encode("latin-1")]


def ask(asked: Asked, door: WebThreads | None = None) -> Asked:
    asyncio.run((door or WebThreads(echo))(asked.scope, asked.receive, asked.send))
    return asked


@pytest.mark.parametrize(
    ("headers", "shown"),
    [
        ([(b"x-forwarded-for", b"1.1.1.1"), (b"x_forwarded_for", b"9.9.9.9")], b"1.1.1.1"),
        ([(b"x_forwarded_for", b"9.9.9.9"), (b"x-forwarded-for", b"1.1.1.1")], b"1.1.1.1"),
        ([(b"x-forwarded_for", b"9.9.9.9")], b""),
        ([(b"x-forwarded-for", b"1.1.1.1"), (b"x-forwarded-for", b"2.2.2.2")], b"1.1.1.1,2.2.2.2"),
    ],
)
def test_a_header_with_an_underscore_is_dropped(
    headers: list[tuple[bytes, bytes]], shown: bytes
) -> None:
    asked = ask(Asked(b"", path=b"/HTTP_X_FORWARDED_FOR", headers=headers))

    assert asked.body == shown


@pytest.mark.parametrize(
    ("name", "headers", "shown"),
    [
        ("CONTENT_LENGTH", [(b"transfer-encoding", b"chunked")], b"5"),
        ("HTTP_TRANSFER_ENCODING", [(b"transfer-encoding", b"chunked")], b""),
        ("CONTENT_TYPE", [(b"content-type", b"text/csv")], b"text/csv"),
        ("HTTP_COOKIE", [(b"cookie", b"a=1"), (b"cookie", b"b=2")], b"a=1; b=2"),
        ("REMOTE_ADDR", [], b"127.0.0.1"),
    ],
)
def test_a_request_is_told_as_wsgi_tells_it(
    name: str, headers: list[tuple[bytes, bytes]], shown: bytes
) -> None:
    asked = ask(Asked(b"who", b"le", b"", path=f"/{name}".encode(), headers=headers))

    assert asked.body == b"whole" + shown


def test_odd_bytes_of_an_address_are_kept() -> None:
    asked = ask(Asked(b"", path=b"/PATH_INFO"), WebThreads(path_alone))
    odd = ask(Asked(b"", path=b"/a%ff%20b"), WebThreads(path_alone))

    assert (asked.body, odd.body) == (b"/PATH_INFO", b"/a\xff b")


def path_alone(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [])
    return [environ["PATH_INFO"].encode("latin-1")]


@pytest.mark.parametrize("declared", [True, False])
def test_no_more_is_read_than_any_address_takes(declared: bool) -> None:
    """Declared, it is not read at all; its length is told, by which it is refused."""
    headers = [(b"content-length", str(MOST_BYTES * 4).encode())] if declared else []
    parts = [b"x" * MOST_BYTES] * 4
    asked = ask(Asked(*parts, path=b"/CONTENT_LENGTH", headers=headers))

    whole = b"" if declared else b"x" * (MOST_BYTES + 1)
    length = MOST_BYTES * 4 if declared else MOST_BYTES + 1
    assert asked.body == whole + str(length).encode()


def test_a_slow_body_is_refused_and_no_thread_saw_it() -> None:
    seen: list[Any] = []
    door = WebThreads(lambda environ, _: seen.append(environ) or [], body_seconds=0.05)  # type: ignore[func-returns-value]

    asked = ask(Asked(b"a", b"b"), door)

    assert (asked.status, seen) == (HTTPStatus.REQUEST_TIMEOUT, [])
    assert b"Send it again" in asked.body


def test_who_has_too_many_open_is_refused_and_others_are_not() -> None:
    async def play() -> list[int]:
        door = WebThreads(echo, body_seconds=60)
        slow = [
            asyncio.ensure_future(door(one.scope, one.receive, one.send))
            for one in [Asked(b"a") for _ in range(MOST_OF_A_CALLER)]
        ]
        await asyncio.sleep(0)
        statuses = []
        for address in ("127.0.0.1", "127.0.0.2"):
            asked = Asked(b"", client=(address, 1))
            await door(asked.scope, asked.receive, asked.send)
            statuses.append(asked.status)
        for one in slow:
            one.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        again = Asked(b"")
        await door(again.scope, again.receive, again.send)
        return [*statuses, again.status]

    assert asyncio.run(play()) == [429, 200, 200]


def test_an_answer_frees_its_thread_before_anybody_takes_it() -> None:
    """One thread, and a caller who takes nothing: the next one is answered."""

    async def play() -> bytes:
        door = WebThreads(long_answer, threads=1)
        slow, quick = Asked(b""), Asked(b"")
        shut = asyncio.Event()

        async def never(_: Any) -> None:
            await shut.wait()

        waiting = asyncio.ensure_future(door(slow.scope, slow.receive, never))
        async with asyncio.timeout(PATIENCE_SECONDS):
            await door(quick.scope, quick.receive, quick.send)
        waiting.cancel()
        return quick.body

    def long_answer(_: Any, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return (b"y" * 1000 for _ in range(2000))

    assert asyncio.run(play()) == b"y" * 2_000_000


def test_the_end_of_the_process_waits_for_answers_on_their_way() -> None:
    began, go = threading.Event(), threading.Event()

    def slow(_: Any, start_response: Any) -> Iterable[bytes]:
        began.set()
        go.wait(PATIENCE_SECONDS)
        start_response("200 OK", [])
        return [b"alive"]

    async def play() -> bytes:
        door, asked = WebThreads(slow), Asked(b"")
        answering = asyncio.ensure_future(door(asked.scope, asked.receive, asked.send))
        await asyncio.to_thread(began.wait, PATIENCE_SECONDS)
        asyncio.get_running_loop().call_soon(go.set)
        told: list[Any] = []

        async def end() -> Any:
            return {"type": "lifespan.shutdown"}

        async def tell(message: Any) -> None:
            told.append((message["type"], answering.done()))

        await door({"type": "lifespan"}, end, tell)
        assert told == [("lifespan.shutdown.complete", True)]
        return asked.body

    assert asyncio.run(play()) == b"alive"


@pytest.mark.parametrize("program", [web, whole_web])
def test_two_hundred_slow_lines_keep_nobody_from_signing_in(
    empty_hall: Hall, program: Callable[..., Any]
) -> None:
    get_user_model().objects.create_user("nora", password="a quiet word")
    empty_hall.start_with_web(program)

    for kind in SLOW:
        with slow_lines(empty_hall.port, kind, patience_seconds=PATIENCE_SECONDS):
            assert (
                sign_in(f"127.0.0.1:{empty_hall.port}", "nora", "a quiet word")
                == HTTPStatus.CREATED
            ), kind
