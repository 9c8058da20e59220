"""What the live process tells somebody: asked of its own application, address by address."""

import asyncio
from collections.abc import Iterable
from unittest.mock import patch

from django.db import connection

from games.live.streams import Streams
from tests.deploy.bare_streams import Line, running

OPENED, NOTHING_MORE = 200, 204
PLAIN = "/live/livez"


def heard(
    addresses: Iterable[str], token: str, cookie: str = ""
) -> dict[str, tuple[int, set[int]]]:
    """By address: the status, and the tables of which a list would tell."""
    with patch.dict(connection.settings_dict, CONN_MAX_AGE=0):  # Its threads leave none open.
        return asyncio.run(_heard(sorted(set(addresses)), token, cookie))


async def _heard(addresses: list[str], token: str, cookie: str) -> dict[str, tuple[int, set[int]]]:
    streams = Streams()
    async with running(streams):
        return {address: await _ask(streams, address, token, cookie) for address in addresses}


async def _ask(streams: Streams, address: str, token: str, cookie: str) -> tuple[int, set[int]]:
    line = Line(streams, address, token, cookie=cookie)
    if address == PLAIN:
        await line.end()
    else:
        await line.until(lambda: bool(line.heard) or line.status not in (0, OPENED))
        await line.leave()
    shown = line.heard[0].data if line.heard else {}
    return line.status, {table["id"] for table in shown.get("tables", [])}
