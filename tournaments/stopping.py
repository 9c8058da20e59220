"""Stopping: a tournament that runs is broken off, or ends before all of its rounds are played."""

from datetime import datetime
from typing import Final

from django.db import transaction

from deploy.unlocked import begins_anew
from games.models import Table
from games.play.breaking_off import break_off
from tournaments.drafts import replace, waiting_draft
from tournaments.errors import WrongMoment
from tournaments.life import expect_going, lock_tournament
from tournaments.models import (
    DrawStatus,
    NewsKind,
    Tournament,
    TournamentDeedKind,
)
from tournaments.news import tell
from tournaments.rounds import go_on_or_finish
from tournaments.stacks import take_stacks
from tournaments.stages import current_stage
from tournaments.tournament_log import note, note_deals_taken_back

WORDS: Final = "The tournament was cancelled."
"""Why a deal in play is void; everybody at the table reads it."""


def stop_play(tournament: Tournament, *, by: int, at: datetime) -> None:
    """Let nothing of a running tournament go on: deals in play are void, and its tables close.

    A round in play counts for nothing, and everybody gives back their playing chips. The caller has
    locked the tournament.
    """
    _drop_draft(tournament)
    tables = Table.objects.open().filter(round_table__round__tournament=tournament)
    break_off(tables, actor_id=by, reason=WORDS, at=at)
    note_deals_taken_back(tournament)
    for round in tournament.rounds.filter(finished_at=None).select_related("draw"):
        round.undone_at = at
        round.save(update_fields=["undone_at"])
        if round.draw is not None:
            round.draw.status = DrawStatus.UNDONE
            round.draw.save(update_fields=["status"])
    stage = current_stage(tournament)
    assert stage is not None, f"{tournament} runs, and has no stage left"
    take_stacks(stage, key="cancelled:stacks-back", at=at)
    tournament.paused_at = tournament.break_until = None
    tournament.save(update_fields=["paused_at", "break_until"])


@begins_anew
@transaction.atomic
def end_after_round(tournament: Tournament, *, by: int, at: datetime) -> Tournament:
    """Let nothing more be drawn: when the round in play is over, its standings are the last ones.

    Between two rounds it ends at once. Prizes follow as always. Done again, it does nothing.

    Raises:
        WrongMoment: it is not running, or is paused, or no round of it was played.
    """
    tournament = lock_tournament(tournament)
    expect_going(tournament)
    if not tournament.rounds.exists():
        raise WrongMoment(
            f"No round of {tournament} was played, so nobody can be ranked: cancel it instead."
        )
    if not tournament.ends_early:
        tournament.ends_early = True
        tournament.save(update_fields=["ends_early"])
        number = tournament.rounds.count()
        note(tournament, TournamentDeedKind.ENDED, by=by, round_number=number, at=at)
        tell(tournament, NewsKind.STATUS)
    if not tournament.rounds.filter(finished_at=None).exists():
        _drop_draft(tournament)
        tournament.break_until = None
        tournament.save(update_fields=["break_until"])
        go_on_or_finish(tournament, at=at)
    return tournament


def _drop_draft(tournament: Tournament) -> None:
    if (draft := waiting_draft(tournament)) is not None:
        replace(draft)
