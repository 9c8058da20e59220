"""Who sits where while a round is played: people come late, move, leave, and bring more chips.

All of it is done between two deals (`games.tables.hosting`). A newcomer pays the stake at their
first deal, and whoever leaves has no claim on the pool (RULES.md 7.7).
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from clubs.attendance import check_out
from clubs.chairs import (
    as_sides,
    chair_of,
    chairs_for,
    forget_places,
    note_left,
    once,
    place_of,
    waiting,
)
from clubs.errors import NoSeating
from clubs.log import noted
from clubs.models import DeedKind, Member, Night, NightPlace, NightStatus, NightTable
from clubs.rounds import open_one, plan_of
from clubs.stages import lock_night
from clubs.tables_at_play import lock_tables, numbered, opened, shortest
from deploy.rights import Doer
from games.engine.options import either
from games.play.by_hand import bring_more
from games.tables.hosting import seat_late, take_home
from games.tables.moving import move
from ledger.errors import Overdrawn


@transaction.atomic
def join_table(
    night: Night,
    members: Sequence[Member],
    *,
    number: int | None = None,
    after: Member | None = None,
    may_wait: bool = False,
    by: Doer | None = None,
    at: datetime,
) -> Night:
    """Seat people who came late at an open table, all of them or nobody.

    Partners sit down as partners, those who are there keep theirs, and others sit side by side.

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
    with noted(night, DeedKind.JOIN, by=by, at=at) as note:
        joining = waiting(night, members)
        table = shortest(night, len(joining)) if number is None else numbered(night, number)
        note.people(members)
        note.tell(table=table.number)
        forget_places(joining, note=note, at=at)
        row_of = {attendance.member_id: attendance for attendance in joining}
        coming = [attendance.member for attendance in joining]
        sitting = chairs_for(night, table, coming, after=after)
        for count, (member, beside) in enumerate(sitting, start=1):
            attendance = row_of[member.pk]
            seat = seat_late(
                opened(table),
                plan_of(night, attendance),
                after=None if beside is None else chair_of(table, beside),
                may_wait=may_wait or count < len(joining),
                at=at,
            )
            note.came(
                NightPlace.objects.create(
                    round=table.round, table=table, attendance=attendance, seat=seat, place=None
                )
            )
        return night


@transaction.atomic
def open_another_table(
    night: Night, members: Sequence[Member], *, by: Doer | None = None, at: datetime
) -> Night:
    """Open one more table in the round that is played, for people who wait.

    They sit clockwise as named, unless partners among them would not be one side.

    Raises:
        WrongMoment, NotHere, AlreadyAtTable, NoChips: as in `join_table`.
        NoSeating: the house rules are not for this number of people.
    """
    night = lock_night(night, NightStatus.PLAYING)
    with noted(night, DeedKind.ANOTHER_TABLE, by=by, at=at) as note:
        joining = waiting(night, members)
        possible = night.rules.numbers_playing
        if len(joining) not in possible:
            raise NoSeating(
                f"A table of {len(joining)} cannot play: these house rules are for "
                f"{either(possible)} players. Name that many people who are waiting."
            )
        joining = as_sides(night, joining)
        forget_places(joining, note=note, at=at)
        playing = night.rounds.playing().get()
        last = playing.tables.aggregate(last=Max("number"))["last"]
        table = NightTable.objects.create(round=playing, number=last + 1)
        places = NightPlace.objects.bulk_create(
            NightPlace(round=playing, table=table, attendance=attendance, place=place)
            for place, attendance in enumerate(joining)
        )
        laid = [(place, plan_of(night, place.attendance)) for place in places]
        open_one(night, table, laid, at=at)
        note.people(members)
        note.tell(table=table.number)
        note.opened([opened(table)], [one.pk for one in joining])
        return night


@transaction.atomic
def leave_table(
    night: Night,
    members: Sequence[Member],
    *,
    goes_home: bool = False,
    substitute: Member | None = None,
    may_wait: bool = False,
    by: Doer | None = None,
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
    with noted(night, DeedKind.LEAVE, by=by, at=at) as note:
        leaving = [place_of(night, member) for member in once(members)]
        note.people(members)
        note.tell(tables=sorted({place.table.number for place in leaving}))
        lock_tables([place.table for place in leaving])
        last_of = {place.table_id: place for place in leaving}
        if substitute is not None:  # Their table is counted as they sit down.
            del last_of[leaving[-1].table_id]
        for place in leaving:
            player_id = place.attendance.member.player_id
            may = may_wait or last_of.get(place.table_id) is not place
            take_home(opened(place.table), player_id=player_id, may_wait=may, at=at)
            note_left(place, note=note, at=at)
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
    by: Doer | None = None,
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
    with noted(night, DeedKind.MOVE, by=by, at=at) as note:
        place, table = place_of(night, member), numbered(night, number)
        lock_tables([place.table, table])
        [(_, beside)] = chairs_for(night, table, [member], after=after)
        seat = move(
            opened(place.table),
            opened(table),
            player_id=member.player_id,
            after=None if beside is None else chair_of(table, beside),
            has_purse=with_purse,
            may_wait=may_wait,
            at=at,
        )
        note.people([member])
        note.tell(tables=[place.table.number, number])
        note_left(place, note=note, at=at)
        note.came(
            NightPlace.objects.create(
                round=table.round, table=table, attendance=place.attendance, seat=seat, place=None
            )
        )
        return night


@transaction.atomic
def bring_chips(
    night: Night, member: Member, *, chips: int, by: Doer, after: int | None = None, at: datetime
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
    with noted(night, DeedKind.BRING, by=by, at=at) as note:
        laid = place_of(night, member).table
        try:
            with transaction.atomic():
                seat = bring_more(
                    opened(laid),
                    player_id=member.player_id,
                    chips=chips,
                    after=after,
                    actor_id=by.player_id,
                    at=at,
                )
        except Overdrawn as short:
            raise _short(member, short) from short
        note.people([member])
        note.tell(table=laid.number, chips=chips)
        note.brought(seat, chips)
        return night


def _short(member: Member, short: Overdrawn) -> Overdrawn:
    """The same, with what to do."""
    has, lacks = short.available, short.needed - short.available
    return Overdrawn(
        f"{member} has {has} chips at home, so {short.needed} cannot be brought: hand out {lacks} "
        "to them first, or bring fewer.",
        account_id=short.account_id,
        needed=short.needed,
        available=short.available,
    )
