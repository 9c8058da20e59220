"""Shortening: a tournament that runs has fewer rounds than were announced."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from deploy.unlocked import begins_anew
from tournaments.drafts import replace, waiting_draft
from tournaments.errors import ImpossibleTournament, WrongMoment
from tournaments.formats.settings import ROUNDS
from tournaments.life import expect_going, lock_tournament
from tournaments.models import (
    Break,
    NewsKind,
    Stage,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.news import tell
from tournaments.rounds import go_on_or_finish
from tournaments.stages import StagePlan, current_stage
from tournaments.tournament_log import note


@dataclass(frozen=True)
class Choice:
    """A number of rounds that a stage can come down to, and what falls away with the others.

    Attributes:
        stage: Its number.
        rounds: How many it has then.
        dropped: Those of its rounds that are not played, counted in the stage.
        breaks: The rounds of the tournament after which there is no break any more.
        late_until: The last round in which late entries can begin, where that changes; 0 for none.
        draw: The number of the draw that waits, if it is dropped.
        is_last_begun: The last of its rounds has begun.
    """

    stage: int
    rounds: int
    dropped: Sequence[int]
    breaks: Sequence[int]
    late_until: int | None
    draw: int | None
    is_last_begun: bool


class _Schedule(NamedTuple):
    """Settings that hang on the number of rounds."""

    breaks: list[Break]
    late_until_round: int | None


def rounds_apart(
    before: Sequence[StagePlan], wanted: Sequence[StagePlan]
) -> tuple[dict[int, int], list[StagePlan]]:
    """The rounds that are wanted by the number of a stage, if others; and the plans without that.

    Args:
        before: The plans as they are.
        wanted: Those that somebody asks for.
    """
    if len(before) != len(wanted):
        return {}, [*wanted]
    rounds, rest = dict[int, int](), list[StagePlan]()
    for number, (was, will) in enumerate(zip(before, wanted, strict=True), start=1):
        count, old = will.get("rounds_count"), was["rounds_count"]
        if count and count != old:
            rounds[number], will = count, {**will, "rounds_count": old}
        rest.append(will)
    return rounds, rest


def choices_of(tournament: Tournament) -> list[Choice]:
    """The numbers of rounds that each stage can come down to; none where it does not run.

    Raises:
        ImpossibleTournament: the format of its only stage ends by itself.
    """
    if tournament.status != TournamentStatus.RUNNING:
        return []
    stages = list(tournament.stages.order_by("number"))
    if len(stages) == 1:
        _check_has_rounds(stages[0])
    begun = list(tournament.rounds.values_list("stage", flat=True))
    draft = waiting_draft(tournament)
    return [
        _choice(
            tournament,
            stages,
            stage,
            rounds,
            begun=begun.count(stage.pk),
            draw=draft.number if draft is not None and draft.stage_id == stage.pk else None,
        )
        for stage in stages
        for rounds in _possible(stage, begun.count(stage.pk))
    ]


def can_be_shortened(tournament: Tournament) -> bool:
    """Return True if some stage has rounds left that could fall away."""
    counts = dict.fromkeys(tournament.stages.all(), 0)
    for key in tournament.rounds.values_list("stage", flat=True):
        counts[Stage(pk=key)] += 1
    return any(_possible(stage, begun) for stage, begun in counts.items())


@begins_anew
@transaction.atomic
def shorten(
    tournament: Tournament, rounds: Mapping[int, int], *, by: int | None, at: datetime
) -> Tournament:
    """Let stages have fewer rounds. Draws follow the plan of as many as were announced.

    Breaks beyond the new end fall away, and late entries end with the last round. Where the last of
    the rounds is played, the next stage or the end follows at once.

    Args:
        rounds: By the number of a stage.
        by: The player who wants it.

    Raises:
        ImpossibleTournament: no number is given, or the format of a stage ends by itself.
        WrongMoment: a stage is over, would have more rounds, or fewer than have begun; or the
            tournament is paused, or does not run.
    """
    tournament = lock_tournament(tournament)
    expect_going(tournament)
    stages = list(tournament.stages.order_by("number"))
    shorter = [one for one in stages if one.number in rounds]
    if not shorter or len(shorter) < len(rounds):
        raise ImpossibleTournament("Choose one of the numbers of rounds that are possible.")
    before = {f"stage {one.number}": one.rounds_count for one in shorter}
    for stage in shorter:
        _shorten(tournament, stage, rounds[stage.number])
    after = {f"stage {one.number}": one.rounds_count for one in shorter}
    was = _Schedule([*tournament.breaks], tournament.late_until_round)._asdict()
    now = _fitted(tournament, [one.rounds_count for one in stages])._asdict()
    fitted = [name for name in now if now[name] != was[name]]
    for name in fitted:
        setattr(tournament, name, now[name])
    tournament.stages_changes += 1
    tournament.save(update_fields=[*fitted, "stages_changes"])
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
    return tournament


def _check_has_rounds(stage: Stage) -> None:
    """See that a stage has rounds that somebody sets.

    Raises:
        ImpossibleTournament: its format ends by itself.
    """
    if ROUNDS not in stage.played_as.settings:
        raise ImpossibleTournament(
            f"{stage.played_as.name} ends by itself, so nobody sets its rounds: finish the "
            "tournament after the round in play instead."
        )


def _possible(stage: Stage, begun: int) -> range:
    """The numbers of rounds that a stage can come down to."""
    if stage.rounds_count is None or stage.finished_at is not None:
        return range(0)
    return range(max(1, begun), stage.rounds_count)


def _choice(
    tournament: Tournament,
    stages: Sequence[Stage],
    stage: Stage,
    rounds: int,
    *,
    begun: int,
    draw: int | None,
) -> Choice:
    assert stage.rounds_count is not None
    counts = [rounds if one is stage else one.rounds_count for one in stages]
    fitted, last = _fitted(tournament, counts), tournament.late_until_round
    kept = [one["after_round"] for one in fitted.breaks]
    breaks = [one["after_round"] for one in tournament.breaks if one["after_round"] not in kept]
    return Choice(
        stage=stage.number,
        rounds=rounds,
        dropped=range(rounds + 1, stage.rounds_count + 1),
        breaks=breaks,
        late_until=None if fitted.late_until_round == last else fitted.late_until_round or 0,
        draw=draw if rounds == begun else None,
        is_last_begun=rounds == begun,
    )


def _fitted(tournament: Tournament, counts: Sequence[int | None]) -> _Schedule:
    """The schedule without what lies beyond the end: breaks, and last rounds for late entries.

    Args:
        counts: The rounds of each stage, as they will be; None for one that ends by itself.
    """
    breaks, last, first = [*tournament.breaks], tournament.late_until_round, counts[0]
    if None not in counts:
        end = sum(count or 0 for count in counts)
        breaks = [one for one in breaks if one["after_round"] < end]
    if last is not None and first is not None and last > first:
        last = first if first > 1 else None
    return _Schedule(breaks, last)


def _shorten(tournament: Tournament, stage: Stage, rounds: int) -> None:
    _check_has_rounds(stage)
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
