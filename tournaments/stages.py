"""The stages of a tournament: as they are announced, and which of them is played."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, TypedDict, cast

from tournaments.errors import ImpossibleTournament
from tournaments.formats import FIRST_FORMAT, FORMATS
from tournaments.formats.settings import (
    DEALS,
    MINUTES,
    ROUNDS,
    TABLE_SIZE,
    own_settings,
    refusal_of,
)
from tournaments.models import Carries, Stage, Tournament
from tournaments.standings import TiesAtCut, carry_refusal

MOST_STAGES = 9


class StagePlan(TypedDict, total=False):
    """A stage as it is announced; what is left out has its default.

    Attributes:
        format: How it is drawn and ranked, one of `tournaments.formats.FORMATS`.
        deals_a_round: The most deals; where there is a clock it may be left out.
        round_minutes: After how many minutes the deals in play are the last; None for no clock.
        format_settings: What only this format lets the organiser set.
        carries: How much of what was scored before counts, one of `Carries`.
        cut: How many of the stage before go on to this one; None for all of them.
        cut_ties: Who goes on of those who stand level there, one of `TiesAtCut`.
    """

    format: str
    format_settings: dict[str, int]
    rounds_count: int | None
    deals_a_round: int
    round_minutes: int | None
    starting_stack: int
    table_size: int
    carries: str
    cut: int | None
    cut_ties: str


STAGE_FIELDS = tuple(StagePlan.__annotations__)
DEFAULTS: StagePlan = {
    "format": FIRST_FORMAT,
    "format_settings": {},
    "round_minutes": None,
    "table_size": TABLE_SIZE.default or 0,
    "carries": Carries.NONE.value,
    "cut": None,
    "cut_ties": TiesAtCut.NEXT.value,
}


def plans_of(tournament: Tournament) -> list[StagePlan]:
    """The stages as they are announced, in their order."""
    return [plan_of(stage) for stage in tournament.stages.order_by("number")]


def plan_of(stage: Stage) -> StagePlan:
    return cast(StagePlan, {name: getattr(stage, name) for name in STAGE_FIELDS})


def draft_stages(plans: Sequence[StagePlan], tournament: Tournament) -> list[Stage]:
    """Stages that are not stored yet; what a plan leaves out gets its default.

    Args:
        tournament: Perhaps not stored yet, either.

    Raises:
        ImpossibleTournament: one of them could not be played.
    """
    if not 1 <= len(plans) <= MOST_STAGES:
        raise ImpossibleTournament(f"Give a tournament from 1 to {MOST_STAGES} stages.")
    stages = [_draft(plan, number, tournament) for number, plan in enumerate(plans, start=1)]
    for before, stage in pairwise(stages):
        _check_carry(before, stage)
    return stages


def check_table_sizes(tournament: Tournament, stages: Iterable[Stage]) -> None:
    """See that the tables of these stages can play by the tournament's rules.

    Raises:
        ImpossibleRules: those of one cannot.
    """
    for stage in stages:
        tournament.rules.check_table_size(stage.table_size)


def store_stages(tournament: Tournament, stages: Sequence[Stage]) -> None:
    """Give a tournament these stages, and no others."""
    tournament.stages.all().delete()
    for stage in stages:
        stage.tournament = tournament
    Stage.objects.bulk_create(stages)


def changed(plans: Sequence[StagePlan], changes: StagePlan) -> list[StagePlan]:
    """The plans after a change of the only stage. Another format keeps none of its settings.

    Raises:
        ImpossibleTournament: there are several stages.
    """
    if len(plans) != 1:
        raise ImpossibleTournament(
            f"This tournament has {len(plans)} stages: send all of them as “stages”."
        )
    [plan] = plans
    is_same_format = changes.get("format", plan["format"]) == plan["format"]
    kept = plan["format_settings"] if is_same_format else {}
    settings = kept | changes.get("format_settings", {})
    return [cast(StagePlan, {**plan, **changes, "format_settings": settings})]


def current_stage(tournament: Tournament) -> Stage | None:
    """The stage that is played, or the next one; None after the last."""
    stage = tournament.stages.unfinished().first()
    if stage is not None:
        stage.tournament = tournament
    return stage


def told(stage: Stage) -> str:
    """What is played in a stage, in a line for people."""
    format = stage.played_as
    names = own_settings(format.settings)
    words = [
        *([] if stage.rounds_count is None else [f"rounds: {stage.rounds_count}"]),
        *_length_told(stage),
        f"players a table: {stage.table_size}",
        f"starting stack: {stage.starting_stack}",
        *(f"{names[key].name}: {names[key].told(it)}" for key, it in stage.format_settings.items()),
    ]
    if stage.cut is not None:
        words.append(
            f"the best {stage.cut} come to it; if several stand level there, "
            f"{stage.get_cut_ties_display()}"
        )
    if stage.number > 1:
        words.append(f"of what was scored before counts: {stage.get_carries_display()}")
    return f"{format.name}: {', '.join(words)}"


def _length_told(stage: Stage) -> list[str]:
    deals, minutes = stage.deals_a_round, stage.round_minutes
    if minutes is None:
        return [f"deals a round: {deals}"]
    clock = f"minutes a round: {minutes}"
    return [clock] if deals == DEALS.most else [clock, f"deals a round, at most: {deals}"]


def _draft(plan: StagePlan, number: int, tournament: Tournament) -> Stage:
    """A stage as its format can play it.

    Raises:
        ImpossibleTournament: there is no such format or setting, or it cannot be played so.
    """
    full: dict[str, Any] = {**DEFAULTS, **plan}
    if full["round_minutes"] is not None:
        full.setdefault(DEALS.key, DEALS.most)
        if said := MINUTES.refusal(full["round_minutes"]):
            raise ImpossibleTournament(said)
    stage = Stage(tournament=tournament, number=number, **full)
    if stage.format not in FORMATS:
        raise ImpossibleTournament(
            f"There is no format {stage.format!r}: choose {' or '.join(FORMATS)}."
        )
    format = stage.played_as
    own = own_settings(format.settings)
    if ROUNDS not in format.settings:
        stage.rounds_count = None  # It ends by itself.
    if unknown := sorted(set(stage.format_settings) - set(own)):
        known = ", ".join(own) or "none of its own"
        raise ImpossibleTournament(
            f"{format.name} has no setting {unknown[0]!r}: leave it out. It has {known}."
        )
    if refusal := refusal_of(format.settings, stage.plan) or format.refusal(stage.plan):
        raise ImpossibleTournament(refusal)
    _check_cut(stage)
    stage.format_settings = {key: stage.plan[key] for key in own}
    return stage


def _check_carry(before: Stage, stage: Stage) -> None:
    old, new = (one.played_as.points(one.plan) for one in (before, stage))
    refusal = carry_refusal(old, new)
    if refusal and stage.carries != Carries.NONE:
        raise ImpossibleTournament(f"Stage {stage.number}: {refusal}")


def _check_cut(stage: Stage) -> None:
    if stage.carries not in list(Carries) or stage.cut_ties not in list(TiesAtCut):
        raise ImpossibleTournament(
            f"Stage {stage.number}: “carries” is {', '.join(Carries)}; “cut_ties” is "
            f"{', '.join(TiesAtCut)}."
        )
    if stage.number == 1 and (stage.cut is not None or stage.carries != Carries.NONE):
        raise ImpossibleTournament(
            "Nothing is played before the first stage: give a cut and what carries over to a "
            "later one."
        )
    if stage.cut is not None and stage.cut < 2:
        raise ImpossibleTournament(f"Stage {stage.number}: let at least 2 go on to it.")
