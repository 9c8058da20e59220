"""A change by hand to a round that is drawn: two people trade places."""

from datetime import datetime

from django.db import transaction

from clubs.draws import tables_of
from clubs.errors import NotInRound, PartnersUnfit
from clubs.log import noted
from clubs.models import DeedKind, Member, Night
from clubs.reseating import Reseated, reseat
from clubs.seating import Tables
from clubs.sides import Units, partners_with, units_of
from clubs.stages import DRAWING, drafted_round, lock_night
from clubs.versions import check_seen
from deploy.rights import Doer


@transaction.atomic
def swap_people(
    night: Night,
    one: Member,
    other: Member,
    *,
    number: int,
    seen: str | None = None,
    by: Doer | None = None,
    at: datetime | None = None,
) -> Reseated:
    """Let two people trade their places in a drawn round; partners go with them.

    The repeat meetings of this round, and of those drawn after it, are counted again.

    Args:
        number: The round's.
        seen: The version of its tables that they saw (`clubs.versions`); None for any.

    Raises:
        WrongMoment: the night is not open yet, or it is over.
        NothingDrawn: the round is not drawn, or its tables are open.
        SeatingChanged: its tables are others by now.
        NotInRound: somebody has no place in it.
        PartnersUnfit: the two have different numbers of partners.
    """
    night = lock_night(night, *DRAWING)
    tables = tables_of(drafted_round(night, number))
    check_seen(tables, seen, number=number)
    with noted(night, DeedKind.SWAP, by=by, at=at) as note:
        traded = _traded(night, tables, one, other)
        [reseated] = reseat(night, {number: traded}, is_by_hand=False)
        note.people([one, other])
        note.tell(rounds=[number])
    return reseated


def _traded(night: Night, tables: Tables, one: Member, other: Member) -> list[list[int]]:
    """The tables after the swap; raises as `swap_people` does."""
    here = {member for table in tables for member in table}
    for member in (one, other):
        if member.pk not in here:
            raise NotInRound(f"{member} has no place in this round: draw or repair it first.")
    found = traded(tables, one.pk, other.pk, units_of(night, here))
    if found is None:
        raise PartnersUnfit(
            f"{one} and {other} do not have the same number of partners, and partners stay "
            "together. Name two people with a partner or two without, or end a partnership."
        )
    return found


def traded(tables: Tables, one: int, other: int, units: Units) -> list[list[int]] | None:
    """The tables after two have traded places; None if they have different numbers of partners."""
    mine, theirs = partners_with(one, units), partners_with(other, units)
    if len(mine) != len(theirs):
        return None
    pairs = [(one, other)] if other in mine else list(zip(mine, theirs, strict=True))
    trade = {first: second for pair in pairs for first, second in (pair, pair[::-1])}
    return [[trade.get(member, member) for member in table] for table in tables]
