"""What stands on top of a tournament's desk: its numbers, and where it stands."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.boards import mark_of
from tournaments.drafts import waiting_draft
from tournaments.models import RoundDraw, Tournament, TournamentStatus, with_counts
from tournaments.shortening import can_be_shortened
from tournaments.steps import Standing, Step, next_steps
from tournaments.tournament_log import last_line


@dataclass(frozen=True)
class Desk:
    """A tournament in numbers.

    Attributes:
        entered: Entrants who are in.
        here: Those of them who have checked in.
        round: The number of the newest round; 0 before the first.
        rounds: How many are planned in all, as far as that is known; 0 where it is not.
        tables: Of the newest round.
        open_tables: Those of them at which people still play.
        prize_chips: All that the fund holds for prizes, or has paid.
        draft: The draw that waits to be confirmed.
        mark: Changes with everything that the desk shows.
    """

    status: TournamentStatus
    entered: int
    here: int
    round: int
    rounds: int
    tables: int
    open_tables: int
    prize_chips: int
    draft: RoundDraw | None
    mark: str
    steps: tuple[Step, ...]


def desk_of(tournament: Tournament) -> Desk:
    """How a tournament stands, by a constant number of queries."""
    counted = with_counts(Tournament.objects.filter(pk=tournament.pk)).select_related("fund").get()
    counts = vars(counted)
    status = TournamentStatus(counted.status)
    here = counted.entrants.playing().exclude(checked_in_at=None).count()
    newest = counted.rounds.order_by("-number").first()
    is_open = Q(table__closed_at=None)
    tables = {"all": 0, "open": 0}
    if newest is not None:
        tables = newest.tables.aggregate(all=Count("pk"), open=Count("pk", filter=is_open))
    draft = waiting_draft(counted) if status == TournamentStatus.RUNNING else None
    drawn = f"{draft.pk}.{len(draft.moves_json)}" if draft else ""
    entered: int = counts["entrants_count"]
    standing = Standing(
        status,
        ready=here if status == TournamentStatus.CHECK_IN else entered,
        has_check_in=counted.check_in_minutes is not None,
        has_draft=draft is not None,
        is_paused=counted.paused_at is not None,
        is_break=counted.break_until is not None,
        can_be_shortened=status == TournamentStatus.RUNNING and can_be_shortened(counted),
        ends_early=counted.ends_early,
        needs_draw=newest is None or newest.finished_at is not None,
    )
    return Desk(
        status=status,
        entered=entered,
        here=here,
        round=counts["rounds_begun"],
        rounds=counts["rounds_planned"] or 0,
        tables=tables["all"],
        open_tables=tables["open"],
        prize_chips=counted.fund.balance + counts["paid_chips"],
        draft=draft,
        mark=f"{mark_of(counted)}-{last_line(counted)}-{here}-{drawn}",
        steps=next_steps(standing),
    )
