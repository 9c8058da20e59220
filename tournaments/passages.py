"""From stage to stage and from round to round: who goes on, and with which chips."""

import secrets
from collections.abc import Collection
from datetime import datetime

from deploy.unlocked import settled
from tournaments.formats.protocol import Stacks
from tournaments.models import Entrant, EntrantQuerySet, Round, Stage, TournamentDeedKind
from tournaments.results import standings_of
from tournaments.stacks import give_stacks, take_stacks
from tournaments.standings import TiesAtCut, cut, lots
from tournaments.tournament_log import note

SEEDS = 2**63
FEWEST = 2
"""Entrants that a tournament needs before it can start."""


def begin_stage(stage: Stage, *, at: datetime) -> None:
    """Let those who go on come to a stage. Carried stacks are given out for all of it.

    The caller has locked the tournament.
    """
    stage.seed = settled(("seed of a stage", stage.pk), lambda: secrets.randbelow(SEEDS))
    if stage.number > 1:
        stage.tournament.entrants.filter(pk__in=through(stage)).update(stage_number=stage.number)
    stage.started_at = at
    stage.save(update_fields=["started_at", "seed"])
    told = {"stage": stage.number, "format": stage.format}
    note(stage.tournament, TournamentDeedKind.STAGE_BEGAN, after=told, at=at)
    if stage.played_as.stacks == Stacks.CARRIED:
        give_stacks(stage, list(_players(stage)), key=f"stage:{stage.number}:stacks", at=at)


def finish_stage(stage: Stage, *, at: datetime) -> None:
    """End a stage. If another one follows, everybody gives back their playing chips."""
    if stage.tournament.stages.filter(number__gt=stage.number).exists():
        take_stacks(stage, key=f"stage:{stage.number}:stacks-back", at=at)
    stage.finished_at = at
    stage.save(update_fields=["finished_at"])


def begin_round(stage: Stage, number: int, entrants: Collection[Entrant], *, at: datetime) -> None:
    """Give fresh stacks to those who play a round."""
    if stage.played_as.stacks == Stacks.FRESH:
        give_stacks(stage, entrants, key=_key(stage, number, "stacks"), at=at)


def finish_round(round: Round, *, at: datetime) -> None:
    """Take fresh stacks back after a round, with what is left in its pools."""
    if round.stage.played_as.stacks == Stacks.FRESH:
        take_stacks(round.stage, key=_key(round.stage, round.number, "stacks-back"), at=at)


def _key(stage: Stage, number: int, what: str) -> str:
    """Names the stacks of a round, once more each time that it was drawn or played again."""
    again = (TournamentDeedKind.UNDID_DRAW, TournamentDeedKind.REPLAYED)
    times = stage.tournament.deeds.filter(kind__in=again, round_number=number).count()
    return f"round:{number}:{what}" + (f":{times + 1}" if times else "")


def _players(stage: Stage) -> EntrantQuerySet:
    return stage.tournament.entrants.playing().filter(stage_number=stage.number)


def through(stage: Stage) -> list[int]:
    """Who goes on to a stage, of those who are still in."""
    before = stage.tournament.stages.get(number=stage.number - 1)
    before.tournament = stage.tournament
    still_in = set(_players(before).values_list("pk", flat=True))
    table = [line for line in standings_of(before) if line.entrant in still_in]
    lot = lots(stage.seed or 0, still_in)
    best, ties = stage.cut or len(table), TiesAtCut(stage.cut_ties)
    return list(cut(table, best=best, ties=ties, lot=lot).goes_on) if table else []
