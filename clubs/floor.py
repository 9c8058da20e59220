"""The floor of a night: its tables with the people clockwise, and who is here without a seat."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q

from clubs.holdings import needed_by
from clubs.models import (
    Attendance,
    Night,
    NightPlace,
    NightRound,
    NightStatus,
    NightTable,
    RoundStatus,
)
from clubs.tables_at_play import opened
from clubs.versions import version_of
from games.models import Deal

TO_COME = (RoundStatus.PLAYING, RoundStatus.DRAFTED)


@dataclass(frozen=True)
class Person:
    """Somebody at a table, or without one.

    Attributes:
        chips: What lies before them at an open table; else what their purse holds.
        lacks: Chips that their purse lacks to sit down; 0 where they sit.
        is_going: They get up from an open table when the deal is over.
    """

    member_id: int
    name: str
    chips: int
    lacks: int = 0
    is_going: bool = False


@dataclass(frozen=True)
class FloorTable:
    """A table of a round.

    Attributes:
        people: Clockwise.
        short: How many fewer sit here than at the fullest table of the round.
        can_play: Whether the house rules are for this number.
        pool: Chips in the pool of an open table.
        deals: Deals of it that count; misdeals do not.
        deals_limit: How many its night plans; None where it plans none, and where the house plays
            on after them.
        again: The names of those at it who meet again, pair by pair.
    """

    number: int
    people: tuple[Person, ...]
    short: int
    can_play: bool
    is_locked: bool
    pool: int = 0
    deals: int = 0
    deals_limit: int | None = None
    again: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class FloorRound:
    """A round that is played, with its open tables, or one that is drawn.

    Attributes:
        repeats: How many pairs at its tables have met before; None where nobody counted.
        least: Any draw has at least this many.
        waiting: Who is here and has no place in it, those who came first standing first.
        needs_repair: It is drawn, and somebody came or went since.
        version: By which a change tells what was seen; empty where it is played.
    """

    number: int
    is_playing: bool
    tables: tuple[FloorTable, ...]
    repeats: int | None
    least: int | None
    waiting: tuple[Person, ...]
    needs_repair: bool
    version: str = ""


def floor_of(night: Night) -> tuple[FloorRound, ...]:
    """The round that is played and those that are drawn, by a constant number of queries."""
    here = list(
        night.attendances.here()
        .select_related("member__player", "member__purse")
        .order_by("checked_in_at", "pk")
    )
    rounds = list(_rounds(night))
    tables = [table for drawn in rounds for table in drawn.tables.all()]
    dealt = Deal.objects.filter(table__in=[one.table_id for one in tables if one.table_id])
    deals = dict(
        dealt.counted()
        .order_by()
        .values("table")
        .annotate(all=Count("pk", filter=~Q(outcome_json__kind="misdeal")))
        .values_list("table", "all")
        if tables
        else ()
    )
    possible = night.rules.numbers_playing
    return tuple(_round(night, drawn, here, deals, possible) for drawn in rounds)


def _rounds(night: Night) -> Iterable[NightRound]:
    places = NightPlace.objects.taken().round_the_tables()
    places = places.select_related("seat__stack", "attendance__member__player")
    tables = NightTable.objects.filter(table__closed_at=None).order_by("number")
    tables = tables.select_related("table__pool").defer("table__sealed_tail")
    return (
        night.rounds.filter(status__in=TO_COME)
        .order_by("number")
        .prefetch_related(Prefetch("tables", tables), Prefetch("tables__places", places))
    )


def _round(
    night: Night,
    drawn: NightRound,
    here: Collection[Attendance],
    deals: dict[int, int],
    possible: Collection[int],
) -> FloorRound:
    is_playing = drawn.status == RoundStatus.PLAYING
    present = {one.pk for one in here}
    sitting = {
        table: [one for one in table.places.all() if one.seat is None or not _has_gone(one)]
        for table in drawn.tables.all()
    }
    placed = {one.attendance_id for places in sitting.values() for one in places}
    fullest = max(map(len, sitting.values()), default=0)
    again = [] if is_playing else [one["people"] for one in drawn.meets_again]
    tables = [
        _table(
            table,
            places,
            fullest=fullest,
            possible=opened(table).rules.numbers_playing if is_playing else possible,
            deals=deals.get(table.table_id or 0, 0),
            again=again,
        )
        for table, places in sitting.items()
    ]
    waiting = [one for one in here if one.pk not in placed]
    return FloorRound(
        number=drawn.number,
        is_playing=is_playing,
        tables=tuple(tables),
        repeats=drawn.repeat_meetings,
        least=drawn.least_repeats,
        waiting=tuple(_waiting(one, *needed_by(night)) for one in waiting),
        needs_repair=not is_playing and (night.status == NightStatus.OPEN or present != placed),
        version="" if is_playing else _version(tables),
    )


def _version(tables: Iterable[FloorTable]) -> str:
    """Of a drawn round, as `clubs.draws.tables_of` tells its tables."""
    at = {table.number: [one.member_id for one in table.people] for table in tables}
    return version_of([at.get(number, []) for number in range(1, max(at, default=0) + 1)])


def _has_gone(place: NightPlace) -> bool:
    return place.seat is not None and place.seat.cashed_chips is not None


def _table(
    table: NightTable,
    places: Collection[NightPlace],
    *,
    fullest: int,
    possible: Collection[int],
    deals: int,
    again: Iterable[list[int]],
) -> FloorTable:
    names = {one.attendance_id: str(one.attendance) for one in places}
    return FloorTable(
        number=table.number,
        people=tuple(_sitting(one) for one in places),
        short=fullest - len(places),
        can_play=len(places) in possible,
        is_locked=table.is_locked,
        pool=table.table.pool.balance if table.table else 0,
        deals=deals,
        deals_limit=_limit(table, deals),
        again=tuple(
            (names[one], names[other]) for one, other in again if one in names and other in names
        ),
    )


def _limit(table: NightTable, deals: int) -> int | None:
    limit = table.table.deals_limit if table.table else None
    return None if limit is None or deals > limit else limit


def _sitting(place: NightPlace) -> Person:
    seat = place.seat
    return Person(
        member_id=place.attendance.member_id,
        name=str(place.attendance),
        chips=seat.stack.balance if seat else 0,
        is_going=seat is not None and seat.is_leaving,
    )


def _waiting(one: Attendance, needed: int, full: int) -> Person:
    chips = one.member.purse.balance
    return Person(one.member_id, str(one), chips, lacks=full - chips if chips < needed else 0)
