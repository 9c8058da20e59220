"""The tournaments of some clubs that are not over: which run, and which wait for their start."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q

from clubs.models import Club, Player
from deploy.rows import count_of
from tournaments.models import (
    NOT_OVER,
    TAKING_ENTRIES,
    Admission,
    Entrant,
    Tournament,
    TournamentStatus,
    with_counts,
)
from tournaments.passages import FEWEST
from tournaments.rights import LOOK_AFTER
from tournaments.waits import told_wait

MOST: Final = 10


@dataclass(frozen=True)
class Cup:
    """A tournament in a calendar.

    Attributes:
        round: The number of its newest round; 0 before the first.
        rounds: How many are planned in all its stages.
        open_tables: Tables of the round that is played.
        waits_for: What it waits for after its start, in a sentence.
        has_barred: Somebody plays whom the club has turned away.
        asking: How many wait for an organiser to let them in.
    """

    tournament: Tournament
    entrants: int
    round: int
    rounds: int
    open_tables: int
    waits_for: str
    is_ready: bool
    has_barred: bool
    asking: int

    @property
    def is_running(self) -> bool:
        return self.tournament.status == TournamentStatus.RUNNING


def cups_of(player: Player) -> tuple[list[Cup], bool]:
    """Those that run first, and whether there are more; only those that wait cost queries."""
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
    return [_cup(row) for row in found[:MOST]], len(found) > MOST


def _cup(row: Tournament) -> Cup:
    counted: dict[str, int] = vars(row)
    is_open = row.status in TAKING_ENTRIES
    entrants = counted["entrants_count"]
    return Cup(
        tournament=row,
        entrants=entrants,
        round=counted["rounds_begun"],
        rounds=counted["rounds_planned"],
        open_tables=counted["open_tables"],
        waits_for=told_wait(row),
        is_ready=is_open and row.starts_at is None and entrants >= FEWEST,
        has_barred=bool(counted["has_barred"]),
        asking=counted["asking"],
    )
