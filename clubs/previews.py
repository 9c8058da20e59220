"""What a change at the tables would do, told before it is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from clubs.breaking_up import Placing, break_up
from clubs.draws import tables_of
from clubs.errors import ClubsError
from clubs.memory import memory_of
from clubs.models import Night
from clubs.rehearsing import Rehearsal, rehearse
from clubs.sides import partners_with, units_of
from clubs.stages import drafted_round
from clubs.swaps import traded
from clubs.tables_at_play import numbered, opened, tables_at_play
from clubs.wishes import wishes_of
from games.engine.errors import PoolNotWon
from games.errors import NumberUnplayable
from ledger.kinds import AccountKind


@dataclass(frozen=True)
class Repeats:
    """How many pairs of a drawn round meet again, now and after somebody got another place.

    Attributes:
        by_member: After they trade places with this member.
        by_table: After they go to the table of this number.
    """

    now: int
    by_member: Mapping[int, int]
    by_table: Mapping[int, int]


def repeats_of(night: Night, member: int, *, number: int) -> Repeats:
    """What each place in a drawn round would do to its repeat meetings, for one person.

    Args:
        number: The round's.

    Raises:
        NothingDrawn: it is not drawn, or its tables are open.
    """
    tables = tables_of(drafted_round(night, number))
    everybody = list(night.attendances.values_list("member_id", flat=True))
    units = units_of(night, everybody)
    memory = memory_of(night, units, wishes_of(night))
    for drawn in night.rounds.drafted().filter(number__lt=number):
        memory = memory.after(tables_of(drawn))
    count = memory.counter(everybody)
    unit = partners_with(member, units)
    seated = {one for table in tables for one in table}
    trades = {one: traded(tables, member, one, units) for one in seated - {member}}
    rest = [[one for one in table if one not in unit] for table in tables]
    return Repeats(
        now=count(tables),
        by_member={one: count(after) for one, after in trades.items() if after is not None},
        by_table={
            table: count([*rest[: table - 1], [*rest[table - 1], *unit], *rest[table:]])
            for table, company in enumerate(tables, start=1)
            if company
        },
    )


@dataclass(frozen=True)
class GoesOn:
    """Somebody of a table that breaks up.

    Attributes:
        chosen: The table that somebody chose for them; None where the shortest is found.
        number: The table where they go on; None where they wait.
        chips: What they bring there.
    """

    member_id: int
    name: str
    chosen: int | None
    number: int | None
    chips: int


@dataclass(frozen=True)
class BreakUp:
    """What a table that breaks up does.

    Attributes:
        refusal: Why it cannot; empty if it can.
        is_split: The pool is shared out, for which the house plays on otherwise.
        pool: Chips that lie in the pool now.
        heir: The table to whose pool chips go; None where none do.
        carried: How many go there.
        tables: Where people can go on.
    """

    number: int
    refusal: str = ""
    is_split: bool = False
    people: tuple[GoesOn, ...] = ()
    pool: int = 0
    heir: int | None = None
    carried: int = 0
    tables: tuple[int, ...] = ()


def broken_up(
    night: Night, *, number: int, places: Sequence[tuple[int, int]] = (), at: datetime
) -> BreakUp:
    """Who would go where if a table broke up, and what would become of its pool.

    Args:
        places: By member who is to go on at a certain table, that table's number.

    Raises:
        NoTable: it is not open.
        GamesError: a deal is in play there, or another reason that has nothing to do with pools.
    """
    table = numbered(night, number)
    sitting = table.places.taken().filter(seat__cashed_chips=None).told().round_the_tables()
    members = {one.attendance.member_id: str(one.attendance) for one in sitting}
    pool = opened(table).pool.balance
    others = tuple(sorted(one.number for one in tables_at_play(night) if one.pk != table.pk))
    chosen = {member: table for member, table in places if member in members}
    named = [
        Placing(one.attendance.member, chosen[one.attendance.member_id])
        for one in sitting
        if one.attendance.member_id in chosen
    ]
    deed = partial(break_up, night, number=number, places=named, at=at)
    is_split = False
    try:
        try:
            rehearsal = rehearse(night, deed)
        except PoolNotWon:
            is_split = True
            rehearsal = rehearse(night, partial(deed, split=True))
    except (ClubsError, NumberUnplayable) as refusal:
        people = [GoesOn(one, name, chosen.get(one), None, 0) for one, name in members.items()]
        refused = tuple(people if chosen else ())  # For them another choice may do.
        return BreakUp(number, refusal=str(refusal), people=refused, pool=pool, tables=others)
    heir, carried = _heir(rehearsal)
    return BreakUp(
        number,
        is_split=is_split,
        people=_going(rehearsal, members, chosen),
        pool=pool,
        heir=heir,
        carried=carried,
        tables=others,
    )


def _heir(rehearsal: Rehearsal) -> tuple[int | None, int]:
    pools = [one for one in rehearsal.moved if one.kind == AccountKind.POOL and one.chips > 0]
    return next(((one.table, one.chips) for one in pools), (None, 0))


def _going(
    rehearsal: Rehearsal, members: Mapping[int, str], chosen: Mapping[int, int]
) -> tuple[GoesOn, ...]:
    tables = rehearsal.round.tables.all() if rehearsal.round else ()
    found = {
        place.attendance.member_id: (table.number, place.attendance.member.player_id)
        for table in tables
        for place in table.places.all()
    }
    gained = {
        (one.player_id, one.table): one.chips
        for one in rehearsal.moved
        if one.kind == AccountKind.STACK and one.chips > 0
    }
    return tuple(
        GoesOn(member, name, chosen.get(member), *_place(found.get(member), gained))
        for member, name in members.items()
    )


def _place(
    found: tuple[int, int] | None, gained: Mapping[tuple[int | None, int | None], int]
) -> tuple[int | None, int]:
    if found is None:
        return None, 0
    number, player = found
    return number, gained.get((player, number), 0)
