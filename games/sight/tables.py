"""A table as somebody sees it: what lies there, who sits there, and its deal."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from games.models import Deal, Seat, Table
from games.sight.deals import Sight, see
from games.sight.delay import deals_by, pools_as_of, table_as_of

SUMMARY_COLUMNS: Final = (
    *("name", "mode", "deals_limit", "seats_limit", "paused_at", "opened_at", "closed_at"),
)
"""Of the row of a table, what a list of tables tells, beside its pool."""


@dataclass(frozen=True)
class TableSight:
    """All that somebody may know of a table.

    Attributes:
        table: As it was at the moment up to which they are told; not to be stored.
        seats: Who sits there. At a closed table: everybody who ever sat there.
        deal: The deal in play, or else the last one; None before the first.
    """

    table: Table
    seats: tuple[Seat, ...]
    deal: Sight | None = None


def see_table(table: Table, player_id: int | None, *, until: datetime | None) -> TableSight:
    """What a player sees of a table now, or a spectator: the one answer that all doors render.

    Args:
        table: As `Table.objects.with_seats` reads it.
        until: Until when they are told what happened (`games.sight.delay.shown_until`).
    """
    return with_deal(see_public(table, until=until), player_id, until=until)


def see_public(table: Table, *, until: datetime | None) -> TableSight:
    """What is the same for everybody who is told until that moment: all but the deal.

    Args:
        table: As in `see_table`.
    """
    seats = list(table.seats.all())
    then = table_as_of(table, until, seats)
    is_closed = then.closed_at is not None
    return TableSight(then, tuple(seat for seat in seats if is_closed or seat.cashed_chips is None))


def with_deal(sight: TableSight, player_id: int | None, *, until: datetime | None) -> TableSight:
    """The same table with its deal, as one player sees it or a spectator."""
    deal = last_deal(sight.table, until=until)
    return replace(sight, deal=see(deal, player_id, until=until) if deal else None)


def last_deal(table: Table, *, until: datetime | None) -> Deal | None:
    """The deal in play, or else the last one, with its cards; None before the first."""
    deal = deals_by(table, until).order_by("-number").first()
    if deal is not None:
        deal.table = table
    return deal


def see_open_tables(*, at: datetime, among: Collection[int] | None = None) -> list[Table]:
    """Open tables with their pools, as spectators know them, the newest first; in two statements.

    Args:
        among: Only these; None for all.
    """
    rows = Table.objects.open() if among is None else Table.objects.open().filter(pk__in=among)
    named = ("spectator_delay_seconds", "pool__balance", *SUMMARY_COLUMNS)
    tables = list(rows.select_related("pool").only(*named).order_by("-pk"))
    late = pools_as_of([table for table in tables if table.spectator_delay_seconds], at=at)
    for table in tables:
        if table.spectator_delay_seconds:
            table.pool.balance = late[table.pk]
    return tables
