"""A table breaks up in the middle of a round: its people go on at the other tables."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from clubs.chairs import Sitting, sitting_at
from clubs.draws import people_here
from clubs.errors import AlreadyAtTable, NoChair, NoTable
from clubs.log import Note, noted
from clubs.models import DeedKind, Member, Night, NightPlace, NightStatus, NightTable
from clubs.sides import units_of
from clubs.spreading import Room, chairs, sides_at, spread
from clubs.stages import lock_night
from clubs.tables_at_play import lock_tables, numbered, opened, tables_at_play
from deploy.rights import Doer
from games.errors import NotSeated
from games.models import Seat
from games.tables.breaking_up import BrokenUp, Going
from games.tables.breaking_up import break_up as break_table_up


@dataclass(frozen=True)
class Placing:
    """Where an organiser wants somebody to go on.

    Attributes:
        number: Of the table, as it is called in the hall.
        after: To whose left they sit down; None to the right of all.
    """

    member: Member
    number: int
    after: Member | None = None


@transaction.atomic
def break_up(
    night: Night,
    *,
    number: int,
    places: Sequence[Placing] = (),
    split: bool = False,
    may_wait: bool = False,
    by: Doer | None = None,
    at: datetime,
) -> Night:
    """Close a table of the round between two deals, and seat its people at the others.

    Each brings what they took from it, and pays the stake at their first deal (RULES.md 7.7).
    Partners stay together. Who finds no chair stays here and waits. What the house rules leave in
    the pool goes to the table that takes most of the people; of several, to the lowest number.

    Args:
        number: The table as it is called in the hall.
        places: Who is to go where, in the order in which they sit down; the others go to the
            shortest tables that can play with them.
        split: Share out a pool for which the house plays on.
        may_wait: Seat people at tables that cannot play with them, too: these wait for others.

    Raises:
        WrongMoment: no tables are open.
        NoTable: there is no such table, or no other one.
        NoChair: none of its people finds one.
        NotSeated: somebody who is named does not sit there, or `after` has no chair there.
        AlreadyAtTable: somebody is named twice, or for the table that breaks up.
        GamesError, PoolNotWon: as in `games.tables.breaking_up.break_up`.
    """
    night = lock_night(night, NightStatus.PLAYING)
    with noted(night, DeedKind.BREAK_UP, by=by, at=at) as note:
        lock_tables(tables_at_play(night))  # From here on nobody comes or goes.
        table = numbered(night, number)
        others = {one.number: one for one in tables_at_play(night) if one.pk != table.pk}
        sitting = sitting_at(table)
        going = _chosen(night, table, others, sitting, places, may_wait=may_wait)
        taken = Counter(one.number for one in going)
        heir = others[min(taken, key=lambda one: (-taken[one], one))] if taken else None
        broken = break_table_up(
            opened(table),
            [_going(one, others[one.number]) for one in going],
            heir=None if heir is None else opened(heir),
            may_share=split,
            may_wait=may_wait,
            at=at,
        )
        _note(note, table, heir, broken, split=split)
        _note_places(note, others, going, broken.seats, sitting, at=at)
        return night


def _chosen(
    night: Night,
    table: NightTable,
    others: dict[int, NightTable],
    sitting: Sitting,
    places: Sequence[Placing],
    *,
    may_wait: bool,
) -> list[Placing]:
    """Who goes where: as named, and the others where they find a chair."""
    if sitting and not others:
        raise NoTable(
            f"No other table of {night} is open: open another one, end the round, or close the "
            "night."
        )
    _check(table, others, sitting, places)
    named = Counter(one.number for one in places)
    rooms = [
        Room(
            number,
            one.people + named[number],  # type: ignore[attr-defined]
            frozenset(opened(one).rules.numbers_playing),
        )
        for number, one in others.items()
    ]
    wanted = {one.member.pk for one in places}
    side_of = {
        one: place.seat.side
        for one, place in sitting.items()
        if place.seat is not None and place.seat.side is not None
    }
    together = sides_at(
        opened(table).rules, list(sitting), units_of(night, people_here(night)), side_of
    )
    units = [[one for one in unit if one not in wanted] for unit in together]
    found = spread([unit for unit in units if unit], rooms, may_wait=may_wait)
    if sitting and not found and not places:
        raise NoChair(
            f"Nobody at {table} finds a chair: the other tables are full, or cannot play with more "
            "people. End the round, or let them leave the table and wait."
        )
    going = list(places)
    for number, other in sorted(others.items()):
        coming = [unit for unit in units if unit and found.get(unit[0]) == number]
        going += _seated(other, sitting, coming, named[number])
    return going


def _check(
    table: NightTable,
    others: dict[int, NightTable],
    sitting: Sitting,
    places: Sequence[Placing],
) -> None:
    """See that those who are named sit there, and that each goes to one other open table."""
    named = Counter(one.member.pk for one in places)
    for one in places:
        if one.member.pk not in sitting:
            raise NotSeated(f"{one.member} does not sit at {table}: look at the night again.")
        if named[one.member.pk] > 1:
            raise AlreadyAtTable(f"{one.member} is named twice: name one table for them.")
        if one.number == table.number:
            raise AlreadyAtTable(f"{table} breaks up: choose another table for {one.member}.")
        if one.number not in others:
            raise NoTable(f"Table {one.number} is not open: choose another one.")


def _seated(
    other: NightTable, sitting: Sitting, coming: Sequence[Sequence[int]], named: int
) -> list[Placing]:
    """In which order people sit down at a table; beside those who are named, to the right."""
    there = {one: place.attendance.member for one, place in sitting_at(other).items()}
    known = there | {one: place.attendance.member for one, place in sitting.items()}
    present = [] if named else list(there)
    return [
        Placing(known[one], other.number, None if after is None else known[after])
        for one, after in chairs(opened(other).rules, present, coming)
    ]


def _going(one: Placing, table: NightTable) -> Going:
    after = None if one.after is None else one.after.player_id
    return Going(one.member.player_id, opened(table), after)


def _note(
    note: Note,
    table: NightTable,
    heir: NightTable | None,
    broken: BrokenUp,
    *,
    split: bool,
) -> None:
    """The table has closed, and its pool has gone on."""
    note.tell(table=table.number, pool=broken.pool_chips)
    note.closed([broken.table], may_play_on=not split)
    if heir is not None and broken.pool_chips:
        note.tell(heir=heir.number)
        note.joined(opened(heir).pool, [broken.table.pool])


def _note_places(
    note: Note,
    others: dict[int, NightTable],
    going: Sequence[Placing],
    seats: Sequence[Seat],
    sitting: Sitting,
    *,
    at: datetime,
) -> None:
    """Everybody has left the table, and those who go on have places elsewhere."""
    for place in sitting.values():
        note.forgot(place)
        place.left_at = at
    NightPlace.objects.bulk_update(sitting.values(), ["left_at"])
    for one, seat in zip(going, seats, strict=True):
        table = others[one.number]
        note.came(
            NightPlace.objects.create(
                round_id=table.round_id,
                table=table,
                attendance_id=sitting[one.member.pk].attendance_id,
                seat=seat,
                place=None,
            )
        )
    gone = {one.member.pk for one in going}
    note.people([one.member for one in going])
    note.tell(waiting=[member for member in sitting if member not in gone])
