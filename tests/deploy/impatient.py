"""A live process that lets go of who takes nothing after a second."""

from deploy.asgi import application
from games.live import streams

streams.SLOW_SECONDS = 1.0

__all__ = ["application"]
