"""Tables at which no deal is dealt because a side is not whole: who is missing, and for whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from games.models import Seat, Table
from games.play.lineup import LineUp, next_sitting


class Offer(StrEnum):
    """Ways to let a table go on whose side is not whole. Source: RULES.md 1.8."""

    SUBSTITUTE = "substitute"  # Somebody takes the place of who is missing.
    SIT_OUT = "sit_out"  # The rest of the side sits out.
    MOVE = "move"  # People go to other tables, so that sides are whole again.


@dataclass(frozen=True)
class HeldUp:
    """A table that waits for somebody.

    Attributes:
        missing: Who is missing, some of whom may have gone home.
        waiting: Their partners, who could play.
    """

    table: Table
    missing: tuple[Seat, ...]
    waiting: tuple[Seat, ...]

    @property
    def sentence(self) -> str:
        """The same in words, with what to do."""
        partners = f" Without a partner: {_names(self.waiting)}." if self.waiting else ""
        return (
            f"{self.table} deals no cards without {_names(self.missing)}.{partners} Seat somebody "
            "in their place, let the rest of the side sit out, or move people; chips that are "
            "missing can be brought."
        )


def held_up(table: Table) -> HeldUp | None:
    """The people missing at a table where no deal is dealt; None where there is a next deal.

    An open table between two deals is asked.
    """
    if table.closed_at is not None or table.rules.sides == "individual":
        return None
    if table.deals.filter(settled_at=None, voided_at=None).exists():
        return None
    sitting = next_sitting(table)
    return held_up_by(table, sitting.lineup(), table.seats.named())


def held_up_by(table: Table, lineup: LineUp, every: Iterable[Seat]) -> HeldUp | None:
    """The same of a line-up that is known.

    Args:
        every: The seats of all who ever sat there, with their players.
    """
    is_stuck = lineup.is_held_up or table.rules.refusal(len(lineup.numbers)) is not None
    if not (lineup.missing and is_stuck):
        return None
    seats = list(every)
    sides = {seat.side for seat in seats if seat.number in lineup.missing}
    return HeldUp(
        table,
        tuple(seat for seat in seats if seat.number in lineup.missing),
        tuple(
            seat
            for seat in seats
            if seat.side in sides
            and seat.cashed_chips is None
            and seat.number not in lineup.missing
        ),
    )


def _names(seats: Iterable[Seat]) -> str:
    return ", ".join(str(seat.player) for seat in seats)
