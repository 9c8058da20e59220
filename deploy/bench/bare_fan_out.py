"""The floor under the streams: a bell, and the same bytes for everybody; no rows, no rights."""

import asyncio
import contextlib
from collections import defaultdict
from multiprocessing.connection import Connection

import psycopg

BELL = "bench_bare"
"""Its channel; a message names a table, and the number of what happened there."""

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 0.0.0\n\n"


def fan_out(port: int, database_url: str, size: int, line: Connection) -> None:
    """Answer as the live process does, until killed; say so as soon as it listens.

    Args:
        size: The bytes of an event.
    """
    asyncio.run(_fan_out(port, database_url, size, line))


async def _fan_out(port: int, database_url: str, size: int, line: Connection) -> None:
    listeners = defaultdict[bytes, set[asyncio.StreamWriter]](set)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            asked = await reader.readuntil(b"\r\n\r\n")
            here = listeners[asked.split()[1].rpartition(b"/")[2]]
            writer.write(HEAD)
            here.add(writer)
            try:
                await reader.read()
            finally:
                here.discard(writer)

    async with (
        await psycopg.AsyncConnection.connect(database_url, autocommit=True) as bell,
        await asyncio.start_server(answer, "127.0.0.1", port, backlog=512),
    ):
        await bell.execute(f"LISTEN {BELL}")
        line.send(True)
        async for notice in bell.notifies():
            table, _, number = notice.payload.partition(".")
            event = f"event: action\nid: {number}.0.0\ndata: ".encode()
            whole = event + b"x" * max(0, size - len(event) - 2) + b"\n\n"
            for writer in listeners[table.encode()]:
                writer.write(whole)
