"""Points that are carried to the next stage are those that were made in the one before."""

from typing import Any

import pytest

from clubs.models import Club
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from tests.clubs.factories import guests
from tests.tournaments.test_late_entries import PLAN, club, play, sweeps_at_once
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.results import standings_of
from tournaments.tournaments import start

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("counts", ["placing", "deals_won"])
def test_points_are_carried_as_they_were_made_at_the_whole_table(club: Club, counts: str) -> None:
    """Half of a table comes through; what they made there hangs on all who sat at it."""
    settings: Any = {"counts": counts, "measures": ["points"]}
    plan: Any = {name: PLAN[name] for name in ("deals_a_round", "starting_stack", "table_size")}
    plan |= {"format": "swiss", "rounds_count": 1, "format_settings": settings}
    final: Any = {**plan, "cut": 3, "carries": "all"}
    tournament = create_tournament(club, name="Cup", stages=[plan, final], at=database_now())
    for member in guests(club, 8):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    start(tournament, at=database_now())
    play(tournament)

    first, second = tournament.stages.order_by("number")
    first.tournament = second.tournament = tournament
    made = {line.entrant: line.figures[0] for line in standings_of(first)}
    brought = {line.entrant: line.figures[0] for line in standings_of(second)}
    assert len(brought) >= 3
    assert brought == {one: made[one] for one in brought}
