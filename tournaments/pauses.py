"""Pausing a tournament with all its tables, and calling the last deals of its rounds."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.models import Table
from games.models.table import TableQuerySet
from games.tables.holding import held
from games.tables.last_deals import call_last_deals
from tournaments.errors import WrongMoment
from tournaments.life import expect, expect_going, lock_tournament
from tournaments.models import NewsKind, Round, Tournament, TournamentDeedKind, TournamentStatus
from tournaments.news import tell
from tournaments.tournament_log import note


@transaction.atomic
def pause(tournament: Tournament, *, by: int | None = None, at: datetime) -> Tournament:
    """Let everything rest: no card is played, no clock runs, and no round follows.

    Raises:
        WrongMoment: it is not running, or is paused.
    """
    tournament = lock_tournament(tournament)
    expect_going(tournament)
    with held(_tables(tournament)) as tables:
        for table in tables:
            table.clock = table.clock.pause(at)
    tournament.paused_at = at
    tournament.save(update_fields=["paused_at"])
    note(tournament, TournamentDeedKind.PAUSED, by=by, at=at)
    tell(tournament, NewsKind.STATUS)
    return tournament


@transaction.atomic
def resume(tournament: Tournament, *, by: int | None = None, at: datetime) -> Tournament:
    """Let it go on, with the time that was left to everybody and everything.

    A table that somebody paused by itself before stays so.

    Raises:
        WrongMoment: it is not paused.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.RUNNING)
    if tournament.paused_at is None:
        raise WrongMoment(f"{tournament} is not paused: there is nothing to resume.")
    with held(_tables(tournament).filter(paused_at__gte=tournament.paused_at)) as tables:
        for table in tables:
            table.clock = table.clock.resume(at)
    rest = at - tournament.paused_at
    tournament.rounds.filter(finished_at=None).update(ends_at=F("ends_at") + rest)
    tournament.draws.drafts().update(publishes_at=F("publishes_at") + rest)
    if tournament.break_until is not None:
        tournament.break_until += rest
    tournament.paused_at = None
    tournament.save(update_fields=["paused_at", "break_until"])
    note(tournament, TournamentDeedKind.RESUMED, by=by, at=at)
    tell(tournament, NewsKind.STATUS)
    return tournament


@transaction.atomic
def call_time(round: Round, *, at: datetime) -> Round:
    """Make the deals in play the last ones of a round whose time is over.

    Done again, or too early, it does nothing.
    """
    lock_tournament(round.tournament)
    due: Round | None = Round.objects.time_is_up(at).filter(pk=round.pk).first()
    if due is None:
        return round
    call_last_deals(Table.objects.filter(round_table__round=due))
    due.called_at = at
    due.save(update_fields=["called_at"])
    return due


def _tables(tournament: Tournament) -> TableQuerySet:
    tables: TableQuerySet = Table.objects.open().filter(round_table__round__tournament=tournament)
    return tables
