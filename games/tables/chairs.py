"""A chair at an open table: to the right of all who sit there, or between two others."""

from datetime import datetime

from django.db.models import Count, F, Max

from games.bell import ring_players
from games.errors import NotSeated
from games.evening.sides import vacant_side
from games.models import Seat, Table
from games.seat_numbers import SeatNumber, TablePlace
from games.tables.opening import SeatPlan, new_seat


def take_chair(
    table: Table, plan: SeatPlan, *, after: SeatNumber | None = None, at: datetime
) -> Seat:
    """A seat for somebody who comes later, stored; the chips of the plan are still to be brought.

    The caller holds the table. Whoever sat there before has what was left of their time bank. Who
    takes the chair of somebody who has gone takes their place in a side. Source: RULES.md 1.8.

    Args:
        after: The seat to whose left they sit down, or of somebody who goes or has gone, whose
            chair they take; None to the right of all who came before, or, where partners play, in
            the chair of somebody who has gone and whose partner is there.

    Raises:
        NotSeated: the table never had that seat.
    """
    known = table.seats.aggregate(count=Count("pk"), last=Max("number", default=-1))
    left = _left_by_a_partner(table, plan.player_id, after)
    chair = left.number if left is not None and after is None else after
    place = TablePlace(known["count"]) if chair is None else _beside(table, chair)
    table.seats.filter(place__gte=place).update(place=F("place") + 1)
    side = None if left is None else left.side
    seat = new_seat(table, SeatNumber(known["last"] + 1), place, plan, side=side)
    seat.came_at = at
    if before := table.seats.filter(player=plan.player_id).order_by("-number").first():
        seat.bank_seconds = before.bank_seconds
    seat.save()
    ring_players([seat.player_id])
    return seat


def _left_by_a_partner(table: Table, player_id: int, after: SeatNumber | None) -> Seat | None:
    """The seat of somebody who goes or has gone, whose place in a side is taken now.

    Their own comes first, if they come back.
    """
    if table.rules.sides == "individual":
        return None
    sided = list(table.seats.exclude(side=None).order_by("-number"))
    gone = [seat for seat in sided if seat.cashed_chips is not None or seat.is_leaving]
    staying = [seat.side for seat in sided if seat not in gone and seat.side is not None]
    if after is not None:
        gone = [seat for seat in gone if seat.number == after]
    gone.sort(key=lambda seat: seat.player_id != player_id)
    sides = [seat.side for seat in gone if seat.side is not None]
    side = vacant_side(table.rules, staying, sides)
    return None if side is None else next(seat for seat in gone if seat.side == side)


def _beside(table: Table, number: SeatNumber) -> TablePlace:
    seat: Seat | None = table.seats.filter(number=number).first()
    if seat is None:
        raise NotSeated(f"{table} has no seat {number}: look again at who sits there.")
    is_going = seat.cashed_chips is not None or seat.is_leaving
    return seat.place if is_going else TablePlace(seat.place + 1)
