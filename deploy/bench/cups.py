"""Cups for benchmarks: entrants that are all bots, from the announcement to the prizes."""

import time
from datetime import datetime

from django.db import transaction

from clubs.clubs import open_club
from clubs.members import join_club
from clubs.models import Player
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from games.engine import Ruleset
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Tournament, TournamentStatus
from tournaments.stages import StagePlan
from tournaments.tournaments import start

LOOK_SECONDS = 0.05
LONGEST_SECONDS = 900
SEATS = 5
STACK = 1000  # More than anybody loses in a cup.


@transaction.atomic
def announce_cup(bots: int, *, stage: StagePlan, at: datetime) -> Tournament:
    """A cup of one stage, in a club of its own, that this number of bots have entered."""
    owner = Player.objects.create(username=f"cup-{bots}", name="Host")
    club = open_club(f"Cup of {bots}", owner=owner, rules=Ruleset(), at=at)
    cup = create_tournament(
        club,
        name=f"Cup of {bots}",
        stages=[{"starting_stack": STACK, "table_size": SEATS, **stage}],
        at=at,
    )
    for number in range(bots):
        player = Player.objects.create(username=f"cup-{bots}-{number}", name=f"Bot {number}")
        enter(cup, member=join_club(club, player=player, at=at), bot_level=FIRST_BOT, at=at)
    return cup


def run_cup(cup: Tournament) -> tuple[float, float]:
    """Start a cup, and wait until the service that runs has paid its prizes.

    Returns:
        Seconds that the start with its draw took, and seconds from the start to the prizes.
    """
    began = time.monotonic()
    start(cup, at=database_now())
    drawn = time.monotonic() - began
    while not Tournament.objects.filter(pk=cup.pk, status=TournamentStatus.PAID).exists():
        assert time.monotonic() - began < LONGEST_SECONDS, f"{cup} does not end"
        time.sleep(LOOK_SECONDS)
    return drawn, time.monotonic() - began
