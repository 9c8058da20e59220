"""Draws that wait: drawn again, changed by hand, confirmed by somebody or by themselves."""

from datetime import datetime

from django.db import transaction

from deploy.unlocked import begins_anew
from tournaments.drafts import Changed, change_by_hand, draft_of, replace, waiting_draft
from tournaments.draw_documents import Swap, by_hand
from tournaments.draw_documents.moves import ByHand
from tournaments.errors import DrawChanged
from tournaments.life import expect, expect_going, lock_tournament
from tournaments.models import RoundDraw, Tournament, TournamentDeedKind, TournamentStatus
from tournaments.rounds import go_on_or_finish, publish
from tournaments.tournament_log import note


@begins_anew
@transaction.atomic
def draw_again(
    tournament: Tournament, *, seen: int | None = None, by: int | None = None, at: datetime
) -> RoundDraw | None:
    """Draw the round that waits once more, for those who can play now; None where none is left.

    After a draw was undone, too. The draft before is kept, and counted. The new one waits as long
    as draws wait, and for somebody to confirm it where they wait for nobody.

    Args:
        seen: The number of the draft that they saw; None for any.

    Raises:
        WrongMoment: the tournament is not running.
        NothingDrafted: a round is in play.
        DrawChanged: another draft waits by now.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.RUNNING)
    rests = tournament.break_until is not None
    if rests or waiting_draft(tournament) is not None or _is_played(tournament):
        replace(draft_of(tournament, seen=seen))
    return go_on_or_finish(tournament, by=by, waits=True, at=at)


@transaction.atomic
def move_in_draw(
    tournament: Tournament,
    move: ByHand,
    *,
    seen: int | None = None,
    by: int | None = None,
    at: datetime,
) -> Changed:
    """Change the draft that waits by hand; its repeat meetings are counted again.

    Args:
        seen: The number of the draft that they saw; None for any.

    Raises:
        WrongMoment: the tournament is not running.
        NothingDrafted: no draft waits.
        DrawChanged: another draft waits by now.
        NotInDraw, MoveImpossible: as in `tournaments.draw_documents.moved`.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.RUNNING)
    draft = draft_of(tournament, seen=seen)
    changed = change_by_hand(draft, move)
    note(
        tournament,
        TournamentDeedKind.MOVED,
        by=by,
        round_number=draft.round_number,
        entrants=[move.one, move.other] if isinstance(move, Swap) else [move.entrant],
        before={"repeat_meetings": changed.before},
        after={"repeat_meetings": changed.after, **by_hand(move)},
        at=at,
    )
    return changed


@transaction.atomic
def confirm_draw(
    tournament: Tournament, *, seen: int | None = None, by: int | None = None, at: datetime
) -> RoundDraw:
    """Publish the draft that waits: its seats are given, and its tables open.

    Args:
        seen: The number of the draft that they saw; None for any.

    Raises:
        WrongMoment: the tournament is not running.
        NothingDrafted: no draft waits.
        DrawChanged: another draft waits by now, or it no longer fits those who can play.
    """
    tournament = lock_tournament(tournament)
    expect_going(tournament)
    draft = draft_of(tournament, seen=seen)
    publish(draft, by=by, at=at)
    return draft


def _is_played(tournament: Tournament) -> bool:
    return bool(tournament.rounds.filter(finished_at=None).exists())


@begins_anew
@transaction.atomic
def confirm_due(draft: RoundDraw, *, at: datetime) -> None:
    """Publish a draft whose time has come; if it no longer fits, one that is drawn anew.

    Done again, or too early, it does nothing.
    """
    tournament = lock_tournament(draft.tournament)
    due = tournament.draws.due(at).filter(pk=draft.pk).exists()
    if not due:
        return
    try:
        confirm_draw(tournament, at=at)
    except DrawChanged:
        replace(draft_of(tournament))
        redrawn = go_on_or_finish(tournament, at=at)
        if redrawn is not None and redrawn.published_at is None:
            publish(draft_of(tournament), at=at)
