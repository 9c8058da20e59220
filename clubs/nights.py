"""A night from its plan to its close: check-in, seating, tables, chips home again."""

import random
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import combinations

from django.db import transaction

from clubs.errors import NightFull, NotMember, TooFewPlayers, WrongMoment
from clubs.models import Attendance, Club, Member, Night, NightStatus, NightTable
from clubs.seating import seat
from games.engine import HouseRules
from games.models import Mode
from games.tables import SeatPlan, close_tables, open_table

NIGHTS_REMEMBERED = 12


def plan_night(
    club: Club,
    *,
    starts_at: datetime,
    rules: HouseRules | None = None,
    place: str = "",
    capacity: int | None = None,
    table_size: int = 5,
    mode: Mode = Mode.RECORDED,
    deals_limit: int | None = None,
    buy_in_chips: int | None = None,
) -> Night:
    """A night to come, with the club's house rules unless others are given."""
    return Night.objects.create(
        club=club,
        starts_at=starts_at,
        place=place,
        capacity=capacity,
        table_size=table_size,
        mode=mode,
        rules_json=(rules or club.rules).to_json(),
        deals_limit=deals_limit,
        buy_in_chips=buy_in_chips,
    )


@transaction.atomic
def open_night(night: Night) -> Night:
    """Let people check in.

    Raises:
        WrongMoment: it is open already, or over.
    """
    night = _locked(night)
    _expect(night, NightStatus.PLANNED, then="it opens once")
    return _moved(night, NightStatus.OPEN)


@transaction.atomic
def check_in(
    night: Night, members: Iterable[Member], *, bot_level: str = "", at: datetime
) -> list[Attendance]:
    """Note who is here; whoever was noted before stays as he is.

    After the seating a late-comer may still check in: the night is open again and is seated anew.

    Args:
        bot_level: The bot that plays for them at online tables; empty where they play themselves.

    Raises:
        WrongMoment: the night is not open, or its tables are.
        NightFull: there is no place left.
        NotMember: somebody is not of this club.
    """
    night = _locked(night)
    _expect(night, NightStatus.OPEN, NightStatus.SEATED, then="open it first")
    arrived = [_arrive(night, member, bot_level, at) for member in members]
    here = night.attendances.exclude(checked_in_at=None).count()
    if night.capacity is not None and here > night.capacity:
        raise NightFull(f"{night} has {night.capacity} places, and {here} would be here.")
    if night.status == NightStatus.SEATED and any(one.night_table is None for one in arrived):
        _moved(night, NightStatus.OPEN)
    return arrived


def _arrive(night: Night, member: Member, bot_level: str, at: datetime) -> Attendance:
    if member.club_id != night.club_id or member.left_at is not None:
        raise NotMember(f"{member} is no member of {night.club}: let him join first.")
    attendance, _ = Attendance.objects.get_or_create(night=night, member=member)
    if attendance.checked_in_at is None:
        attendance.checked_in_at = at
        attendance.bot_level = bot_level
        attendance.save(update_fields=["checked_in_at", "bot_level"])
    return attendance


@transaction.atomic
def check_out(night: Night, member: Member) -> None:
    """Take back a check-in; a seating is laid again without him.

    Raises:
        WrongMoment: the tables are open.
    """
    night = _locked(night)
    _expect(night, NightStatus.OPEN, NightStatus.SEATED, then="close the night instead")
    changed = night.attendances.filter(member=member).update(
        checked_in_at=None, night_table=None, seat=None
    )
    if changed and night.status == NightStatus.SEATED:
        _moved(night, NightStatus.OPEN)


@transaction.atomic
def seat_night(night: Night) -> Night:
    """Lay the tables for whoever is here, by chance, away from last nights' neighbours.

    Done again it lays them anew.

    Raises:
        WrongMoment: the tables are open already.
        TooFewPlayers: fewer than two are here.
    """
    night = _locked(night)
    _expect(night, NightStatus.OPEN, NightStatus.SEATED, then="seat people before tables open")
    here = list(night.attendances.exclude(checked_in_at=None).order_by("pk"))
    if len(here) < 2:
        raise TooFewPlayers(f"{len(here)} checked in: a table needs two at least.")
    random.SystemRandom().shuffle(here)
    by_member = {attendance.member_id: attendance for attendance in here}
    plan = seat(list(by_member), best=night.table_size, met=_meetings(night, by_member))
    night.tables.all().delete()
    for number, members in enumerate(plan, start=1):
        night_table = NightTable.objects.create(night=night, number=number)
        for place, member in enumerate(members):
            by_member[member].night_table, by_member[member].seat = night_table, place
    Attendance.objects.bulk_update(here, ["night_table", "seat"])
    return _moved(night, NightStatus.SEATED)


def _meetings(night: Night, members: Iterable[int]) -> Counter[frozenset[int]]:
    """How often two of the members sat together in the club's last nights."""
    nights = night.club.nights.filter(status=NightStatus.CLOSED).order_by("-starts_at")
    sat = Attendance.objects.filter(
        night__in=list(nights.values_list("pk", flat=True)[:NIGHTS_REMEMBERED]),
        member__in=members,
        night_table__isnull=False,
    ).values_list("night_table", "member")
    tables: dict[int | None, list[int]] = {}
    for table, member in sat:
        tables.setdefault(table, []).append(member)
    return Counter(
        frozenset(pair) for company in tables.values() for pair in combinations(company, 2)
    )


@transaction.atomic
def open_tables(night: Night, *, at: datetime) -> Night:
    """Open every table of the seating; each player brings his chips to it.

    Raises:
        WrongMoment: nobody is seated, or the tables are open.
        Overdrawn: a purse does not hold the buy-in; no table is opened.
    """
    night = _locked(night)
    _expect(night, NightStatus.SEATED, then="seat the people first")
    rules = night.rules
    for night_table in night.tables.order_by("number"):
        seated = night_table.attendances.select_related("member__purse").order_by("seat")
        night_table.table = open_table(
            night.club.book,
            rules=rules,
            seats=[_seat_plan(night, attendance) for attendance in seated],
            name=f"{night_table}, {night}",
            mode=Mode(night.mode),
            deals_limit=night.deals_limit,
            at=at,
        )
        night_table.save(update_fields=["table"])
    return _moved(night, NightStatus.PLAYING)


def _seat_plan(night: Night, attendance: Attendance) -> SeatPlan:
    purse = attendance.member.purse
    return SeatPlan(
        player_id=attendance.member.player_id,
        purse_id=purse.pk,
        chips=purse.balance if night.buy_in_chips is None else night.buy_in_chips,
        bot_level=attendance.bot_level if night.mode == Mode.ONLINE else "",
    )


@transaction.atomic
def close_night(night: Night, *, at: datetime) -> Night:
    """Close every table of the night, then the night itself.

    Raises:
        WrongMoment: it was closed before.
        DealInPlay: a table is in the middle of a deal; nothing is closed.
    """
    night = _locked(night)
    if night.status == NightStatus.CLOSED:
        raise WrongMoment(f"{night} is closed already.")
    opened = night.tables.exclude(table=None).select_related("table")
    close_tables([one.table for one in opened if one.table], at=at)
    night.closed_at = at
    return _moved(night, NightStatus.CLOSED)


def _locked(night: Night) -> Night:
    return (
        Night.objects.select_for_update(of=("self",)).select_related("club__book").get(pk=night.pk)
    )


def _expect(night: Night, *wanted: NightStatus, then: str) -> None:
    if night.status not in wanted:
        raise WrongMoment(f"{night} is {night.get_status_display()}: {then}.")


def _moved(night: Night, status: NightStatus) -> Night:
    night.status = status
    night.save(update_fields=["status", "closed_at"])
    return night
