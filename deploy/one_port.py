"""All doors behind one port, for one terminal: streams, and ordinary views in threads.

In production they are processes of their own, and the proxy knows which address is whose.
"""

from typing import Any

from deploy.web_threads import WebThreads


class OnePort:
    """Two applications behind one door."""

    def __init__(self, live: Any, web: WebThreads) -> None:
        self._live = live
        self._web = web

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, self._last_of_all(send))
        elif scope["path"].startswith("/live/"):
            await self._live(scope, receive, send)
        else:
            await self._web(scope, receive, send)

    def _last_of_all(self, send: Any) -> Any:
        """The loop ends with the lifespan, and answers on their way would be lost."""

        async def send_last(message: Any) -> None:
            if message["type"] == "lifespan.shutdown.complete":
                await self._web.finish()
            await send(message)

        return send_last


def application() -> OnePort:
    from deploy.asgi import application as live
    from deploy.web import application as web

    return OnePort(live, web)
