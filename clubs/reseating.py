"""Changes by hand to rounds that are drawn: somebody is placed, or a whole seating is handed in."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product

from django.db import transaction

from clubs.draws import is_up_to_date, lay, people_here, tables_of
from clubs.errors import NoTable, NotHere, SeatingUnfit
from clubs.house_rules import fix_rules
from clubs.locks import locked_in
from clubs.log import noted
from clubs.memory import memory_of
from clubs.models import DeedKind, Member, Night, NightRound, NightStatus
from clubs.seating import Again, Tables
from clubs.sides import Units, are_sides, fitting_all, partners_with, units_of
from clubs.stages import DRAWING, drafted_round, lock_night, move_night
from clubs.versions import check_seen
from clubs.wishes import wishes_of
from deploy.rights import Doer
from games.engine.options import either

MOST_TABLES = 1000  # The highest number of a table.


@dataclass(frozen=True)
class Reseated:
    """What a change does to a round.

    Attributes:
        number: The round's.
        before: How many pairs at its tables have met before, as it was drawn; None where it was
            not drawn.
        after: The same after the change.
        again: Who meets again after the change, by the keys of members.
    """

    number: int
    before: int | None
    after: int
    again: tuple[Again, ...]


@dataclass(frozen=True)
class HandMade:
    """A table of a seating that somebody hands in.

    Attributes:
        number: As it is called in the hall.
        members: Who sits there, clockwise, by the keys of members.
    """

    number: int
    members: Sequence[int]
    is_locked: bool = False


def reseat(
    night: Night,
    wanted: Mapping[int, Tables],
    *,
    locked: Mapping[int, Collection[int]] | None = None,
    is_by_hand: bool,
) -> list[Reseated]:
    """Seat people in drawn rounds as it is wanted; the caller has locked the night.

    The repeat meetings of these rounds, and of those drawn after them, are counted again.

    Args:
        wanted: By the number of a round its tables.
        locked: By the number of a round the tables that are locked then, from 0; None where locks
            stay.
        is_by_hand: Whether the sizes of the tables are no longer those of a draw.
    """
    attendance_of = dict(night.attendances.values_list("member_id", "pk"))
    memory = memory_of(night, units_of(night, attendance_of), wishes_of(night))
    reseated: list[Reseated] = []
    for drawn in night.rounds.drafted():
        before = tables = tables_of(drawn)
        locks: Collection[int] = locked_in(drawn)
        by_hand = drawn.is_by_hand
        if drawn.number in wanted:
            tables = [list(table) for table in wanted[drawn.number]]
            told = memory.told(tables)
            was = memory.told(before).repeats if any(before) else None
            reseated.append(Reseated(drawn.number, was, told.repeats, told.again))
            locks = locks if locked is None else locked[drawn.number]
            by_hand = by_hand or is_by_hand
        if reseated:
            lay(drawn, memory.told(tables), attendance_of, locks, is_by_hand=by_hand)
        memory = memory.after(tables)
    if night.status == NightStatus.OPEN and is_up_to_date(night):
        move_night(night, NightStatus.SEATED)
    return reseated


@transaction.atomic
def place_person(
    night: Night,
    member: Member,
    *,
    number: int,
    table: int,
    after: Member | None = None,
    seen: str | None = None,
    by: Doer | None = None,
    at: datetime | None = None,
) -> Reseated:
    """Give somebody another place in a drawn round, or a first one; partners go with them.

    Args:
        number: The round's.
        table: As it is called in the hall.
        after: To whose left they sit down, clockwise; None after all others.
        seen: The version of its tables that they saw (`clubs.versions`); None for any.

    Raises:
        WrongMoment: the night is not open yet, or it is over.
        NothingDrawn: the round is not drawn, or its tables are open.
        SeatingChanged: its tables are others by now.
        NotHere: they are not checked in.
        NoTable: the round has no such table, or `after` does not sit there.
        SeatingUnfit: a table could not play by the rules, or partners would not be one side.
    """
    night = lock_night(night, *DRAWING)
    drawn = drafted_round(night, number)
    here = people_here(night)
    if member.pk not in here:
        raise NotHere(f"{member} is not checked in to {night}: check them in first.")
    units = units_of(night, here)
    before = tables_of(drawn)
    check_seen(before, seen, number=number)
    if not (1 <= table <= len(before) and before[table - 1]):
        raise NoTable(f"{drawn} has no table {table}: look at the night again.")
    unit = partners_with(member.pk, units)
    tables = [[one for one in company if one not in unit] for company in before]
    chair = None if after is None else after.pk
    if chair is not None and chair not in tables[table - 1]:
        raise NoTable(f"{after} does not sit at table {table} of this round: name somebody else.")
    tables[table - 1] = _joined(night, tables[table - 1], unit, units, after=chair)
    touched = {number for number, company in enumerate(tables) if company != before[number]}
    check_tables(night, tables, units, touched)
    with noted(night, DeedKind.PLACE, by=by, at=at) as note:
        [reseated] = reseat(night, {number: tables}, is_by_hand=True)
        note.people([member])
        note.tell(rounds=[number], table=table)
    return reseated


@transaction.atomic
def seat_by_hand(
    night: Night,
    rounds: Mapping[int, Sequence[HandMade]],
    *,
    by: Doer | None = None,
    at: datetime | None = None,
) -> list[Reseated]:
    """Seat everybody who is here as somebody says, in rounds that are drawn or in the next ones.

    Args:
        rounds: By the number of a round its tables.

    Raises:
        WrongMoment: the night is not open yet, or it is over.
        NothingDrawn: a round is played, or one before it is missing.
        NotHere: somebody is not checked in.
        SeatingUnfit: somebody is named twice or not at all, a table could not play by the rules, or
            partners are not one side.
    """
    night = lock_night(night, *DRAWING)
    with noted(night, DeedKind.SEATING, by=by, at=at) as note:
        fix_rules(night)
        here = people_here(night)
        units = units_of(night, here)
        wanted = {number: _tables(night, made, here) for number, made in rounds.items()}
        for tables in wanted.values():
            check_tables(night, tables, units)
        last = night.rounds.standing().count()
        for number in sorted(wanted):
            if number == last + 1:
                last = NightRound.objects.create(night=night, number=number).number
            drafted_round(night, number)
        locked = {
            number: {one.number - 1 for one in made if one.is_locked}
            for number, made in rounds.items()
        }
        reseated = reseat(night, wanted, locked=locked, is_by_hand=True)
        note.tell(rounds=sorted(wanted))
    return reseated


def check_tables(
    night: Night, tables: Tables, units: Units, touched: Collection[int] | None = None
) -> None:
    """See that tables can play by the rules, and that their partners are one side.

    Args:
        touched: Which tables, from 0; None for all.

    Raises:
        SeatingUnfit: they cannot, or are not.
    """
    fitting = fitting_all(night.rules, units)
    looked_at = range(len(tables)) if touched is None else sorted(touched)
    for number in looked_at:
        if tables[number] and len(tables[number]) not in fitting:
            raise SeatingUnfit(
                f"Table {number + 1} would have {len(tables[number])}, and these house rules are "
                f"for tables of {either(fitting)}. Let two people trade places, or seat everybody "
                "by hand."
            )
    there = {one for number in looked_at for one in tables[number]}
    filled = [company for company in tables if company]
    everybody = {one for company in filled for one in company}
    for unit in units:
        is_touched = everybody.issuperset(unit) and not there.isdisjoint(unit)
        if is_touched and not are_sides(night.rules, filled, [unit]):
            raise SeatingUnfit(
                f"{_names(unit)} are partners, and would not be one side: seat them so, or end "
                "their partnership first."
            )


def _tables(night: Night, made: Iterable[HandMade], here: Collection[int]) -> list[list[int]]:
    """The tables by their numbers; everybody who is here has one place.

    Raises:
        NotHere: somebody is not here.
        SeatingUnfit: a table or somebody is named twice, or somebody is missing.
    """
    by_number: dict[int, Sequence[int]] = {}
    seen: set[int] = set()
    for table in made:
        if table.number in by_number:
            raise SeatingUnfit(f"Table {table.number} is named twice: name each table once.")
        by_number[table.number] = table.members
        for one in table.members:
            if one not in here:
                raise NotHere(f"{_names([one])}: not checked in to {night}. Check them in first.")
            if one in seen:
                raise SeatingUnfit(f"{_names([one])} is named twice: name everybody once.")
            seen.add(one)
    if missing := sorted(set(here) - seen):
        raise SeatingUnfit(f"{_names(missing)}: here, and without a place. Name them, too.")
    return [list(by_number.get(number, ())) for number in range(1, max(by_number) + 1)]


def _joined(
    night: Night,
    company: Sequence[int],
    unit: Sequence[int],
    units: Units,
    *,
    after: int | None,
) -> list[int]:
    """The table with somebody after that chair, and with their partners where they are one side."""
    place = len(company) if after is None else company.index(after) + 1
    first = [*company[:place], unit[0], *company[place:]]
    theirs = [one for one in units if set(one) <= {*company, *unit}]
    for places in product(range(len(first) + 1), repeat=len(unit) - 1):
        order = list(first)
        for partner, chair in zip(unit[1:], places, strict=True):
            order.insert(chair, partner)
        if are_sides(night.rules, [order], theirs):
            return order
    return [*first, *unit[1:]]  # Which is refused, in words.


def _names(members: Iterable[int]) -> str:
    keys = list(members)
    found = Member.objects.select_related("player").in_bulk(keys)
    return ", ".join(str(found.get(one, f"Member {one}")) for one in keys)
