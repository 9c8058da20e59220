"""The next deals of several tables of real cards, read at once."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from games.circle import Circle
from games.evening.course import Course
from games.models import Deal, Mode, Seat, Table, TotalsEntry
from games.play.held_up import HeldUp, held_up_by
from games.play.lineup import LineUp, Sitting, ended, is_played_out, sides_of
from games.sight.entries import with_entries


@dataclass(frozen=True)
class Ahead:
    """A table between two deals.

    Attributes:
        last: The last deal that stands; None before the first.
        next: Who plays the next one; None where nothing can be entered.
        held_up: Who is missing, where nothing can be entered before they are here.
        every: The seats of all who ever sat there, clockwise; `seats` of those who still do.
        has_totals: Totals are entered instead of deals.
    """

    table: Table
    last: Deal | None
    next: LineUp | None
    every: tuple[Seat, ...]
    has_totals: bool = False
    held_up: HeldUp | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.every if seat.cashed_chips is None)


def ahead_of(tables: Sequence[Table]) -> dict[int, Ahead]:
    """What comes next at each of these, by its key; a constant number of queries."""
    pks = [table.pk for table in tables]
    every = defaultdict[int, list[Seat]](list)
    for seat in Seat.objects.filter(table__in=pks).named():
        every[seat.table_id].append(seat)
    ready = set(Seat.objects.filter(table__in=pks).ready().values_list("pk", flat=True))
    deals = defaultdict[int, list[Deal]](list)
    for deal in with_entries(Deal.objects.counted().filter(table__in=pks).order_by("number")):
        deals[deal.table_id].append(deal)
    newest = TotalsEntry.objects.filter(table__in=pks).newest()
    kept_by_totals = {entry.table_id for entry in newest if entry.totals is not None}
    return {
        table.pk: _ahead(
            table,
            every[table.pk],
            ready,
            deals[table.pk],
            has_totals=table.pk in kept_by_totals,
        )
        for table in tables
    }


def _ahead(
    table: Table, seats: list[Seat], ready: set[int], deals: list[Deal], *, has_totals: bool
) -> Ahead:
    for deal in deals:
        deal.table = table
    last = deals[-1] if deals else None
    every = tuple(seats)
    if table.mode != Mode.RECORDED or table.closed_at is not None or has_totals:
        return Ahead(table, last, None, every, has_totals=has_totals)
    course = reduce(Course.after, map(ended, deals), Course())
    sitting = Sitting(
        table,
        last.number + 1 if last else 1,
        tuple(seat for seat in seats if seat.pk in ready),
        Circle(tuple(seat.number for seat in seats)),
        course,
        sides_of(seats),
    )
    lineup = sitting.lineup()
    if is_played_out(table, lineup):
        return Ahead(table, last, None, every)
    waits = held_up_by(table, lineup, seats)
    is_over = waits or table.rules.refusal(len(lineup.seats))
    return Ahead(table, last, None if is_over else lineup, every, held_up=waits)
