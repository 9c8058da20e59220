"""Locked tables of a drawn round: drawing again and repairing leave them as they are."""

from datetime import datetime

from django.db import transaction

from clubs.errors import NoTable
from clubs.log import noted
from clubs.models import DeedKind, Night, NightRound
from clubs.stages import DRAWING, drafted_round, lock_night
from deploy.rights import Doer


@transaction.atomic
def lock_table(
    night: Night,
    *,
    number: int,
    table: int,
    is_locked: bool = True,
    by: Doer | None = None,
    at: datetime | None = None,
) -> Night:
    """Lock a table of a drawn round, or let it change again.

    Its people keep their seats while they are here; nobody else gets one there by a draw. Somebody
    may still be moved there or away by hand.

    Args:
        number: The round's.
        table: As it is called in the hall.

    Raises:
        WrongMoment: the night is not open yet, or it is over.
        NothingDrawn: the round is not drawn, or its tables are open.
        NoTable: the round has no such table.
    """
    night = lock_night(night, *DRAWING)
    drawn = drafted_round(night, number)
    with noted(night, DeedKind.LOCK, by=by, at=at) as note:
        if not drawn.tables.filter(number=table).update(is_locked=is_locked):
            raise NoTable(f"{drawn} has no table {table}: look at the night again.")
        note.tell(rounds=[number], table=table, is_locked=is_locked)
    return night


def locked_in(drawn: NightRound) -> dict[int, list[int]]:
    """Of each locked table of a round, by its number from 0, its people clockwise, as members."""
    places = drawn.places.filter(table__is_locked=True).round_the_tables()
    locked: dict[int, list[int]] = {}
    for number, member in places.values_list("table__number", "attendance__member_id"):
        locked.setdefault(number - 1, []).append(member)
    return locked
