"""What stands on top of a night's desk: its numbers, and where the night stands."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from clubs.models import Answer, Night, NightStatus, NightTable, RoundStatus
from clubs.models.night import PLAYED
from clubs.played_places import played_places
from clubs.sides import alone, is_cut
from clubs.steps import Standing, Step, next_steps
from games.models import Deal, Seat, Table
from ledger.models import Account

TO_COME = (RoundStatus.PLAYING, RoundStatus.DRAFTED)


@dataclass(frozen=True)
class Desk:
    """A night in numbers.

    Attributes:
        booked: People who said that they come, those who are here among them.
        missing: People who said that they come, and did not come yet.
        waiting: People for whom there is no room yet.
        tables: Of the round that is played, else of the next one that is drawn.
        round_number: The number of that round; 0 where there is none.
        deals: Deals of tonight that are over, and were not taken back.
        chips_out: Chips that lie on tables of this night, pools that wait among them.
        is_balanced: All chips of the club's book add up to what its bank gave out.
        last_deed: The number of the last deed in the log, up to which all this is told.
        is_cancelled: It was cancelled, or closed before any of its rounds was played.
    """

    status: NightStatus
    booked: int
    here: int
    missing: int
    waiting: int
    tables: int
    open_tables: int
    round_number: int
    drawn: int
    deals: int
    chips_out: int
    is_balanced: bool
    last_deed: int
    steps: tuple[Step, ...]
    is_cancelled: bool = False


def desk_of(night: Night, *, at: datetime) -> Desk:
    """How a night stands, by a constant number of queries."""
    is_here = Q(checked_in_at__isnull=False)
    is_booked = Q(answer=Answer.GOING, answered_at__isnull=False)
    played = played_places([night.pk]).filter(attendance=OuterRef("pk"))
    people = night.attendances.annotate(has_played=Exists(played)).aggregate(
        booked=Count("pk", filter=is_booked | is_here),
        here=Count("pk", filter=is_here),
        missing=Count("pk", filter=is_booked & ~is_here & Q(has_played=False)),
        waiting=Count("pk", filter=Q(answer=Answer.WAITING) & ~is_here),
    )
    status = NightStatus(night.status)
    tables, open_tables, number, drawn, has_played = _rounds(night)
    deals = Deal.objects.filter(table__in=_tables_of(night)).counted().count()
    standing = Standing(
        status=status,
        here=people["here"],
        missing=people["missing"],
        is_time=at >= night.starts_at,
        uncut=_uncut(night, status),
        drawn=drawn,
        open_tables=open_tables,
        has_played=has_played,
    )
    return Desk(
        **people,
        status=status,
        tables=tables,
        open_tables=open_tables,
        round_number=number,
        drawn=drawn,
        deals=deals,
        chips_out=_chips_out(night),
        is_balanced=_is_balanced(night),
        last_deed=_last_deed(night),
        steps=next_steps(standing),
        is_cancelled=night.is_cancelled,
    )


def _uncut(night: Night, status: NightStatus) -> int:
    """Count those here without a partner, where partners are cut before the next round."""
    if status not in (NightStatus.OPEN, NightStatus.SEATED) or not is_cut(night.rules):
        return 0
    return len(alone(night, night.attendances.here().values_list("member", flat=True)))


def _rounds(night: Night) -> tuple[int, int, int, int, bool]:
    """Tables, open ones, and number of the round that counts now; how many are drawn ahead;
    and whether one was played, or is.

    Of a round that is played, tables that broke up count no more.
    """
    rounds = night.rounds.filter(status__in=(*TO_COME, *PLAYED)).order_by("number")
    known = list(
        rounds.annotate(
            all=Count("tables"),
            open=Count(
                "tables", filter=Q(tables__table__isnull=False, tables__table__closed_at=None)
            ),
        ).values_list("number", "status", "all", "open")
    )
    counted = [one for one in known if one[1] in TO_COME]
    has_played = len({status for _, status, _, _ in known} & set(PLAYED)) > 0
    drawn = sum(status == RoundStatus.DRAFTED for _, status, _, _ in counted)
    playing = [one for one in counted if one[1] == RoundStatus.PLAYING]
    for number, status, tables, opened in (*playing, *counted):
        played = opened if status == RoundStatus.PLAYING else tables
        return played or tables, opened, number, drawn, has_played
    return 0, 0, 0, drawn, has_played


def _tables_of(night: Night) -> QuerySet[Table]:
    laid = NightTable.objects.filter(round__night=night).exclude(table=None)
    tables: QuerySet[Table] = Table.objects.filter(pk__in=laid.values("table"))
    return tables


def _chips_out(night: Night) -> int:
    tables = _tables_of(night)
    stacks = Seat.objects.filter(table__in=tables).order_by().values("stack")
    lying = stacks.union(tables.order_by().values("pool"))
    accounts = Account.objects.filter(pk__in=lying)
    total: int | None = accounts.aggregate(all=Sum("balance"))["all"]
    return total or 0


def _last_deed(night: Night) -> int:
    last: int | None = night.deeds.aggregate(last=Max("number"))["last"]
    return last or 0


def _is_balanced(night: Night) -> bool:
    accounts = Account.objects.open().filter(book=night.club.book_id)
    total: int | None = accounts.aggregate(all=Sum("balance"))["all"]
    return not total
