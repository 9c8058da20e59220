"""A change by hand to a round that is drawn: two people trade places."""

from dataclasses import dataclass

from django.db import transaction

from clubs.draws import DRAWING, lay, tables_of
from clubs.errors import NothingDrawn, NotInRound, PartnersUnfit
from clubs.memory import memory_of
from clubs.models import Member, Night
from clubs.seating import Again, Tables
from clubs.sides import units_of
from clubs.stages import lock_night
from clubs.wishes import wishes_of


@dataclass(frozen=True)
class Swap:
    """What a swap does to a round.

    Attributes:
        before: How many pairs at its tables have met before, as it was drawn.
        after: The same after the swap.
        again: Who meets again after the swap, by the keys of members.
    """

    before: int
    after: int
    again: tuple[Again, ...]


@transaction.atomic
def swap_people(
    night: Night, one: Member, other: Member, *, number: int, dry_run: bool = False
) -> Swap:
    """Let two people trade their places in a drawn round; partners go with them.

    The repeat meetings of this round, and of those drawn after it, are counted again.

    Args:
        number: The round's.
        dry_run: Only tell what would be.

    Raises:
        WrongMoment: the night is not open yet, or it is over.
        NothingDrawn: the round is not drawn, or its tables are open.
        NotInRound: somebody has no place in it.
        PartnersUnfit: the two have different numbers of partners.
    """
    night = lock_night(night, *DRAWING)
    drafted = list(night.rounds.drafted())
    if number not in [drawn.number for drawn in drafted]:
        raise NothingDrawn(
            f"Round {number} is not drawn, or its tables are open: look at the night again."
        )
    attendance_of = dict(night.attendances.values_list("member_id", "pk"))
    units = units_of(night, attendance_of)
    memory = memory_of(night, units, wishes_of(night))
    swap: Swap | None = None
    for drawn in drafted:
        tables = tables_of(drawn)
        if drawn.number == number:
            traded = _traded(tables, one, other, units)
            before, after = memory.told(tables), memory.told(traded)
            swap, tables = Swap(before.repeats, after.repeats, after.again), traded
        if swap is not None and not dry_run:
            lay(drawn, memory.told(tables), attendance_of)
        memory = memory.after(tables)
    assert swap is not None, "the round is one of those drawn"
    return swap


def _traded(
    tables: Tables, one: Member, other: Member, units: list[tuple[int, ...]]
) -> list[list[int]]:
    """The tables after the swap; raises as `swap_people` does."""
    here = {member for table in tables for member in table}
    for member in (one, other):
        if member.pk not in here:
            raise NotInRound(f"{member} has no place in this round: draw or repair it first.")
    mine, theirs = (_unit_of(member, units, here) for member in (one, other))
    if len(mine) != len(theirs):
        raise PartnersUnfit(
            f"{one} and {other} do not have the same number of partners, and partners stay "
            "together. Name two people with a partner or two without, or end a partnership."
        )
    pairs = [(one.pk, other.pk)] if other.pk in mine else list(zip(mine, theirs, strict=True))
    trade = {first: second for pair in pairs for first, second in (pair, pair[::-1])}
    return [[trade.get(member, member) for member in table] for table in tables]


def _unit_of(member: Member, units: list[tuple[int, ...]], here: set[int]) -> tuple[int, ...]:
    """They and their partners, they first; alone where a partner is not in this round."""
    alone = (member.pk,)
    unit = next((unit for unit in units if member.pk in unit and here.issuperset(unit)), alone)
    return (member.pk, *(partner for partner in unit if partner != member.pk))
