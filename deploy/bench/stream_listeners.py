"""Many listeners at live streams, in a process of their own that does nothing else."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import perf_counter

Point = tuple[int, int]
"""A deal of the table, and a step of it."""

LOBBY = 0  # Where somebody only listens; no table's number.
IN_THE_LOBBY: Point = (0, 0)
AT_ONCE = 20  # As many come in at once.


@dataclass
class Heard:
    """What one listener heard of a table, and when, by the clock of the machine.

    Attributes:
        size: Its bytes, since they began to listen.
    """

    table_id: int
    begun: Point | None = None
    events: list[tuple[Point, float]] = field(default_factory=list)
    size: int = 0


def listen(port: int, asked: list[tuple[int, str]], line: Connection) -> None:
    """Open all streams, say so, listen until told to stop, and hand over what was heard.

    Args:
        asked: For each listener its table, or LOBBY, and its token.
    """
    asyncio.run(_listen(port, asked, line))


async def _listen(port: int, asked: list[tuple[int, str]], line: Connection) -> None:
    heard = [Heard(table_id) for table_id, _ in asked]
    slots = asyncio.Semaphore(AT_ONCE)
    ready = [asyncio.Event() for _ in asked]
    tasks = [
        asyncio.create_task(_hear(port, token, one, slots, is_ready))
        for one, (_, token), is_ready in zip(heard, asked, ready, strict=True)
    ]
    everybody = asyncio.create_task(_all(ready))
    ends: set[asyncio.Task[None]] = {everybody, *tasks}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    line.send(everybody.done())
    await asyncio.to_thread(line.recv)
    for task in tasks:
        task.cancel()
    line.send(heard)


async def _all(ready: list[asyncio.Event]) -> None:
    for one in ready:
        await one.wait()


async def _hear(
    port: int, token: str, heard: Heard, slots: asyncio.Semaphore, ready: asyncio.Event
) -> None:
    async with slots:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        path = "/live/tables" if heard.table_id == LOBBY else f"/live/tables/{heard.table_id}"
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        writer.write(f"{request}Authorization: Token {token}\r\n\r\n".encode())
        while heard.begun is None:
            heard.begun = _point(await reader.readline())
    ready.set()
    with contextlib.closing(writer):
        while line := await reader.readline():
            heard.size += len(line)
            if point := _point(line):
                heard.events.append((point, perf_counter()))


def _point(line: bytes) -> Point | None:
    if not line.startswith(b"id: "):
        return None
    deal, *step = line.removeprefix(b"id: ").split(b".")
    return (int(deal), int(step[0])) if step else IN_THE_LOBBY
