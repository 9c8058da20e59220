"""Tournaments to try things with, and a round of one played."""

from datetime import UTC, datetime

from clubs.house_rules import Wish
from clubs.models import Club
from deploy.rest.clock import database_now
from games.models import Table
from games.play.advance import advance_table
from tests.clubs.factories import owner_of
from tournaments.announcements import create_tournament
from tournaments.models import Entrant, EntrantMember, Round, Tournament

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def announce(
    club: Club,
    *,
    entry_chips: int = 10,
    starts_at: datetime | None = None,
    rules: Wish | None = None,
    deals_a_round: int = 3,
) -> Tournament:
    return create_tournament(
        club,
        name="Christmas Cup",
        rounds_count=4,
        deals_a_round=deals_a_round,
        starting_stack=60,  # More than anybody can lose.
        entry_chips=entry_chips,
        table_size=4,
        starts_at=starts_at,
        rules=rules,
        by=owner_of(club),
        at=min(AT, starts_at or AT),
    )


def alone(entrant: Entrant) -> EntrantMember:
    """Who plays, where they play alone."""
    return entrant.members.latest("pk")


def play_round(tournament: Tournament) -> Round:
    """Let the tables of the round in play come to their end, without counting it."""
    at = max(AT, database_now())  # Sweeps open tables by the database's clock.
    for table in Table.objects.filter(round_table__round__tournament=tournament).open():
        while advance_table(table.pk, at=at):
            pass
    return tournament.rounds.get(finished_at=None)
