"""Rounds by the clock, and breaks: when they end."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast

from tournaments.errors import ImpossibleTournament
from tournaments.formats.settings import ROUNDS
from tournaments.models import (
    MOST_BREAK_MINUTES,
    MOST_BREAKS,
    Break,
    Stage,
    Tournament,
    TournamentDeedKind,
)
from tournaments.tournament_log import note

MOST_ROUNDS = ROUNDS.most * 9  # Of all stages together.


def checked_breaks(breaks: Sequence[Break]) -> list[Break]:
    """The breaks in the order of their rounds.

    Raises:
        ImpossibleTournament: there cannot be such breaks.
    """
    if len(breaks) > MOST_BREAKS:
        raise ImpossibleTournament(f"Plan at most {MOST_BREAKS} breaks.")
    rounds = [one["after_round"] for one in breaks]
    if len(set(rounds)) < len(rounds):
        raise ImpossibleTournament("Two breaks are after the same round: plan one.")
    for one in breaks:
        if not 1 <= one["after_round"] <= MOST_ROUNDS:
            raise ImpossibleTournament(f"A break is after a round from 1 to {MOST_ROUNDS}.")
        if not 1 <= one["minutes"] <= MOST_BREAK_MINUTES:
            raise ImpossibleTournament(f"A break has from 1 to {MOST_BREAK_MINUTES} minutes.")
    whole = [{"after_round": one["after_round"], "minutes": one["minutes"]} for one in breaks]
    return cast(list[Break], sorted(whole, key=lambda one: one["after_round"]))


def ends_at(stage: Stage, *, at: datetime) -> datetime | None:
    """When the clock ends a round that begins now; None where no clock does."""
    minutes = stage.round_minutes
    return None if minutes is None else at + timedelta(minutes=minutes)


def begin_break(tournament: Tournament, *, after: int, at: datetime) -> bool:
    """Let people rest after a round, if a break was planned; whether one was.

    The caller has locked the tournament.
    """
    minutes = tournament.break_minutes_after(after)
    if not minutes:
        return False
    tournament.break_until = at + timedelta(minutes=minutes)
    tournament.save(update_fields=["break_until"])
    told = {"minutes": minutes}
    note(tournament, TournamentDeedKind.BREAK_BEGAN, round_number=after, after=told, at=at)
    return True
