"""A club with a tournament; what a sweep sends to workers is done at once."""

import pytest

from clubs.clubs import open_club
from clubs.members import walk_in
from clubs.models import Club, Player
from games.bots import FIRST_BOT
from games.engine import Ruleset
from tests.tournaments.cups import AT, announce
from tournaments.entries import enter
from tournaments.models import Tournament


@pytest.fixture(autouse=True)
def sweeps_at_once(workers_at_once: None) -> None:
    """A sweep's messages are worked off before it goes on."""


@pytest.fixture
def club(db: None) -> Club:
    """Sixteen members with 20 chips each."""
    owner = Player.objects.create_user("nora", name="Nora Daly")
    club = open_club("Ballyduff", owner=owner, rules=Ruleset(), at=AT)
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
