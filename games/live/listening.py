"""One connection of the process to PostgreSQL that hears every bell."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import psycopg
from django.conf import settings

from games.bell import CHANNEL

AGAIN_SECONDS = 1

logger = logging.getLogger(__name__)


async def listen(hear: Callable[[str], None]) -> None:
    """Listen for ever, also after the server was away.

    Args:
        hear: Told what to look at, as `games.bell` names it; an empty word where anything may have
            rung while nobody listened.
    """
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                hear("")
                async for notice in line.notifies():
                    hear(notice.payload)
        except psycopg.Error as error:
            logger.warning("no connection to the database for notices, so streams poll: %s", error)
        await asyncio.sleep(AGAIN_SECONDS)


def _address() -> dict[str, Any]:
    server: dict[str, Any] = settings.DATABASES["default"]
    named = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST"}
    options = {name: value for name, value in server["OPTIONS"].items() if name != "assume_role"}
    return {
        **options,
        **{name: server[key] for name, key in (named | {"port": "PORT"}).items() if server[key]},
        "application_name": "spoil-five-live",
    }
