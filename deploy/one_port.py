"""All doors behind one port, for one terminal: streams under ASGI, ordinary views in threads.

In production they are processes of their own, and the proxy knows which address is whose.
"""

import asyncio
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

THREADS = 4  # As granian has under WSGI; each holds a connection to PostgreSQL.


class OnePort:
    """Two applications behind one door, which give and take what its server gives and takes."""

    def __init__(self, live: Any, web: WSGIApp) -> None:
        self._live = live
        self._ordinary = WSGIMiddleware(web, workers=THREADS)
        self._answers = set[asyncio.Future[None]]()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, self._last_of_all(send))
        elif scope["path"].startswith("/live/"):
            await self._live(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        async def hear() -> Any:  # What granian gives is no coroutine, and a2wsgi insists on one.
            return await receive()

        answer = asyncio.ensure_future(self._ordinary(scope, hear, send))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)
        await answer

    def _last_of_all(self, send: Any) -> Any:
        """The loop ends with the lifespan, and a thread that still answers would wait for it."""

        async def send_last(message: Any) -> None:
            if message["type"] == "lifespan.shutdown.complete":
                await asyncio.gather(*self._answers, return_exceptions=True)
            await send(message)

        return send_last


def application() -> OnePort:
    from deploy.asgi import application as live
    from deploy.wsgi import application as web

    return OnePort(live, cast(WSGIApp, web))
