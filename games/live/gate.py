"""The gate of the streams: who comes in, and who may stay; many are asked about at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from games.live.asking import Claim, Door, Guest, Scope, let_in, still_in

CHECK_SECONDS = 10.0
MOST_AT_ONCE = 500  # People who are asked about together.

Run = Callable[..., Awaitable[Any]]
"""Runs a function in a thread that may ask the database."""

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Listener:
    """Somebody who listens, until it is over for them.

    Attributes:
        guest: As they were when their right was asked for last.
    """

    guest: Guest
    checked_at: float
    over: asyncio.Future[str] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def finish(self, reason: str) -> None:
        if not self.over.done():
            self.over.set_result(reason)


class Gate:
    """Whoever comes while others are asked about is asked about after them, all together."""

    def __init__(self, run: Run) -> None:
        self.listeners: set[Listener] = set()
        self._run = run
        self._waiting: list[tuple[Door, Scope, asyncio.Future[Guest]]] = []
        self._serving: asyncio.Task[None] | None = None

    async def let_in(self, door: Door, scope: Scope) -> Guest:
        """Who asks, if they may hear it.

        Raises:
            APIException, Http404, SuspiciousOperation: as REST would answer.
            Error: there is no database.
        """
        told: asyncio.Future[Guest] = asyncio.get_running_loop().create_future()
        self._waiting.append((door, scope, told))
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        return await told

    def stop(self) -> None:
        if self._serving is not None:
            self._serving.cancel()

    async def check(self) -> None:
        """Ask again for those who were not asked about lately, and end what is no longer theirs."""
        now = asyncio.get_running_loop().time()
        claims: dict[Claim, list[Listener]] = {}
        for listener in self.listeners:
            if listener.checked_at < now - CHECK_SECONDS:
                claims.setdefault(listener.guest.claim, []).append(listener)
        asked = list(claims)
        for start in range(0, len(asked), MOST_AT_ONCE):
            some = asked[start : start + MOST_AT_ONCE]
            found: dict[Claim, Guest] = await self._run(still_in, some)
            for claim in some:
                for listener in claims[claim]:
                    listener.checked_at = now
                    guest = found.get(claim)
                    if guest is not None and guest.user.pk == listener.guest.user.pk:
                        listener.guest = guest
                    else:
                        listener.finish("no longer yours")

    async def _serve(self) -> None:
        while self._waiting:
            some, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            try:
                asked = [(door, scope) for door, scope, _ in some]
                answers: list[Guest | Exception] = await self._run(let_in, asked)
            except Exception as error:  # Nobody is let in; each is told so.
                answers = [error] * len(some)
            for (_, _, told), answer in zip(some, answers, strict=True):
                if told.done():  # They have gone.
                    continue
                if isinstance(answer, Exception):
                    told.set_exception(answer)
                else:
                    told.set_result(answer)
