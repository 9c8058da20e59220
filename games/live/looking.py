"""One look at the database for all who listen at a table, in one snapshot of its rows."""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from django.db import connection, transaction

from deploy.rest.clock import database_now
from games.engine import Place
from games.live.telling import Json, digest, event_id, frame, public_table, tell, whole_table
from games.sight.events import Event, Mark, Standing
from games.sight.watching import Scene, watch

ID = re.compile(r"(\d{1,9})\.(\d{1,9})\.([0-9a-f]{12})")
Key = tuple[Place | None, str]
"""The place of a newcomer, and the event that they name: whoever has the same is told the same."""


@dataclass(frozen=True)
class Bulletin:
    """An event ready for everybody who listened when it was read, encoded once for each place.

    Attributes:
        places: Those of the players who were dealt in.
        frames: What each place is told at which somebody listened, and what spectators are.
    """

    id: str
    places: dict[int, Place]
    frames: dict[Place | None, bytes | None]

    def to(self, player_id: int) -> bytes | None:
        return self.frames.get(self.places.get(player_id))


@dataclass(frozen=True)
class Known:
    """What the listeners at a table were told last."""

    standing: Standing
    digest: str
    is_closed: bool

    @property
    def id(self) -> str:
        return event_id(self.standing.mark, self.digest)


@dataclass(frozen=True)
class Newcomer:
    """Somebody who begins to listen, perhaps again after the event that they name."""

    player_id: int
    last_id: str = ""

    @property
    def mark(self) -> Mark | None:
        """Where they were; None where they begin anew."""
        match = ID.fullmatch(self.last_id)
        return Mark(int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True)
class Seen:
    """A table as it was seen last: newcomers are told of it without another look.

    Attributes:
        public: What all who watch see alike.
    """

    known: Known
    scene: Scene
    public: Json

    def key(self, newcomer: Newcomer) -> Key:
        return self.scene.place_of(newcomer.player_id), newcomer.last_id


@dataclass(frozen=True)
class Look:
    """What a look came to.

    Attributes:
        seen: None where there is no such table any more.
        told: What has happened since the last look.
        openings: What newcomers are told first to whom only the rows can say it.
        moved: Listeners who have sat down or got up, so that another reel is theirs.
    """

    seen: Seen | None
    told: list[Bulletin] = field(default_factory=list)
    openings: dict[Key, bytes] = field(default_factory=dict)
    moved: frozenset[int] = frozenset()


@contextmanager
def one_snapshot() -> Iterator[None]:
    """All queries of the block see the same rows."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def look(
    table_id: int,
    is_delayed: bool,
    known: Known | None,
    players: Collection[int],
    newcomers: Collection[Newcomer] = (),
) -> Look:
    """Read what has happened at a table, and what newcomers have missed.

    Args:
        is_delayed: For spectators, who are told later here (games.sight.delay).
        players: Who listens already.
        newcomers: Those to whom `opening` cannot say it.
    """
    with one_snapshot():
        scene = watch(
            table_id,
            known.standing if known else None,
            players,
            is_delayed=is_delayed,
            read_clock=database_now,
        )
        if scene is None:
            return Look(None)
        public = public_table(scene.sight, scene.standing)
        now = Known(scene.standing, digest(public), scene.sight.table.closed_at is not None)
        before = known.digest if known else now.digest
        told = tell_all(scene.events, now, public, players, before=before)
        seen = Seen(now, replace(scene, events=[]), public)
        asked = {seen.key(newcomer): newcomer for newcomer in newcomers}
        openings = {key: _missed(seen, newcomer) for key, newcomer in asked.items()}
        return Look(seen, told, openings, scene.moved)


def opening(seen: Seen, newcomer: Newcomer) -> bytes | None:
    """What somebody is told first, by what was seen already; None where only the rows can say it.

    They begin anew, or they are a spectator who has missed nothing. A seat may have missed a
    whisper.
    """
    mark, (place, _) = newcomer.mark, seen.key(newcomer)
    if mark is None:
        return _snapshot(seen, newcomer)
    if place is None and mark == seen.known.standing.mark:
        return _told(seen, newcomer, [])
    return None


def _missed(seen: Seen, newcomer: Newcomer) -> bytes:
    """What they missed, if they say where they were and it is not too long ago; else all."""
    mark = newcomer.mark
    missed = seen.scene.missed_after(mark) if mark is not None else None
    return _snapshot(seen, newcomer) if missed is None else _told(seen, newcomer, missed)


def _snapshot(seen: Seen, newcomer: Newcomer) -> bytes:
    place, _ = seen.key(newcomer)
    return frame("snapshot", whole_table(seen.scene.seen_from(place)), id=seen.known.id)


def _told(seen: Seen, newcomer: Newcomer, missed: list[Event]) -> bytes:
    before = newcomer.last_id.rpartition(".")[2]
    told = tell_all(missed, seen.known, seen.public, [newcomer.player_id], before=before)
    return b"".join(one.to(newcomer.player_id) or b"" for one in told)


def tell_all(
    events: list[Event], now: Known, public: Json, players: Collection[int], *, before: str
) -> list[Bulletin]:
    """Events for these players; the last one says how the table is now.

    Args:
        before: The digest of the table that they know.
    """
    seen = [event for event in events if event.kind != "view"]
    if not seen and before != now.digest:
        events = [*events, Event("table", now.standing.mark)]
    last = max((n for n, event in enumerate(events) if event.kind != "view"), default=None)
    listeners, told = set(players), []
    for number, event in enumerate(events):
        is_last = number == last
        id = event_id(event.mark, now.digest if is_last else before)
        places = event.places
        listening: set[Place | None] = {places[one] for one in places.keys() & listeners}
        if len(listening) < len(listeners):
            listening.add(None)
        frames = {
            place: tell(event, place, id=id, table=public if is_last else None)
            for place in listening
        }
        told.append(Bulletin(id, places, frames))
    return told
