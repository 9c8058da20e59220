"""Rounds of a night: their tables open, close, and the next round begins."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import transaction

from clubs.draws import is_up_to_date, repair_rounds, seat_night
from clubs.errors import NoChips, WrongRound
from clubs.log import Note, noted
from clubs.models import (
    Attendance,
    DeedKind,
    Member,
    Night,
    NightPlace,
    NightRound,
    NightStatus,
    NightTable,
)
from clubs.models import RoundStatus as Status
from clubs.pools import pools_for, waiting_pools
from clubs.stages import check_stage, lock_night, move_night
from clubs.table_kinds import NIGHT
from deploy.rights import Doer
from deploy.unlocked import begins_anew
from games.models import Mode, Seat, Table
from games.play.breaking_off import break_off, share_waiting
from games.tables.closing import close_tables
from games.tables.opening import SeatPlan, open_table
from ledger.models import Account

CANCELLED: Final = "The night was cancelled."
"""Why a deal in play is void; everybody at its table can read it."""

Laid = dict[NightTable, list[tuple[NightPlace, SeatPlan]]]
"""By table, clockwise: who sits there, and what they bring."""


@transaction.atomic
def open_tables(night: Night, *, by: Doer | None = None, at: datetime) -> Night:
    """Open every table of the round that is drawn; each player brings their chips to it.

    Pools that were carried over go to these tables (`clubs.pools`).

    Raises:
        WrongMoment: nobody is seated, or the tables are open.
        NoChips: somebody's purse is empty; no table is opened.
        Overdrawn: a purse does not hold the buy-in; no table is opened.
    """
    night = lock_night(night, NightStatus.SEATED)
    with noted(night, DeedKind.OPEN_TABLES, by=by, at=at) as note:
        drawn, laid = _next_round(night), laid_tables(night)
        pools = pools_for(night, drawn, list(laid), note=note, at=at)
        for night_table, places in laid.items():
            open_one(night, night_table, places, pool=pools.get(night_table.number), at=at)
        note.tell(round=drawn.number)
        note.opened(
            [table.table for table in laid if table.table],
            [place.attendance_id for places in laid.values() for place, _ in places],
        )
        note.round_was(drawn, Status.TAKEN_BACK, None)
        drawn.status = Status.PLAYING
        drawn.save(update_fields=["status"])
        return move_night(night, NightStatus.PLAYING)


def open_one(
    night: Night,
    night_table: NightTable,
    places: list[tuple[NightPlace, SeatPlan]],
    *,
    pool: Account | None = None,
    at: datetime,
) -> None:
    """Open one table of a round: each place is now a seat of the games.

    The caller holds the night. Raises as `open_table` does.
    """
    table = open_table(
        night.club.book,
        rules=night.rules,
        policies=NIGHT.policies,
        seats=[plan for _, plan in places],
        name=_name_of(night_table, night),
        mode=Mode(night.mode),
        deals_limit=night.deals_limit,
        pool=pool,
        at=at,
        **night.terms,
    )
    night_table.table = table
    night_table.save(update_fields=["table"])
    taken = [place for place, _ in places]
    for place, seat in zip(taken, table.seats.order_by("number"), strict=True):
        place.seat, place.place = seat, None
    NightPlace.objects.bulk_update(taken, ["seat", "place"])


@transaction.atomic
def end_round(
    night: Night, *, number: int, may_play_on: bool = True, by: Doer | None = None, at: datetime
) -> Night:
    """Close the tables of a round: stacks go home, and everybody stays for the next one.

    Until that is opened, people come and go as before the first one.

    Args:
        number: The round that is meant, so that two organisers do not end two.
        may_play_on: As in `close_tables`.

    Raises:
        WrongMoment: no round is played.
        WrongRound: another round is played.
        DealInPlay, PoolNotWon: as in `close_tables`; nothing is closed.
    """
    night = lock_night(night, NightStatus.PLAYING)
    check_round(night, number)
    with noted(night, DeedKind.END_ROUND, by=by, at=at) as note:
        note.tell(round=number)
        finish_round(night, may_play_on=may_play_on, note=note, at=at)
        ready = NightStatus.SEATED if is_up_to_date(night) else NightStatus.OPEN
        return move_night(night, ready)


@begins_anew
@transaction.atomic
def next_round(
    night: Night,
    *,
    number: int,
    leave_out: Iterable[Member] = (),
    seed: int | None = None,
    may_play_on: bool = True,
    by: Doer | None = None,
    at: datetime,
) -> Night:
    """End a round, seat everybody who is here for the next one, and open its tables: in one deed.

    The round that is drawn already is played, repaired for those who came and went; if there is
    none, one is drawn.

    Args:
        number: The round that ends, as in `end_round`.
        leave_out: Who stays here without a seat in the next round.
        seed: As in `seat_night`, where no round is drawn.

    Raises:
        WrongMoment, WrongRound, DealInPlay, PoolNotWon: as in `end_round`; nothing is done.
        TooFewPlayers, NoSeating: as in `seat_night`; nothing is done.
        NoChips, Overdrawn: as in `open_tables`; nothing is done.
    """
    night = lock_night(night, NightStatus.PLAYING)
    with noted(night, DeedKind.NEXT_ROUND, by=by, at=at) as note:
        note.tell(round=number + 1)
        night = end_round(night, number=number, may_play_on=may_play_on, at=at)
        left_out = {member.pk for member in leave_out}
        if not night.rounds.drafted().exists():
            night = seat_night(night, seed=seed, left_out=left_out)
        elif left_out or night.status == NightStatus.OPEN:
            night = repair_rounds(night, left_out=left_out)
        return open_tables(night, at=at)


def check_round(night: Night, number: int) -> None:
    """See that this round is the one that is played.

    Raises:
        WrongRound: another one is.
    """
    playing = night.rounds.playing().values_list("number", flat=True).first()
    if playing != number:
        raise WrongRound(
            f"Round {playing} of {night} is playing, not round {number}: look at the night again "
            "before you end a round."
        )


def finish_round(night: Night, *, may_play_on: bool, note: Note, at: datetime) -> None:
    """Close the open tables of a night and the round that is played; the caller holds the night.

    Raises:
        DealInPlay, PoolNotWon: as in `close_tables`.
    """
    playing = night.rounds.playing()
    for one in playing:
        note.round_was(one, Status.PLAYING, None)
    closed = close_tables(_tables_at_play(night), may_play_on=may_play_on, at=at)
    note.closed(closed, may_play_on=may_play_on)
    playing.update(status=Status.FINISHED, finished_at=at)


def break_off_round(night: Night, *, note: Note, by: Doer, at: datetime) -> None:
    """Close the tables of a night that is cancelled, and share out every pool that nobody won.

    Deals in play are void. The caller holds the night.
    """
    assert by.player_id is not None, "somebody cancels it"
    playing = night.rounds.playing()
    for one in playing:
        note.round_was(one, Status.PLAYING, None)
    tables = _tables_at_play(night)
    closed = break_off(tables, actor_id=by.player_id, reason=CANCELLED, at=at)
    note.closed(closed, is_split=True)
    lying = [left.table for left in waiting_pools(night)]
    note.shared(share_waiting(lying, at=at))
    playing.update(status=Status.FINISHED, finished_at=at)


def _tables_at_play(night: Night) -> list[Table]:
    opened = night.rounds.playing().tables().exclude(table=None).select_related("table")
    return [one.table for one in opened if one.table]


def laid_tables(night: Night) -> Laid:
    """Who sits down at which table of the next round, and with how many chips.

    Raises:
        WrongMoment: nobody is seated, or the tables are open.
        NoChips: somebody's purse is empty, or holds less than the buy-in.
    """
    check_stage(night, NightStatus.SEATED)
    who = ("table__round", "attendance__member__purse", "attendance__member__player")
    drawn = _next_round(night).places.select_related(*who).round_the_tables()
    places = list(drawn)
    check_purses(night, [place.attendance for place in places])
    tables: Laid = {}
    for place in places:
        plan = plan_of(night, place.attendance)
        tables.setdefault(place.table, []).append((place, plan))
    return tables


def _next_round(night: Night) -> NightRound:
    """The round that is played next; a night that is seated has one."""
    return night.rounds.drafted()[0]


def _name_of(night_table: NightTable, night: Night) -> str:
    number = night_table.round.number
    return f"{night_table}, {night}" if number == 1 else f"{night_table}, round {number}, {night}"


def check_purses(night: Night, seated: Iterable[Attendance]) -> None:
    """See that everybody has what they bring.

    Raises:
        NoChips: somebody does not; the message says where their chips are.
    """
    needed = night.buy_in_chips or 1
    short = [one for one in seated if one.member.purse.balance < needed]
    if not short:
        return
    elsewhere = _tables_of(short)
    playing = [
        f"{one} already plays at {elsewhere[one.member.purse_id]}"
        for one in short
        if one.member.purse_id in elsewhere
    ]
    told = [f"{', '.join(playing)}: let them get up there first"] if playing else []
    poor = [one for one in short if one.member.purse_id not in elsewhere]
    if poor:
        told.append(f"{_told_poor(poor, night.buy_in_chips)}. Hand chips out to them")
    raise NoChips(
        f"{'. '.join(told)}, or take back their check-in and seat the others again.",
        short=[one.member_id for one in short],
    )


def _told_poor(poor: Iterable[Attendance], buy_in: int | None) -> str:
    """What those have who are short; without a buy-in they have nothing."""
    if buy_in is None:
        return f"{', '.join(map(str, poor))}: no chips to play with"
    purses = [f"{one} has {one.member.purse.balance}" for one in poor]
    return f"{', '.join(purses)}: fewer than {buy_in} chips to play with"


def _tables_of(short: Iterable[Attendance]) -> dict[int, Table]:
    """The open tables at which chips of these purses lie, by purse."""
    purses = [one.member.purse_id for one in short]
    seats = Seat.objects.taken().filter(purse__in=purses, table__closed_at=None)
    return {seat.purse_id: seat.table for seat in seats.select_related("table")}


def plan_of(night: Night, attendance: Attendance) -> SeatPlan:
    """What somebody sits down with: the buy-in of the night, or their whole purse."""
    purse = attendance.member.purse
    return SeatPlan(
        player_id=attendance.member.player_id,
        purse_id=purse.pk,
        chips=purse.balance if night.buy_in_chips is None else night.buy_in_chips,
        bot_level=attendance.bot_level if night.mode == Mode.ONLINE else "",
    )
