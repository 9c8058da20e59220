"""The nights of some clubs as a calendar has them, and what waits there for somebody's decision."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce

from clubs.models import Answer, Club, Member, Night, NightStatus, Player, Role
from clubs.models.night import OVERDUE_AFTER, NightQuerySet
from clubs.rights import LOOK_AFTER_MEMBER, LOOK_AFTER_NIGHT, OPEN_NIGHT

MOST_NIGHTS: Final = 20
MOST_TO_COME: Final = 6
LATELY: Final = timedelta(days=7)


@dataclass(frozen=True)
class Evening:
    """A night in a calendar.

    Attributes:
        booked: People who said that they come, those who are here among them.
        waiting: People for whom there is no room yet.
        seeking: People who look for a partner.
        short: People who come, are not at a table, and have too few chips to buy in.
        is_run: Whether the reader may open it, and decides what waits there.
    """

    night: Night
    booked: int
    here: int
    waiting: int
    seeking: int
    short: int
    is_tonight: bool
    is_run: bool
    is_late: bool
    is_long_over: bool


@dataclass(frozen=True)
class Agenda:
    """What somebody has before them in the clubs that they look after.

    Attributes:
        last: The night of this week that took place last.
        has_more: Whether more nights are planned than these.
        visitors: People who sat down at a table open to everybody and belong to no club yet.
    """

    tonight: tuple[Evening, ...]
    to_come: tuple[Evening, ...]
    last: Night | None
    has_more: bool
    visitors: int

    @property
    def evenings(self) -> tuple[Evening, ...]:
        return self.tonight + self.to_come


def agenda_of(player: Player, *, at: datetime) -> Agenda:
    """The next nights of the clubs that they look after, by a constant number of queries."""
    nights = Night.objects.filter(club__in=Club.objects.of(player, LOOK_AFTER_NIGHT.may))
    nights = nights.select_related("club")
    found = list(nights.to_come()[: MOST_NIGHTS + 1])
    runs = set(Club.objects.of(player, OPEN_NIGHT.may).values_list("pk", flat=True)[:MOST_NIGHTS])
    counts = _counted(found)
    evenings = [
        Evening(
            night=night,
            **counts[night.pk],
            is_tonight=night.status != NightStatus.PLANNED or night.day <= night.club.day_of(at),
            is_run=night.club_id in runs,
            is_late=night.status == NightStatus.PLANNED and night.starts_at < at,
            is_long_over=night.starts_at < at - OVERDUE_AFTER,
        )
        for night in found
    ]
    to_come = [one for one in evenings if not one.is_tonight]
    return Agenda(
        tonight=tuple(one for one in evenings if one.is_tonight),
        to_come=tuple(to_come[:MOST_TO_COME]),
        last=_last(nights, at=at),
        has_more=len(to_come) > MOST_TO_COME or len(found) > MOST_NIGHTS,
        visitors=_visitors(player).count(),
    )


def _last(nights: NightQuerySet, *, at: datetime) -> Night | None:
    lately = nights.took_place().filter(starts_at__gt=at - LATELY)
    return lately.order_by("-starts_at", "-pk").first()


def _counted(nights: Iterable[Night]) -> dict[int, dict[str, int]]:
    is_here = Q(attendances__checked_in_at__isnull=False)
    is_going = Q(attendances__answer=Answer.GOING, attendances__answered_at__isnull=False)
    needed = Coalesce(F("buy_in_chips"), 1)
    is_short = Q(attendances__member__purse__balance__lt=needed)
    has_begun = Q(status__in=(NightStatus.PLAYING, NightStatus.CLOSED))  # Their chips lie there.
    rows = Night.objects.filter(pk__in=[night.pk for night in nights]).annotate(
        booked=Count("attendances", filter=is_going | is_here),
        here=Count("attendances", filter=is_here),
        waiting=Count("attendances", filter=Q(attendances__answer=Answer.WAITING) & ~is_here),
        seeking=Count("attendances", filter=Q(attendances__needs_partner=True)),
        short=Count("attendances", filter=(is_going | is_here) & is_short & ~has_begun),
    )
    names = ("booked", "here", "waiting", "seeking", "short")
    return {row.pop("pk"): row for row in rows.values("pk", *names)}


def _visitors(player: Player) -> QuerySet[Member]:
    clubs = Club.objects.of(player, LOOK_AFTER_MEMBER.may)
    return Member.objects.active().filter(club__in=clubs, role=Role.VISITOR)
