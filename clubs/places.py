"""Who sits where while a round is played: people come late, move, leave, and bring more chips.

All of it is done between two deals (`games.tables.hosting`). A newcomer pays the stake at their
first deal, and whoever leaves has no claim on the pool (RULES.md 7.7).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max, Q

from clubs.attendance import check_out
from clubs.errors import AlreadyAtTable, NoSeating, NoTable, NotHere
from clubs.models import (
    Attendance,
    Member,
    Night,
    NightPlace,
    NightStatus,
    NightTable,
    Player,
    RoundStatus,
)
from clubs.rounds import check_purses, open_one, plan_of
from clubs.stages import lock_night
from games.engine.options import either
from games.errors import NotSeated
from games.models import Table
from games.play.by_hand import bring_more
from games.seat_numbers import SeatNumber
from games.tables.hosting import seat_late, take_home
from games.tables.moving import move


@transaction.atomic
def join_table(
    night: Night,
    members: Sequence[Member],
    *,
    number: int | None = None,
    after: Member | None = None,
    may_wait: bool = False,
    at: datetime,
) -> Night:
    """Seat people who came late at an open table, side by side; all of them, or nobody.

    Args:
        number: The table as it is called in the hall; None for the shortest one that can play
            with them.
        after: To whose left they sit down, clockwise; somebody who has left the table leaves their
            chair. None to the right of all who came before.
        may_wait: Seat them even if that number cannot play: the table waits for others.

    Raises:
        WrongMoment: no tables are open.
        NotHere: somebody is not checked in.
        AlreadyAtTable: somebody sits at a table of this round.
        NoTable: there is no such table.
        NoChips: somebody does not have what they bring.
        GamesError: as in `games.tables.hosting.seat_late`; `NumberUnplayable` says which numbers
            can play.
    """
    night = lock_night(night, NightStatus.PLAYING)
    joining = _waiting(night, members)
    table = _shortest(night, len(joining)) if number is None else _numbered(night, number)
    _forget_places(joining, at=at)
    chair = None if after is None else _chair_of(table, after)
    for count, attendance in enumerate(joining, start=1):
        seat = seat_late(
            _opened(table),
            plan_of(night, attendance),
            after=chair,
            may_wait=may_wait or count < len(joining),
            at=at,
        )
        chair = None if chair is None else seat.number
        NightPlace.objects.create(
            round=table.round, table=table, attendance=attendance, seat=seat, place=None
        )
    return night


@transaction.atomic
def open_another_table(night: Night, members: Sequence[Member], *, at: datetime) -> Night:
    """Open one more table in the round that is played, for people who wait; clockwise as named.

    Raises:
        WrongMoment, NotHere, AlreadyAtTable, NoChips: as in `join_table`.
        NoSeating: the house rules are not for this number of people.
    """
    night = lock_night(night, NightStatus.PLAYING)
    joining = _waiting(night, members)
    possible = night.rules.numbers_playing
    if len(joining) not in possible:
        raise NoSeating(
            f"A table of {len(joining)} cannot play: these house rules are for "
            f"{either(possible)} players. Name that many people who are waiting."
        )
    _forget_places(joining, at=at)
    playing = night.rounds.playing().get()
    last = playing.tables.aggregate(last=Max("number"))["last"]
    table = NightTable.objects.create(round=playing, number=last + 1)
    places = NightPlace.objects.bulk_create(
        NightPlace(round=playing, table=table, attendance=attendance, place=place)
        for place, attendance in enumerate(joining)
    )
    laid = [(place, plan_of(night, place.attendance)) for place in places]
    open_one(night, table, laid, at=at)
    return night


@transaction.atomic
def leave_table(
    night: Night,
    members: Sequence[Member],
    *,
    goes_home: bool = False,
    substitute: Member | None = None,
    may_wait: bool = False,
    at: datetime,
) -> Night:
    """Let people leave their tables with what lies before them; all of them, or nobody.

    They stay checked in, and may come back to a table or sit in the next round.

    Args:
        goes_home: Take back their check-ins, too.
        substitute: Who takes the chair of the last of them, and brings chips of their own.
        may_wait: Let them go even if those who stay cannot play: the table waits for others.

    Raises:
        WrongMoment: no tables are open.
        NotSeated: somebody sits at no table of this round.
        NotHere, AlreadyAtTable, NoChips: as in `join_table`, of the substitute.
        GamesError: as in `games.tables.hosting.take_home`; `NumberUnplayable` says which numbers
            can play.
    """
    night = lock_night(night, NightStatus.PLAYING)
    leaving = [_place_of(night, member) for member in _once(members)]
    _lock_tables([place.table for place in leaving])
    last_of = {place.table_id: place for place in leaving}
    if substitute is not None:  # Their table is counted as they sit down.
        del last_of[leaving[-1].table_id]
    for place in leaving:
        player_id = place.attendance.member.player_id
        may = may_wait or last_of.get(place.table_id) is not place
        take_home(_opened(place.table), player_id=player_id, may_wait=may, at=at)
        _note_left(place, at=at)
    if substitute is not None:
        last = leaving[-1]
        join_table(
            night,
            [substitute],
            number=last.table.number,
            after=last.attendance.member,
            may_wait=may_wait,
            at=at,
        )
    if goes_home:
        for place in leaving:
            check_out(night, place.attendance.member)
    return night


@transaction.atomic
def move_player(
    night: Night,
    member: Member,
    *,
    number: int,
    after: Member | None = None,
    with_purse: bool = False,
    may_wait: bool = False,
    at: datetime,
) -> Night:
    """Move somebody to another open table of the round, with what lies before them.

    Args:
        number, after: As in `join_table`.
        with_purse: They bring all that is in their purse, too.
        may_wait: Move them even if one of the tables cannot play then.

    Raises:
        WrongMoment: no tables are open.
        NotSeated: they sit at no table of this round.
        NoTable: there is no such table.
        GamesError: as in `games.tables.moving.move`.
    """
    night = lock_night(night, NightStatus.PLAYING)
    place, table = _place_of(night, member), _numbered(night, number)
    seat = move(
        _opened(place.table),
        _opened(table),
        player_id=member.player_id,
        after=None if after is None else _chair_of(table, after),
        has_purse=with_purse,
        may_wait=may_wait,
        at=at,
    )
    _note_left(place, at=at)
    NightPlace.objects.create(
        round=table.round, table=table, attendance=place.attendance, seat=seat, place=None
    )
    return night


@transaction.atomic
def bring_chips(
    night: Night, member: Member, *, chips: int, by: Player, after: int | None = None, at: datetime
) -> Night:
    """Somebody brings more chips to their table of real cards, between two deals.

    Args:
        after: As in `games.play.by_hand.bring_more`.

    Raises:
        WrongMoment: the tables are not open.
        NotSeated: they sit at no table of this night.
        GamesError: as in `games.play.by_hand.bring_more`.
        Overdrawn: the purse does not hold the chips.
    """
    night = lock_night(night, NightStatus.PLAYING)
    table = _opened(_place_of(night, member).table)
    bring_more(table, player_id=member.player_id, chips=chips, after=after, actor_id=by.pk, at=at)
    return night


def _once(members: Iterable[Member]) -> list[Member]:
    return list({member.pk: member for member in members}.values())


def _waiting(night: Night, members: Sequence[Member]) -> list[Attendance]:
    """Their attendances, as they are named: they are here, have chips, and sit nowhere."""
    rows = night.attendances.here().filter(member__in=members)
    here = {one.member_id: one for one in rows.select_related("member__purse", "member__player")}
    named = _once(members)
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


def _place_of(night: Night, member: Member) -> NightPlace:
    place = NightPlace.objects.at_play(night, member).first()
    if place is None:
        raise NotSeated(f"{member} sits at no table of {night}: look at the night again.")
    return place


def _forget_places(joining: Iterable[Attendance], *, at: datetime) -> None:
    """Somebody who was sent home from a table has left it, as they come to another one."""
    places = NightPlace.objects.taken().filter(attendance__in=list(joining))
    places.filter(round__status=RoundStatus.PLAYING).update(left_at=at)


def _lock_tables(tables: Iterable[NightTable]) -> None:
    """All of them at once, in the order in which everybody locks them."""
    rows = Table.objects.filter(night_table__in=list(tables))
    list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk"))


def _note_left(place: NightPlace, *, at: datetime) -> None:
    place.left_at = at
    place.save(update_fields=["left_at"])


def _open_tables(night: Night) -> list[NightTable]:
    """The tables of this round that have not closed, the shortest first."""
    staying = Q(table__seats__cashed_chips=None, table__seats__is_leaving=False)
    tables = night.rounds.playing().tables().filter(table__closed_at=None, table__isnull=False)
    counted = tables.annotate(people=Count("table__seats", filter=staying))
    return list(counted.select_related("table", "round").order_by("people", "number"))


def _shortest(night: Night, joining: int) -> NightTable:
    """The shortest table that can play with them; if none can, the shortest of all."""
    tables = _open_tables(night)
    if not tables:
        raise NoTable(f"No table of {night} is open any more: open another one.")
    able = [
        table
        for table in tables
        if _opened(table).rules.refusal(table.people + joining) is None  # type: ignore[attr-defined]
    ]
    return [*able, *tables][0]


def _numbered(night: Night, number: int) -> NightTable:
    for table in _open_tables(night):
        if table.number == number:
            return table
    raise NoTable(f"Table {number} of {night} is not open: choose another one.")


def _chair_of(table: NightTable, member: Member) -> SeatNumber:
    """The last seat that somebody had at a table."""
    places = table.places.filter(attendance__member=member).select_related("seat")
    place = places.order_by("-seat__number").first()
    if place is None or place.seat is None:
        raise NotSeated(f"{member} has no chair at {table}: name somebody who sits there.")
    return place.seat.number


def _opened(table: NightTable) -> Table:
    assert table.table is not None, "it is a table of a round that is played"
    return table.table
