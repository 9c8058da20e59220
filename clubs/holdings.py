"""What everybody of a night holds, brought and took home, and who is short for the next round."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, Min, OuterRef, Q

from clubs.models import Attendance, DeedKind, Night, NightStatus
from clubs.models.night import OVERDUE_AFTER
from clubs.models.night_round import NightPlaceQuerySet
from clubs.played_places import played_places

A_MOMENT: Final = timedelta(seconds=1)


@dataclass(frozen=True)
class Holding:
    """Somebody who is here, or who played tonight.

    Attributes:
        purse: Chips at home.
        stack: Chips that lie before them at open tables of this night.
        table: The number of the table where they lie; None where there are none.
        brought: Chips that went from the purse to tables of this night; those that came home from
            one of its tables and went to the next count once.
        came_home: Chips that went from these tables to the purse, and lie at no other one since.
        lacks: Chips to hand out before the next round; 0 where they have enough, or are not here.
    """

    member_id: int
    player_id: int
    name: str
    is_here: bool
    purse: int
    stack: int
    table: int | None
    brought: int
    came_home: int
    lacks: int

    @property
    def holds(self) -> int:
        return self.purse + self.stack

    @property
    def won(self) -> int:
        """What they won tonight, without their shares of pools; negative for what they lost."""
        return self.came_home + self.stack - self.brought


@dataclass
class _AtTables:
    brought: int = 0
    came_home: int = 0
    stack: int = 0
    table: int | None = None


def holdings(night: Night, members: Collection[int] | None = None) -> list[Holding]:
    """Everybody's by name, or those of some; by a constant number of queries."""
    places = played_places([night.pk])
    has_played = Exists(places.filter(attendance=OuterRef("pk")))
    rows = night.attendances.filter(Q(checked_in_at__isnull=False) | has_played)
    if members is not None:
        rows = rows.filter(member__in=members)
    rows = rows.select_related("member__player", "member__purse")
    rows = rows.order_by("member__player__sort_name", "pk")
    sat = _at_tables(places)
    needed, full = needed_by(night)
    return [_holding(night, one, sat[one.pk], needed=needed, full=full) for one in rows]


def needed_by(night: Night) -> tuple[int, int]:
    """With how many chips somebody can sit down, and how many those are handed who cannot.

    Without a buy-in everybody brings their whole purse, so that what a new member is given will do.
    """
    if night.buy_in_chips is not None:
        return night.buy_in_chips, night.buy_in_chips
    return 1, night.club.opening_chips or 1


def began_at(night: Night) -> datetime:
    """When the first chips of a night can have moved: it was opened then."""
    opened: datetime | None = night.deeds.filter(kind=DeedKind.OPEN).aggregate(at=Min("at"))["at"]
    if opened is not None:
        return opened - A_MOMENT
    came: datetime | None = night.attendances.aggregate(at=Min("checked_in_at"))["at"]
    return min(night.starts_at, came or night.starts_at) - A_MOMENT


def period_of(night: Night, *, at: datetime) -> tuple[datetime, datetime]:
    """From when to when chips moved on a night; the morning after it belongs to it."""
    over = at if night.closed_at is None else min(at, night.closed_at + OVERDUE_AFTER)
    began = began_at(night)
    return min(began, over), over


def _holding(night: Night, one: Attendance, sat: _AtTables, *, needed: int, full: int) -> Holding:
    holds = one.member.purse.balance + sat.stack
    is_here = one.checked_in_at is not None
    can_be_short = is_here and night.status != NightStatus.CLOSED
    return Holding(
        member_id=one.member_id,
        player_id=one.member.player_id,
        name=str(one),
        is_here=is_here,
        purse=one.member.purse.balance,
        stack=sat.stack,
        table=sat.table,
        brought=sat.brought,
        came_home=sat.came_home,
        lacks=full - holds if can_be_short and holds < needed else 0,
    )


def _at_tables(places: NightPlaceQuerySet) -> dict[int, _AtTables]:
    """By attendance, from their first seat to their last."""
    found: dict[int, _AtTables] = defaultdict(_AtTables)
    columns = ("attendance", "table__number", "seat__bought_chips", "seat__cashed_chips")
    rows = places.order_by("seat").values_list(*columns, "seat__stack__balance")
    for attendance, number, bought, cashed, lying in rows:
        mine = found[attendance]
        again = min(bought, mine.came_home)
        mine.brought += bought - again
        mine.came_home += (cashed or 0) - again
        if cashed is None:
            mine.stack += lying
            mine.table = number
    return found
