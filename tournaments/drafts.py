"""Drafts: a round is drawn, changed by hand, and found sound before anybody sits down."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from clubs.seating import PLANNER_VERSION, least_repeats
from deploy.unlocked import settled, worked_out
from tournaments.draw_documents import Laid, by_hand, inputs_of
from tournaments.draw_documents.moves import ByHand
from tournaments.drawing import able_in, draw, situation_of
from tournaments.errors import DrawChanged, NoDraw, NothingDrafted
from tournaments.formats.draw import Draw
from tournaments.formats.protocol import Situation
from tournaments.models import DrawStatus, RoundDraw, Stage, Tournament, TournamentDeedKind
from tournaments.passages import SEEDS
from tournaments.recounting import faults_of, repeats_of
from tournaments.tournament_log import note


@dataclass(frozen=True)
class Changed:
    """A draft that was changed by hand.

    Attributes:
        before: Its repeat meetings before the change.
        after: Those that it has now.
    """

    draft: RoundDraw
    before: int
    after: int


def draft_round(
    stage: Stage, *, by: int | None = None, waits: bool = False, at: datetime
) -> RoundDraw | None:
    """Draw the next round of a stage; None where the format has no round left to play.

    The caller has locked the tournament, and no draft waits.

    Args:
        by: The player who has it drawn; None where it is drawn by itself.
        waits: Somebody has to confirm it, even where draws wait for nobody.

    Raises:
        NoDraw: it is the first round, and there are no tables for all who entered.
        DrawChanged: who can play changes faster than a round can be drawn.
    """
    tournament, able = stage.tournament, able_in(stage)
    number = tournament.rounds.count() + 1
    drawn_before = tournament.draws.filter(round_number=number).count()
    seed = settled(
        ("seed of a draw", stage.pk, number, drawn_before), lambda: secrets.randbelow(SEEDS)
    )
    situation = situation_of(stage, able, seed=seed)
    if stage.ends_after(len(situation.history)):
        return None
    inputs = inputs_of(situation, stage.format)
    drawn = _drawn(situation, stage, inputs)
    is_first = stage.number == 1 and not situation.history
    if is_first and len(able) > 1 and (drawn is None or drawn.sits_out):
        raise NoDraw(
            f"{len(able)} entrants cannot be seated at tables of about the same size under "
            f"the house rules of {tournament}: let somebody enter or withdraw."
        )
    if drawn is None:
        return None
    laid, minutes = Laid.of(drawn), tournament.draw_minutes
    draft: RoundDraw = RoundDraw.objects.create(
        tournament=tournament,
        stage=stage,
        round_number=number,
        number=drawn_before + 1,
        seed=situation.seed,
        planner=PLANNER_VERSION,
        inputs=inputs,
        drawn_json=laid.to_json(),
        repeat_meetings=laid.repeats(situation.whole_history),
        least_repeats=_least_repeats(drawn, situation),
        drawn_at=at,
        drawn_by_id=by,
        publishes_at=None if waits and not minutes else at + timedelta(minutes=minutes),
    )
    note(
        tournament,
        TournamentDeedKind.DREW if draft.number == 1 else TournamentDeedKind.DREW_AGAIN,
        by=by,
        round_number=number,
        after={
            "draw": draft.number,
            "repeat_meetings": draft.repeat_meetings,
            "least_repeats": draft.least_repeats,
        },
        at=at,
    )
    return draft


def _drawn(situation: Situation, stage: Stage, inputs: Mapping[str, Any]) -> Draw | None:
    """Draw a round, while nothing is locked; a stage that is over needs no draw."""
    if stage.played_as.is_last(situation):
        return None
    tournament = stage.tournament
    return worked_out(
        ("draw", stage.pk, inputs),
        lambda: draw(situation, stage),
        refusal=DrawChanged(
            f"The entrants of {tournament} change while its round is drawn: try again in a moment."
        ),
    )


def _least_repeats(drawn: Draw, situation: Situation) -> int:
    """How many repeat meetings any draw of these tables has at least, earlier stages included."""
    tables = drawn.seated.tables
    people = [one for table in tables for one in table]
    sizes = [len(table) for table in tables]
    whole = least_repeats(people, sizes=sizes, history=situation.whole_history)
    return max(drawn.seated.bound, whole)


def draft_of(tournament: Tournament, *, seen: int | None = None) -> RoundDraw:
    """The draft that waits to be confirmed.

    Args:
        seen: Its number among the draws of its round, as somebody saw it; None for any.

    Raises:
        NothingDrafted: none waits.
        DrawChanged: it is another one by now.
    """
    draft = tournament.draws.drafts().select_related("stage").first()
    if draft is None:
        raise NothingDrafted(f"No draw of {tournament} waits: a round is played, or none is left.")
    draft.tournament = draft.stage.tournament = tournament
    if seen not in (None, draft.number):
        raise DrawChanged(
            f"Draw {draft.number} of round {draft.round_number} waits now, not draw {seen}: look "
            "at it first."
        )
    return draft


def waiting_draft(tournament: Tournament) -> RoundDraw | None:
    """The draft that waits to be confirmed, if one does."""
    try:
        return draft_of(tournament)
    except NothingDrafted:
        return None


def change_by_hand(draft: RoundDraw, move: ByHand) -> Changed:
    """Keep a move by hand, and count the repeat meetings again.

    Raises:
        NotInDraw, MoveImpossible: as in `tournaments.draw_documents.moved`.
    """
    before = draft.repeat_meetings
    laid = draft.laid_after([*draft.moves, move])
    draft.moves_json = [*draft.moves_json, by_hand(move)]
    draft.repeat_meetings = repeats_of(laid, draft.stage, round_number=draft.round_number)
    draft.save(update_fields=["moves_json", "repeat_meetings"])
    return Changed(draft, before, draft.repeat_meetings)


def replace(draft: RoundDraw) -> None:
    """Keep a draft as one that another draw takes the place of."""
    draft.status = DrawStatus.REPLACED
    draft.save(update_fields=["status"])


def check_sound(draft: RoundDraw) -> Laid:
    """Who sits where by a draft, once it is recounted from the rows.

    Raises:
        DrawChanged: somebody in it cannot play any more, or somebody else can.
    """
    laid, stage = draft.laid, draft.stage
    allowed = draft.situation.entrants_a_table
    if faults := faults_of(laid, able=able_in(stage), allowed=allowed):
        raise DrawChanged(
            f"Draw {draft.number} of round {draft.round_number} no longer fits: "
            f"{', '.join(faults)}. Draw again."
        )
    counted = repeats_of(laid, stage, round_number=draft.round_number)
    assert counted == draft.repeat_meetings, (counted, draft.repeat_meetings)
    return laid
