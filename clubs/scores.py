"""The tables of a night as whoever enters results sees them."""

from dataclasses import dataclass

from clubs.models import Night, NightTable, RoundStatus
from games.models import Deal, Mode
from games.play.ahead import Ahead, ahead_of
from games.seat_numbers import SeatNumber


@dataclass(frozen=True)
class Score:
    """A table of the round that is played.

    Attributes:
        names: Who sits there or sat there, by seat.
    """

    laid: NightTable
    names: dict[SeatNumber, str]
    ahead: Ahead

    @property
    def number(self) -> int:
        """Of the deal whose result comes next; 0 where nothing can be entered."""
        return self.ahead.next.number if self.ahead.next else 0

    @property
    def dealer(self) -> str:
        """Who deals next; empty before the first deal: the cards of the hall say who does."""
        line = self.ahead.next
        return self.names[line.numbers[line.dealer]] if line and line.number > 1 else ""

    @property
    def stakes(self) -> int:
        """What goes in."""
        return sum(self.ahead.next.contributions) if self.ahead.next else 0

    @property
    def pool(self) -> int:
        return self.ahead.table.pool.balance

    @property
    def missing(self) -> str:
        """The people missing where nothing can be entered before they are here."""
        waits = self.ahead.held_up
        return ", ".join(str(seat.player) for seat in waits.missing) if waits else ""

    @property
    def last(self) -> Deal | None:
        return self.ahead.last


def scores_of(night: Night, *, link_table: int | None = None, is_lent: bool = False) -> list[Score]:
    """The open tables, by a constant number of queries.

    Args:
        link_table: The only table that a link opens; None for all.
        is_lent: Only tables of real cards: what is dealt online, a link does not show here.
    """
    tables = NightTable.objects.filter(
        round__night=night, round__status=RoundStatus.PLAYING, table__isnull=False
    )
    if link_table is not None:
        tables = tables.filter(number=link_table)
    if is_lent:
        tables = tables.filter(table__mode=Mode.RECORDED)
    told = tables.select_related("round", "table__pool").defer("table__sealed_tail")
    laid = list(told.order_by("number"))
    opened = [one.table for one in laid if one.table is not None]
    ahead = ahead_of(opened)
    return [
        Score(one, {seat.number: str(seat.player) for seat in found.every}, found)
        for one in laid
        if one.table is not None
        for found in [ahead[one.table.pk]]
    ]
