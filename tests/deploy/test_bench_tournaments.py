"""What `manage.py bench tournaments` says of a draw is what the draw was."""

import pytest

from clubs.models import Club
from deploy.bench.cups import announce_cup
from deploy.bench.parts.tournaments import draw_measures
from deploy.rest.clock import database_now
from tests.tournaments.cups import play_round
from tournaments.models import Round, Tournament
from tournaments.rounds import advance_round
from tournaments.stages import StagePlan
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db

PLAN: StagePlan = {"format": "swiss", "rounds_count": 2, "deals_a_round": 1, "table_size": 3}


@pytest.fixture
def cup() -> Tournament:
    """Nine bots, of whom some meet again in the second round."""
    at = database_now()
    cup = announce_cup(9, stage=PLAN, at=at)
    start(cup, at=at)
    advance_round(play_round(cup), at=database_now())
    play_round(cup)
    return cup


def test_each_draw_is_done_again_and_timed(cup: Tournament) -> None:
    first, second = (
        {one.name: one for one in draw_measures(cup, round, "cup")}
        for round in cup.rounds.order_by("number")
    )

    assert first["cup: repeat meetings"].ours == 0
    assert second["cup: repeat meetings"].ours == Round.objects.get(number=2).repeat_meetings
    assert second["cup: repeat meetings"].peer_name == "bound"
    assert second["cup: seconds of the draw alone"].ours > 0


def test_another_draw_would_be_seen(cup: Tournament) -> None:
    round = cup.rounds.get(number=2)
    round.repeat_meetings += 1

    with pytest.raises(AssertionError):
        list(draw_measures(cup, round, "cup"))


def test_a_cup_is_of_bots_alone() -> None:
    cup = announce_cup(5, stage=PLAN, at=database_now())

    assert cup.entrants.count() == 5
    assert not cup.entrants.filter(members__bot_level="").exists()
    assert Club.objects.get().name == "Cup of 5"
