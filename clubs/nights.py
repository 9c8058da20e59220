"""A night from its plan to its close: seating, tables, chips home again."""

import random
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import combinations
from typing import Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef

from clubs.attendance import give_room
from clubs.errors import NoChips, NoSeating, NotPossible, TooFewPlayers
from clubs.house_rules import Wish, change_night_rules, fix_rules
from clubs.models import (
    Attendance,
    Club,
    Member,
    Night,
    NightPlace,
    NightRound,
    NightStatus,
    NightTable,
    Player,
    RoundStatus,
)
from clubs.models.night import OVERDUE_AFTER
from clubs.seating import seat, table_sizes
from clubs.stages import lock_night, move_night
from clubs.table_kinds import NIGHT
from games.engine.house_rules import PLAYERS
from games.errors import NotSeated
from games.models import Mode, Table, Terms
from games.play.by_hand import bring_more
from games.tables.closing import close_tables
from games.tables.opening import SeatPlan, open_table
from ledger.kinds import AccountKind
from ledger.models import Account

NIGHTS_REMEMBERED = 12
SEED_BITS = 32


class Plan(Terms, total=False):
    """What a night is planned with.

    `buy_in_chips` is what each brings to the table, None for a whole purse; `capacity` None has
    room for everybody; `deals_limit` None plays on until the night is closed. The last three are
    for cards dealt online.
    """

    starts_at: datetime
    venue: str
    capacity: int | None
    table_size: int
    mode: Mode
    deals_limit: int | None
    buy_in_chips: int | None


@transaction.atomic
def plan_night(
    club: Club,
    *,
    by: Player | None = None,
    rules: Wish | None = None,
    at: datetime,
    **plan: Unpack[Plan],
) -> Night:
    """A night to come, which follows the club's house rules unless it is given its own.

    One that has begun may be planned as long as it is not closed by itself.

    Args:
        by: Who plans it; needed where there are rules.
        rules: Those of its own, as in `clubs.house_rules.change_night_rules`.

    Raises:
        NotPossible: a number of the plan makes no sense, or its start is long past.
        ImpossibleRules, UnknownRules: as in `clubs.house_rules.draft_rules`.
    """
    _check_start(plan, at=at)
    night = _as_planned(Night(club=club), plan)
    if rules is None:
        return night
    assert by is not None
    return change_night_rules(night, by=by, at=at, **rules)


@transaction.atomic
def change_night(night: Night, *, at: datetime, **plan: Unpack[Plan]) -> Night:
    """Plan a night otherwise; where there is more room now, those who wait may come.

    Raises:
        WrongMoment: people are seated already.
        NotPossible: a number of the plan makes no sense, or its start is long past.
    """
    _check_start(plan, at=at)
    night = _as_planned(lock_night(night, NightStatus.PLANNED, NightStatus.OPEN), plan)
    give_room(night)
    return night


def _check_start(plan: Plan, *, at: datetime) -> None:
    if "starts_at" in plan and plan["starts_at"] < at - OVERDUE_AFTER:
        hours = OVERDUE_AFTER // timedelta(hours=1)
        raise NotPossible(
            f"Starts at: a night closes by itself {hours} hours after its start, and that time "
            "has passed. Give a later start."
        )


def _as_planned(night: Night, plan: Plan) -> Night:
    for name, value in plan.items():
        setattr(night, name, value)
    try:
        night.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise NotPossible(_first_of(error)) from error
    night.save()
    return night


def _first_of(error: ValidationError) -> str:
    name, [message, *_] = next(iter(error.message_dict.items()))
    return f"{name.replace('_', ' ').capitalize()}: {message}"


@transaction.atomic
def open_night(night: Night) -> Night:
    """Let people check in.

    Raises:
        WrongMoment: it is open already, or over.
    """
    night = lock_night(night, NightStatus.PLANNED)
    return move_night(night, NightStatus.OPEN)


@transaction.atomic
def seat_night(night: Night) -> Night:
    """Draw tables for the people who are here, away from their neighbours of earlier nights.

    Done again it lays them anew. A night that follows its club keeps the rules of this moment.

    Raises:
        WrongMoment: the night is not open yet, or its tables are.
        TooFewPlayers: fewer than two are here.
        NoSeating: the house rules are for other numbers of players.
    """
    night = lock_night(night, NightStatus.OPEN, NightStatus.SEATED)
    fix_rules(night)
    seed = secrets.randbits(SEED_BITS)
    here = {one.member_id: one for one in night.attendances.here().order_by("pk")}
    members = random.Random(seed).sample(list(here), len(here))
    met = _meetings(night, members)
    plan = seat(members, sizes=_sizes(night, len(members)), met=met)
    night.rounds.drafted().delete()
    played = night.rounds.count()
    drawn = NightRound.objects.create(night=night, number=played + 1, seed=seed)
    for number, company in enumerate(plan, start=1):
        table = NightTable.objects.create(round=drawn, number=number)
        NightPlace.objects.bulk_create(
            NightPlace(round=drawn, table=table, attendance=here[member], place=place)
            for place, member in enumerate(company)
        )
    return move_night(night, NightStatus.SEATED)


def _sizes(night: Night, people: int) -> list[int]:
    if people < 2:
        raise TooFewPlayers(
            f"{people} checked in, and a table needs at least two. Check more people in."
        )
    rules = night.rules
    possible = [size for size in PLAYERS if rules.refusal(size) is None]
    allowed = [size for size in possible if size <= people]
    sizes = table_sizes(people, best=night.table_size, allowed=allowed)
    if not sizes:
        able = ", ".join(map(str, possible))
        raise NoSeating(
            f"{people} people cannot be seated: these house rules are for tables of {able}, and "
            "tables differ by one at most. Check somebody in or out, or change the rules."
        )
    return sizes


def _meetings(night: Night, members: Iterable[int]) -> Counter[frozenset[int]]:
    """How often two of the members sat together tonight and in the club's last nights."""
    nights = night.club.nights.filter(status=NightStatus.CLOSED).order_by("-starts_at")
    recent = nights.values_list("pk", flat=True)[:NIGHTS_REMEMBERED]
    sat = NightPlace.objects.filter(
        round__in=NightRound.objects.played().filter(night__in=[night.pk, *recent]),
        attendance__member__in=members,
    ).values_list("table_id", "attendance__member_id")
    tables: dict[int, set[int]] = {}
    for table, member in sat:
        tables.setdefault(table, set()).add(member)
    return Counter(
        frozenset(pair) for company in tables.values() for pair in combinations(company, 2)
    )


@transaction.atomic
def open_tables(night: Night, *, at: datetime) -> Night:
    """Open every table of the seating; each player brings their chips to it.

    Pools that earlier nights carried over go to the first tables.

    Raises:
        WrongMoment: nobody is seated, or the tables are open.
        NoChips: somebody's purse is empty; no table is opened.
        Overdrawn: a purse does not hold the buy-in; no table is opened.
    """
    night = lock_night(night, NightStatus.SEATED)
    carried, rules = _carried_pools(night.club), night.rules
    for night_table, places in laid_tables(night).items():
        night_table.table = open_table(
            night.club.book,
            rules=rules,
            policies=NIGHT.policies,
            seats=[plan for _, plan in places],
            name=_name_of(night_table, night),
            mode=Mode(night.mode),
            deals_limit=night.deals_limit,
            pool=next(carried, None),
            at=at,
            **night.terms,
        )
        night_table.save(update_fields=["table"])
        _take_seats(night_table.table, [place for place, _ in places])
    NightRound.objects.filter(pk=_drawn_round(night).pk).update(status=RoundStatus.PLAYING)
    return move_night(night, NightStatus.PLAYING)


def _drawn_round(night: Night) -> NightRound:
    """The round that is played next; a night that is seated has one."""
    return night.rounds.drafted()[0]


def _name_of(night_table: NightTable, night: Night) -> str:
    number = night_table.round.number
    return f"{night_table}, {night}" if number == 1 else f"{night_table}, round {number}, {night}"


def _take_seats(table: Table, places: list[NightPlace]) -> None:
    """Each place is now a seat of the games, which were laid in the same order."""
    seats = table.seats.order_by("number")
    for place, taken in zip(places, seats, strict=True):
        place.seat, place.place = taken, None
    NightPlace.objects.bulk_update(places, ["seat", "place"])


def _carried_pools(club: Club) -> Iterator[Account]:
    """Pools that nobody won at tables of the club's nights: the next tables open with them.

    The pool of a free table waits for its rematch. Source: RULES.md 7.7.
    """
    left = Account.objects.open().filter(book=club.book_id, kind=AccountKind.POOL, balance__gt=0)
    tables = Table.objects.filter(pool=OuterRef("pk"))
    of_nights = left.filter(Exists(tables.filter(night_table__isnull=False)))
    free = of_nights.exclude(Exists(tables.open())).exclude(
        Exists(tables.filter(free_table__isnull=False))
    )
    return iter(free.order_by("pk"))


def laid_tables(night: Night) -> dict[NightTable, list[tuple[NightPlace, SeatPlan]]]:
    """Who sits down at which table of the next round, and with how many chips.

    Raises:
        NoChips: somebody's purse is empty, or holds less than the buy-in.
    """
    who = ("table__round", "attendance__member__purse", "attendance__member__player")
    places = NightPlace.objects.filter(round=_drawn_round(night)).select_related(*who)
    drawn = list(places.round_the_tables())
    _check_purses(night, [place.attendance for place in drawn])
    tables: dict[NightTable, list[tuple[NightPlace, SeatPlan]]] = {}
    for place in drawn:
        plan = _seat_plan(night, place.attendance)
        tables.setdefault(place.table, []).append((place, plan))
    return tables


def _check_purses(night: Night, seated: Iterable[Attendance]) -> None:
    needed = night.buy_in_chips or 1
    short = [str(one) for one in seated if one.member.purse.balance < needed]
    if short:
        chips = "no chips" if night.buy_in_chips is None else f"fewer than {needed} chips"
        raise NoChips(
            f"{', '.join(short)}: {chips} to play with. Hand chips out to them, or take back "
            "their check-in and seat the others again."
        )


def _seat_plan(night: Night, attendance: Attendance) -> SeatPlan:
    purse = attendance.member.purse
    return SeatPlan(
        player_id=attendance.member.player_id,
        purse_id=purse.pk,
        chips=purse.balance if night.buy_in_chips is None else night.buy_in_chips,
        bot_level=attendance.bot_level if night.mode == Mode.ONLINE else "",
    )


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
    places = NightPlace.objects.filter(round__in=night.rounds.playing(), attendance__member=member)
    place = places.taken().select_related("table__table").first()
    table = place.table.table if place else None
    if table is None:
        raise NotSeated(f"{member} sits at no table of {night}.")
    bring_more(table, player_id=member.player_id, chips=chips, after=after, actor_id=by.pk, at=at)
    return night


@transaction.atomic
def close_night(night: Night, *, may_play_on: bool = True, at: datetime) -> Night:
    """Close every table of the night, then the night itself; before they opened, call it off.

    One that is closed already stays as it is.

    Args:
        may_play_on: False where nobody is left to win a pool for which the house plays on.

    Raises:
        DealInPlay: a table is in the middle of a deal; nothing is closed.
        PoolNotWon: the house plays on until the pool is won; nothing is closed.
    """
    night = lock_night(night, *NightStatus)
    if night.status == NightStatus.CLOSED:
        return night
    opened = night.rounds.tables().exclude(table=None).select_related("table")
    tables = [one.table for one in opened if one.table]
    close_tables(tables, may_play_on=may_play_on, at=at)
    night.rounds.playing().update(status=RoundStatus.FINISHED, finished_at=at)
    night.closed_at = at
    return move_night(night, NightStatus.CLOSED)
