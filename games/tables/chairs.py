"""A chair at an open table: to the right of all who sit there, or between two others."""

from datetime import datetime

from django.db.models import Count, F, Max

from games.bell import ring_players
from games.errors import NotSeated
from games.models import Seat, Table
from games.seat_numbers import SeatNumber, TablePlace
from games.tables.opening import SeatPlan, new_seat


def take_chair(
    table: Table, plan: SeatPlan, *, after: SeatNumber | None = None, at: datetime
) -> Seat:
    """A seat for somebody who comes later, stored; the chips of the plan are still to be brought.

    The caller holds the table. Whoever sat there before has what was left of their time bank.

    Args:
        after: The seat to whose left they sit down, or of somebody who goes or has gone, whose
            chair they take; None to the right of all who came before.

    Raises:
        NotSeated: the table never had that seat.
    """
    known = table.seats.aggregate(count=Count("pk"), last=Max("number", default=-1))
    place = TablePlace(known["count"]) if after is None else _beside(table, after)
    table.seats.filter(place__gte=place).update(place=F("place") + 1)
    seat = new_seat(table, SeatNumber(known["last"] + 1), place, plan)
    seat.came_at = at
    if before := table.seats.filter(player=plan.player_id).order_by("-number").first():
        seat.bank_seconds = before.bank_seconds
    seat.save()
    ring_players([seat.player_id])
    return seat


def _beside(table: Table, number: SeatNumber) -> TablePlace:
    seat: Seat | None = table.seats.filter(number=number).first()
    if seat is None:
        raise NotSeated(f"{table} has no seat {number}: look again at who sits there.")
    is_going = seat.cashed_chips is not None or seat.is_leaving
    return seat.place if is_going else TablePlace(seat.place + 1)
