"""Corrections in the admin: pages that ask for a reason, and the log on the tournament's page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Penalty, RoundSeat, Tournament
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
WHY = "The cards were miscounted"


@pytest.fixture
def cup(db: None, client: Client) -> Tournament:
    """Four in the second of two rounds; the owner has signed in."""
    cache.clear()
    club, at = ClubFactory.create(), database_now()
    plan: Any = {"rounds_count": 2, "deals_a_round": 2, "starting_stack": 20, "table_size": 4}
    cup = create_tournament(club, name="Cup", format="swiss", at=at, **plan)
    for member in guests(club, 4):
        enter(cup, member=member, bot_level=FIRST_BOT, at=at)
    start(cup, at=at)
    play_round(cup)
    sweep_tournaments()
    client.force_login(owner_of(club))
    return cup


def address(name: str, *numbers: int) -> str:
    return reverse(f"admin:tournaments_tournament_{name}", args=numbers)


def test_everything_is_put_right_from_the_page(cup: Tournament, client: Client) -> None:
    page = address("change", cup.pk)
    first, second = (address("correct", cup.pk, 1, 1), address("replay", cup.pk, 2, 1))
    for link in (first, second, address("undo_draw", cup.pk), address("penalise", cup.pk)):
        assert f'href="{link}"' in client.get(page).content.decode()
    seats = RoundSeat.objects.filter(round_table__round__number=1)
    form: dict[str, Any] = {"reason": WHY}
    for seat in seats:
        form |= {f"chips_{seat.seat}": seat.chips, f"deals_won_{seat.seat}": seat.deals_won}
        form |= {f"tricks_{seat.seat}": seat.tricks, f"jinks_{seat.seat}": seat.jinks}

    refused = client.post(first, form | {"chips_0": 99}, follow=True)
    assert "what one wins, others lose" in refused.content.decode()
    client.post(first, form | {"tricks_0": 3})
    client.post(second, {"reason": WHY})
    entrant = cup.entrants.earliest("pk").pk
    client.post(address("penalise", cup.pk), {"reason": WHY, "entrant": entrant, "points": "1"})
    client.post(address("undo_draw", cup.pk), {"reason": WHY})

    assert seats.get(seat=0).tricks == 3
    assert Penalty.objects.get().entrant_id == entrant
    assert not cup.rounds.filter(number=2).exists()
    told = client.get(page).content.decode()
    for words in ("put a result right", "had a table played again", "gave a penalty", "undid the"):
        assert words in told
    assert f"round 1, table 1: {WHY}" in told


def test_without_a_reason_nothing_is_done(cup: Tournament, client: Client) -> None:
    answer = client.post(address("undo_draw", cup.pk), {"reason": ""})

    assert "This field is required" in answer.content.decode()
    assert cup.rounds.count() == 2
    assert client.get(address("correct", cup.pk, 3, 1)).status_code == 404
