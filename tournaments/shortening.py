"""Shortening: a tournament that runs has fewer rounds than were announced."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tournaments.drafts import replace, waiting_draft
from tournaments.errors import ImpossibleTournament, WrongMoment
from tournaments.formats.settings import ROUNDS
from tournaments.life import expect_going
from tournaments.models import NewsKind, Stage, Tournament, TournamentDeedKind
from tournaments.news import tell
from tournaments.rounds import go_on_or_finish
from tournaments.stages import StagePlan, current_stage
from tournaments.tournament_log import note


def other_rounds(before: Sequence[StagePlan], after: Sequence[StagePlan]) -> dict[int, int]:
    """By its number the rounds of each stage that has others; empty where more than they differ."""
    if len(before) != len(after):
        return {}
    found = {}
    for number, (was, will) in enumerate(zip(before, after, strict=True), start=1):
        if was == will:
            continue
        rounds = will["rounds_count"]
        if rounds is None or {**was, "rounds_count": rounds} != will:
            return {}
        found[number] = rounds
    return found


def check_has_rounds(tournament: Tournament) -> None:
    """See that the only stage of a running tournament has rounds that somebody sets.

    Raises:
        ImpossibleTournament: its format ends by itself.
    """
    stage = tournament.stages.get()
    if ROUNDS not in stage.played_as.settings:
        raise ImpossibleTournament(
            f"{stage.played_as.name} ends by itself, so nobody sets its rounds: finish the "
            "tournament after the round in play instead."
        )


def fit_schedule(tournament: Tournament, stages: Sequence[Stage]) -> None:
    """Drop what lies beyond the new end: breaks, and the last rounds for late entries.

    Args:
        stages: As they will be.
    """
    counts = [stage.rounds_count for stage in stages]
    if None not in counts:
        end = sum(count or 0 for count in counts)
        tournament.breaks = [one for one in tournament.breaks if one["after_round"] < end]
    last, first = tournament.late_until_round, stages[0].rounds_count
    if last is not None and first is not None and last > first:
        tournament.late_until_round = first if first > 1 else None


def schedule_of(tournament: Tournament) -> dict[str, Any]:
    """What `fit_schedule` may change, for the log."""
    return {"breaks": tournament.breaks, "late_until_round": tournament.late_until_round}


def shorten(
    tournament: Tournament,
    rounds: Mapping[int, int],
    *,
    by: int | None,
    was: Mapping[str, Any],
    at: datetime,
) -> None:
    """Let stages have fewer rounds. Draws follow the plan of as many as were announced.

    Where the last of them is played, the next stage or the end follows at once. The caller has
    locked the tournament.

    Args:
        rounds: By the number of a stage.
        was: The schedule before, as `schedule_of` has it.

    Raises:
        WrongMoment: a stage is over, would have more rounds, or fewer than have begun; or the
            tournament is paused.
    """
    expect_going(tournament)
    stages = list(tournament.stages.filter(number__in=rounds).order_by("number"))
    before = {f"stage {one.number}": one.rounds_count for one in stages}
    for stage in stages:
        _shorten(tournament, stage, rounds[stage.number])
    after = {f"stage {one.number}": one.rounds_count for one in stages}
    now = schedule_of(tournament)
    fitted = [name for name in now if now[name] != was[name]]
    note(
        tournament,
        TournamentDeedKind.SHORTENED,
        by=by,
        before={"rounds_count": before, **{name: was[name] for name in fitted}},
        after={"rounds_count": after, **{name: now[name] for name in fitted}},
        at=at,
    )
    tell(tournament, NewsKind.STATUS)
    _go_on(tournament, at=at)


def _shorten(tournament: Tournament, stage: Stage, rounds: int) -> None:
    old, begun = stage.rounds_count, stage.rounds.count()
    assert old is not None, "its format has rounds"
    if stage.finished_at is not None:
        raise WrongMoment(f"Stage {stage.number} of {tournament} is over: its rounds stay {old}.")
    if rounds > old:
        raise WrongMoment(
            f"{tournament} is running, so it has no more rounds than announced: choose from "
            f"{max(1, begun)} to {old}."
        )
    if rounds < begun:
        raise WrongMoment(
            f"Round {begun} of stage {stage.number} has begun: choose from {begun} to {old} rounds."
        )
    if stage.started_at is not None:
        stage.planned_rounds = stage.planned_rounds or old
    stage.rounds_count = rounds
    stage.save(update_fields=["planned_rounds", "rounds_count"])


def _go_on(tournament: Tournament, *, at: datetime) -> None:
    """Go on at once between two rounds, if no round of this stage is left."""
    stage = current_stage(tournament)
    if stage is None or tournament.rounds.filter(finished_at=None).exists():
        return
    if not stage.ends_after(stage.rounds.count()):
        return
    if (draft := waiting_draft(tournament)) is not None:
        replace(draft)
    if not tournament.stages.filter(number__gt=stage.number).exists():
        tournament.break_until = None
        tournament.save(update_fields=["break_until"])
    if tournament.break_until is None:
        go_on_or_finish(tournament, at=at)
