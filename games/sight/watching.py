"""A table as those who watch it together see it, look by look."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime

from games.engine import Place
from games.models import Seat, Table
from games.sight.deals import Sight, sight_of
from games.sight.delay import spectators_until
from games.sight.events import Event, Mark, Standing, carry_on, since, stand
from games.sight.folding import place_of
from games.sight.tables import TableSight, see_public


@dataclass(frozen=True)
class Scene:
    """What a look at a table came to.

    Attributes:
        sight: What all who watch see alike: the table without its deal.
        standing: How the table stands for them.
        events: What has happened since it stood as they knew it.
        moved: Who of them has sat down or got up, and so is told at other times.
        until: Until when they are told what happened.
    """

    sight: TableSight
    standing: Standing
    events: list[Event]
    moved: frozenset[int]
    until: datetime | None

    def place_of(self, player_id: int) -> Place | None:
        """Where somebody is dealt in; None for a spectator."""
        return place_of(self.standing.seats, player_id)

    def seen_from(self, place: Place | None) -> TableSight:
        """The table with its deal, as a place sees it or a spectator; nothing is read for it."""
        deal, state = self.standing.deal, self.standing.state
        if deal is None:
            return self.sight
        if state is None:
            return replace(self.sight, deal=Sight(deal, None, None))
        sight = sight_of(deal, list(self.standing.seats), state, place)
        return replace(self.sight, deal=sight if self.until is None else sight.told_later())

    def missed_after(self, mark: Mark) -> list[Event] | None:
        """What has happened after a mark; None where that cannot be told (`events.since`)."""
        return since(self.sight.table, mark, until=self.until)


def watch(
    table_id: int,
    known: Standing | None,
    players: Collection[int],
    *,
    is_delayed: bool,
    read_clock: Callable[[], datetime],
) -> Scene | None:
    """Look at a table; None where there is no such table any more.

    Args:
        known: How it stood at the last look.
        players: Who watches.
        is_delayed: As spectators, who are told later here (`games.sight.delay`).
        read_clock: Asked where they are told later.
    """
    table = Table.objects.with_seats().filter(pk=table_id).first()
    if table is None:
        return None
    moved = _moved(table, list(table.seats.all()), players, is_delayed=is_delayed)
    until = spectators_until(table, at=read_clock()) if is_delayed else None
    sight = see_public(table, until=until)
    stood = known or stand(sight.table, until=until)
    standing, events = carry_on(sight.table, stood, until=until)
    return Scene(sight, standing, events, moved, until)


def _moved(
    table: Table, seats: list[Seat], players: Collection[int], *, is_delayed: bool
) -> frozenset[int]:
    if not table.spectator_delay_seconds or table.closed_at is not None:
        return frozenset()
    sitting = {seat.player_id for seat in seats if seat.cashed_chips is None}
    return frozenset(player for player in players if (player in sitting) == is_delayed)
