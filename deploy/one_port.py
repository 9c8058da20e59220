"""All doors behind one port, for one terminal: streams under ASGI, ordinary views in threads.

In production they are processes of their own, and the proxy knows which address is whose.
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from deploy.asgi import application as live
from deploy.wsgi import application as web

THREADS = 4  # As granian has under WSGI; each holds a connection to PostgreSQL.

_ordinary = WSGIMiddleware(cast(WSGIApp, web), workers=THREADS)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The server's own arguments, handed on as they are."""

    async def hear() -> Any:  # What granian gives is no coroutine, and a2wsgi insists on one.
        return await receive()

    if scope["type"] == "lifespan" or scope["path"].startswith("/live/"):
        await live(scope, receive, send)
    else:
        await _ordinary(scope, hear, send)
