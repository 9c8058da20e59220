"""One look at the database for all who listen at a table, in one snapshot of its rows."""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction

from deploy.rest.clock import database_now
from games.engine import Place
from games.live.telling import Json, digest, event_id, frame, public_table, tell, whole_table
from games.sight.events import Event, Mark, Standing
from games.sight.watching import Scene, watch

ID = re.compile(r"(\d{1,9})\.(\d{1,9})\.([0-9a-f]{12})")


@dataclass(frozen=True)
class Bulletin:
    """An event ready for everybody who listened when it was read."""

    id: str
    places: dict[int, Place | None]
    """The place of each listener, by player."""
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
class Look:
    """What a look came to.

    Attributes:
        known: None where there is no such table any more.
        told: What has happened since the last look.
        opening: Where somebody came: what they are told first.
        moved: Listeners who have sat down or got up, so that another reel is theirs.
    """

    known: Known | None
    told: list[Bulletin] = field(default_factory=list)
    opening: bytes = b""
    moved: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Newcomer:
    """Somebody who begins to listen, perhaps again after the event that they name."""

    player_id: int
    last_id: str = ""


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
    newcomer: Newcomer | None = None,
) -> Look:
    """Read what has happened at a table, and what newcomers hear first.

    Args:
        is_delayed: For spectators, who are told later here (games.sight.delay).
        players: Who listens already.
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
        opening = _opening(scene, now, public, newcomer) if newcomer else b""
        return Look(now, told, opening, scene.moved)


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
    told = []
    for number, event in enumerate(events):
        is_last = number == last
        id = event_id(event.mark, now.digest if is_last else before)
        places = {player: event.place_of(player) for player in players}
        frames = {
            place: tell(event, place, id=id, table=public if is_last else None)
            for place in set(places.values())
        }
        told.append(Bulletin(id, places, frames))
    return told


def _opening(scene: Scene, now: Known, public: Json, newcomer: Newcomer) -> bytes:
    """What they missed, if they say where they were and it is not too long ago; else all."""
    match = ID.fullmatch(newcomer.last_id)
    missed = scene.missed_after(Mark(int(match[1]), int(match[2]))) if match else None
    if match is None or missed is None:
        return frame("snapshot", whole_table(scene.seen_by(newcomer.player_id)), id=now.id)
    told = tell_all(missed, now, public, [newcomer.player_id], before=match[3])
    return b"".join(one.to(newcomer.player_id) or b"" for one in told)
