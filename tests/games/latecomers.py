"""People who come late to the table of a host, go home and come back."""

from typing import Any

from games.evening.result import Result
from games.models import Deal, Seat, Table
from games.play.by_hand import record_deal
from games.play.lineup import next_sitting
from games.seat_numbers import SeatNumber
from games.tables.hosting import seat_late, take_home
from tests.games.factories import again, later
from tests.games.fireside import guest

AINE, BRID, CON, DAN, ENA, FINN = map(SeatNumber, range(6))


def comes(table: Table, seconds: float, *, chips: int = 20, **options: Any) -> Seat:
    return seat_late(table, guest(table.book, chips=chips), at=later(seconds), **options)


def goes(table: Table, seconds: float, number: SeatNumber, **options: Any) -> Seat:
    player_id = table.seats.get(number=number).player_id
    return take_home(table, player_id=player_id, at=later(seconds), **options)


def enter(table: Table, seconds: float, kind: Any, **told: Any) -> Deal:
    """The next deal, which is entered at that time."""
    number = next_sitting(again(table)).number
    return record_deal(table, Result(kind=kind, **told), number=number, at=later(seconds))


def stacks(table: Table) -> dict[int, int]:
    """What lies before everybody who sits there, clockwise."""
    return {seat.number: seat.stack.balance for seat in table.seats.taken().select_related("stack")}
