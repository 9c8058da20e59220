"""The tournaments of some clubs that are not over: which run, and which wait for their start."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q

from clubs.models import Club, Player
from deploy.rows import count_of
from tournaments.models import (
    NOT_OVER,
    Admission,
    Entrant,
    Tournament,
    TournamentStatus,
    with_counts,
)
from tournaments.passages import FEWEST
from tournaments.rights import LOOK_AFTER

MOST: Final = 10


@dataclass(frozen=True)
class Cup:
    """A tournament in a calendar.

    Attributes:
        round: The number of its newest round; 0 before the first.
        rounds: How many are planned in all its stages.
        open_tables: Tables of the round that is played.
        lacks_people: Its time has come, and too few are in.
        has_barred: Somebody plays whom the club has turned away.
        asking: How many wait for an organiser to let them in.
    """

    tournament: Tournament
    entrants: int
    round: int
    rounds: int
    open_tables: int
    lacks_people: bool
    is_ready: bool
    has_barred: bool
    asking: int

    @property
    def is_running(self) -> bool:
        return self.tournament.status == TournamentStatus.RUNNING


def cups_of(player: Player, *, at: datetime) -> tuple[list[Cup], bool]:
    """Those that run first, and whether there are more, by a constant number of queries."""
    clubs = Club.objects.of(player, LOOK_AFTER.may)
    is_at_play = Q(
        rounds__tables__table__isnull=False, rounds__tables__table__closed_at__isnull=True
    )
    asking = Entrant.objects.entered().filter(tournament=OuterRef("pk"), admission=Admission.ASKED)
    barred = Entrant.objects.turned_away().filter(tournament=OuterRef("pk"))
    rows = (
        with_counts(Tournament.objects.filter(club__in=clubs, status__in=NOT_OVER))
        .annotate(
            open_tables=Count("rounds__tables", filter=is_at_play, distinct=True),
            has_barred=Exists(barred),
            asking=count_of(asking, "tournament"),
        )
        .select_related("club")
        .order_by("-status", "starts_at", "pk")
    )
    found = list(rows[: MOST + 1])
    return [_cup(row, at) for row in found[:MOST]], len(found) > MOST


def _cup(row: Tournament, at: datetime) -> Cup:
    counted: dict[str, int] = vars(row)
    is_open = row.status in (TournamentStatus.REGISTRATION, TournamentStatus.CHECK_IN)
    entrants = counted["entrants_count"]
    is_due = row.starts_at is not None and row.starts_at <= at
    return Cup(
        tournament=row,
        entrants=entrants,
        round=counted["rounds_begun"],
        rounds=counted["rounds_planned"],
        open_tables=counted["open_tables"],
        lacks_people=is_open and is_due and entrants < FEWEST,
        is_ready=is_open and row.starts_at is None and entrants >= FEWEST,
        has_barred=bool(counted["has_barred"]),
        asking=counted["asking"],
    )
