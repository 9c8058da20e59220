"""A club with a tournament; what a sweep sends to workers is done at once."""

from collections.abc import Iterator

import pytest

from clubs.clubs import open_club
from clubs.members import walk_in
from clubs.models import Club, Player
from deploy.celery import app
from games.bots import FIRST_BOT
from games.engine import HouseRules
from tests.tournaments.cups import AT, announce
from tournaments.models import Tournament
from tournaments.tournaments import enter


@pytest.fixture(autouse=True)
def workers_at_once() -> Iterator[None]:
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.fixture
def club(db: None) -> Club:
    """Sixteen members with 20 chips each."""
    owner = Player.objects.create_user("nora", name="Nora Daly")
    club = open_club("Ballyduff", owner=owner, rules=HouseRules.preset("standard"), at=AT)
    for number in range(15):
        walk_in(club, name=f"Guest {number}", at=AT)
    return club


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Everybody has entered, with a bot to play."""
    tournament = announce(club)
    for member in club.members.all():
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    return tournament
