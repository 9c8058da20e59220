"""Streams and ordinary views behind one port."""

import asyncio
from collections.abc import Iterable
from typing import Any

from deploy.one_port import OnePort
from deploy.web_threads import WebThreads
from games.live.streams import Streams
from tests.deploy.bare_streams import Line, running


class Caller(Line):
    """One whose request is whole at once."""

    async def _receive(self) -> dict[str, Any]:
        return {"type": "http.request"}


def test_the_end_of_the_process_waits_for_answers_on_their_way(database: None) -> None:
    def web(environ: Any, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"alive"]

    async def play() -> None:
        door = OnePort(Streams(), WebThreads(web))
        async with running(door):
            line = Caller(door, "/livez", "")
            line.stop_reading()
            line.take_one()
            await line.until(lambda: line.waiting == b"alive")
            asyncio.get_running_loop().call_later(0.2, line.read_on)
        was_answered = line.task.done()
        line.read_on()
        await line.end()
        assert was_answered

    asyncio.run(play())
