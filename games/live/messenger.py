"""Tells each player who listens what concerns them: their turns, their tables, their tournaments.

It is read when a bell rings of something that is known to concern somebody here, for all of them
at once. While nothing of theirs rings, only now and then all is read again, many at a time.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from deploy.rights import Person, Roles
from games.live.asking import Guest
from games.live.gate import Listener
from games.live.gathering import Ask, gather
from games.live.matters import TURNS, Key, Matters
from games.rights import WATCH

REST_SECONDS = 0.25  # However often bells ring.
WATCH_SECONDS = 1.0
LOOK_SECONDS = 30.0  # A bell that nobody heard delays by no more.
MOST_AT_ONCE = 500  # People of whom all is read together.

Run = Callable[..., Awaitable[Any]]
"""Runs a function in a thread that may ask the database."""

Standing = tuple[bool, dict[int, Roles]]
"""What somebody is, as far as it decides what they are told."""

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Addressee:
    """A player who listens, over one stream or several.

    Attributes:
        matters: What concerns them; None before it was read.
        looked_at: When all of it was read last.
        standing: What they were then.
    """

    person: Person
    guests: dict[Listener, Guest] = field(default_factory=dict)
    matters: Matters | None = None
    looked_at: float = 0.0
    standing: Standing | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, matters: Matters) -> None:
        if matters is not self.matters:
            self.matters = matters
            news, self.news = self.news, asyncio.Event()
            news.set()

    def has_changed(self) -> bool:
        """Whether their rights were asked for again, and are others."""
        asked = [one for one, guest in self.guests.items() if one.guest is not guest]
        for listener in asked:
            self.guests[listener] = listener.guest
            self.person = listener.guest.user
        return bool(asked) and standing_of(self.person) != self.standing


class Messenger:
    """Those who listen, and what concerns them, for as long as anybody does."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._addressees: dict[int, Addressee] = {}
        self._concerned: defaultdict[Key, set[int]] = defaultdict(set)
        self._due: set[int] = set()
        self._rang: set[Key] = set()
        self._is_looking = False
        self._bell = asyncio.Event()
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def ring(self, key: Key) -> None:
        """A bell rang; during a look nobody knows yet whom it concerns."""
        if key in self._concerned or self._is_looking:
            self._rang.add(key)
            self._bell.set()

    def ring_players(self, players: Iterable[int]) -> None:
        """Something new belongs to these."""
        if here := self._addressees.keys() & set(players):
            self._due |= here
            self._bell.set()

    def ring_all(self) -> None:
        """Perhaps a bell rang, and nobody heard it."""
        if self._addressees:
            self._due |= self._addressees.keys()
            self._bell.set()

    @contextlib.asynccontextmanager
    async def listening(self, listener: Listener) -> AsyncIterator[Addressee]:
        """Keep what concerns somebody up to date within the block."""
        person = listener.guest.user
        one = self._addressees.setdefault(person.pk, Addressee(person))
        one.guests[listener] = listener.guest
        try:
            while one.matters is None:
                self._due.add(person.pk)
                async with self._lock:
                    if one.matters is None:
                        await self._look()
            if self._task is None:
                self._task = asyncio.create_task(self._follow())
            yield one
        finally:
            del one.guests[listener]
            if not one.guests:
                self._let_go(one)

    def _let_go(self, one: Addressee) -> None:
        del self._addressees[one.person.pk]
        self._due.discard(one.person.pk)
        self._index(one.person.pk, one.matters, None)
        if not self._addressees and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _follow(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WATCH_SECONDS):
                    await self._bell.wait()
            self._mark_due(asyncio.get_running_loop().time())
            try:
                async with self._lock:
                    await self._look()
            except Exception:  # As at a table.
                logger.exception("cannot read what concerns those who listen")
            await asyncio.sleep(REST_SECONDS)

    def _mark_due(self, now: float) -> None:
        """Those who are something else now, and some of whom nothing was read for long."""
        waited = now - LOOK_SECONDS
        changed = {pk for pk, one in self._addressees.items() if one.has_changed()}
        late = (pk for pk, one in self._addressees.items() if one.looked_at < waited)
        self._due |= changed | set(islice(late, MOST_AT_ONCE))

    async def _look(self) -> None:
        """Read what rang, and all of some of those who are due; the caller holds the lock."""
        whole = frozenset(islice(self._due, MOST_AT_ONCE))
        rang = {key: frozenset(self._concerned[key]) for key in self._rang & self._concerned.keys()}
        self._due -= whole
        self._rang = set()
        if not self._due:
            self._bell.clear()
        asked = {pk: self._addressees[pk] for pk in whole.union(*rang.values())}
        if not asked:
            return
        self._is_looking = True
        try:
            people = {pk: one.person for pk, one in asked.items()}
            stood = {pk: standing_of(one.person) for pk, one in asked.items() if pk in whole}
            known = {pk: one.matters or Matters(pk) for pk, one in asked.items()}
            found: dict[int, Matters] = await self._run(gather, Ask(people, known, whole, rang))
        except BaseException:  # It is asked again: nothing that rang is forgotten.
            self._due |= asked.keys() & self._addressees.keys()
            raise
        finally:
            self._is_looking = False
        now = asyncio.get_running_loop().time()
        for pk, one in asked.items():
            if self._addressees.get(pk) is one:  # They may have gone, and come again.
                self._index(pk, one.matters, found[pk])
                if pk in whole:
                    one.looked_at, one.standing = now, stood[pk]
                one.take(found[pk])

    def _index(self, pk: int, before: Matters | None, now: Matters | None) -> None:
        """Note whom each thing concerns; the bell of a turn is that of its table."""
        known, keys = (
            {key for key in one.told if key[0] != TURNS} if one else set[Key]()
            for one in (before, now)
        )
        for key in known - keys:
            self._concerned[key].discard(pk)
            if not self._concerned[key]:
                del self._concerned[key]
        for key in keys - known:
            self._concerned[key].add(pk)


class OwnSource:
    """What one listener is told of what concerns them, which is never over."""

    is_over = False

    def __init__(self, addressee: Addressee, last_id: str) -> None:
        assert addressee.matters is not None, "nobody has read what concerns them"
        self._addressee = addressee
        self._known = addressee.matters
        self._last_id = last_id

    async def open(self) -> bytes:
        """All that concerns them, unless it is what they know."""
        return b"" if self._known.id == self._last_id else self._known.snapshot()

    async def next(self) -> bytes:
        """The next changes."""
        while True:
            matters = self._addressee.matters
            assert matters is not None, "it was read before"
            if matters is self._known:
                await self._addressee.news.wait()
                continue
            before, self._known = self._known, matters
            if told := matters.changes(before):  # It may be again as it was.
                return told


def standing_of(person: Person) -> Standing:
    return person.has_everywhere(WATCH.may), person.roles_by_book()
