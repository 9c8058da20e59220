"""Chairs at the open tables of a round: who waits for one, sits in one, or has left one."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from clubs.draws import people_here
from clubs.errors import AlreadyAtTable, NotHere
from clubs.log import Note
from clubs.models import Attendance, Member, Night, NightPlace, NightTable, RoundStatus
from clubs.rounds import check_purses
from clubs.sides import are_sides, units_of
from clubs.spreading import sit_down
from clubs.tables_at_play import lock_tables, opened
from games.errors import NotSeated
from games.seat_numbers import SeatNumber

Sitting = dict[int, NightPlace]
"""By member who sits at a table, clockwise."""


def once(members: Iterable[Member]) -> list[Member]:
    """Each of them, as they are named first."""
    return list({member.pk: member for member in members}.values())


def waiting(night: Night, members: Sequence[Member]) -> list[Attendance]:
    """Their attendances, as they are named: they are here, have chips, and sit nowhere.

    Raises:
        NotHere: somebody is not checked in.
        AlreadyAtTable: somebody sits at a table of this round.
        NoChips: somebody does not have what they bring.
    """
    rows = night.attendances.here().filter(member__in=members)
    here = {one.member_id: one for one in rows.select_related("member__purse", "member__player")}
    named = once(members)
    for member in named:
        if member.pk not in here:
            raise NotHere(f"{member} is not checked in to {night}: check them in first.")
        place = NightPlace.objects.sitting(night, member).first()
        if place is not None:
            is_going = place.left_at is not None
            what = " until the deal is over: seat them then" if is_going else ": move them instead"
            raise AlreadyAtTable(f"{member} sits at {place.table}{what}.")
    joining = [here[member.pk] for member in named]
    check_purses(night, joining)
    return joining


def place_of(night: Night, member: Member) -> NightPlace:
    """Where somebody sits in the round that is played.

    Raises:
        NotSeated: they sit at no table of it.
    """
    place = NightPlace.objects.at_play(night, member).first()
    if place is None:
        raise NotSeated(f"{member} sits at no table of {night}: look at the night again.")
    return place


def sitting_at(table: NightTable) -> Sitting:
    """Who stays at an open table."""
    places = table.places.taken().filter(seat__cashed_chips=None, seat__is_leaving=False)
    return {place.attendance.member_id: place for place in places.told().round_the_tables()}


def chairs_for(
    night: Night, table: NightTable, members: Sequence[Member], *, after: Member | None
) -> list[tuple[Member, Member | None]]:
    """In which order people sit down at an open table, each to whose left (`sit_down`)."""
    lock_tables([table])
    there = sitting_at(table)
    known = {one: place.attendance.member for one, place in there.items()}
    known |= {member.pk: member for member in (*members, *([after] if after else []))}
    sitting = sit_down(
        opened(table).rules,
        list(there),
        [member.pk for member in members],
        units_of(night, people_here(night)),
        after=after.pk if after else None,
    )
    return [(known[one], None if beside is None else known[beside]) for one, beside in sitting]


def as_sides(night: Night, joining: Sequence[Attendance]) -> list[Attendance]:
    """The same people clockwise round a table of their own, so that partners are one side."""
    row_of = {attendance.member_id: attendance for attendance in joining}
    units = [unit for unit in units_of(night, people_here(night)) if set(unit) <= row_of.keys()]
    if are_sides(night.rules, [list(row_of)], units):
        return list(joining)
    rules = night.rules.at(len(joining))
    return [row_of[one] for one, _ in sit_down(rules, [], list(row_of), units)]


def forget_places(joining: Iterable[Attendance], *, note: Note, at: datetime) -> None:
    """Somebody who was sent home from a table has left it, as they come to another one."""
    places = NightPlace.objects.taken().filter(attendance__in=list(joining))
    for place in places.filter(round__status=RoundStatus.PLAYING).select_related("table"):
        note.forgot(place)
        place.left_at = at
        place.save(update_fields=["left_at"])


def note_left(place: NightPlace, *, note: Note, at: datetime) -> None:
    """They are gone from an open table."""
    note.left(place)
    place.left_at = at
    place.save(update_fields=["left_at"])


def chair_of(table: NightTable, member: Member) -> SeatNumber:
    """The last seat that somebody had at a table.

    Raises:
        NotSeated: they had none.
    """
    places = table.places.filter(attendance__member=member).select_related("seat")
    place = places.order_by("-seat__number").first()
    if place is None or place.seat is None:
        raise NotSeated(f"{member} has no chair at {table}: name somebody who sits there.")
    return place.seat.number
