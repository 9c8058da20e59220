"""Tournaments in the admin."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.clubs import open_club
from clubs.members import walk_in
from clubs.models import Club, Player
from games.engine import HouseRules
from tournaments.models import Tournament, TournamentStatus
from tournaments.tournaments import enter

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
LIST = "admin:tournaments_tournament_changelist"


def club_of(username: str) -> tuple[Club, Player]:
    owner = Player.objects.create_user(username, name=username, is_staff=True)
    rules = HouseRules.preset("standard")
    return open_club(f"Club of {username}", owner=owner, rules=rules, at=AT), owner


def announce(client: Client, club: Club, name: str) -> Tournament:
    form = {
        "club": club.pk,
        "name": name,
        "entry_chips": 5,
        "prize_percents": "60,40",
        "starting_stack": 30,
        "table_size": 4,
        "rounds_count": 1,
        "deals_a_round": 1,
        "turn_seconds": 30,
        "entrants-TOTAL_FORMS": 0,
        "entrants-INITIAL_FORMS": 0,
    }
    answer = client.post(reverse("admin:tournaments_tournament_add"), form)
    assert answer.status_code == 302, answer.content.decode()
    return Tournament.objects.get(name=name)


def press_start(client: Client, cup: Tournament) -> str:
    ticked = {"action": "start", "_selected_action": [cup.pk]}
    return str(client.post(reverse(LIST), ticked, follow=True).content.decode())


@pytest.mark.django_db
def test_an_organiser_announces_and_starts(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cup = announce(client, club, "Cup")
    for name in ("Con", "Batt"):
        enter(cup, member=walk_in(club, name=name, at=AT), at=AT)

    page = press_start(client, cup)

    cup.refresh_from_db()
    assert "its rounds follow by themselves" in page
    assert cup.status == TournamentStatus.RUNNING
    change = reverse("admin:tournaments_tournament_change", args=[cup.pk])
    assert "Batt" in client.get(change).content.decode()


@pytest.mark.django_db
def test_one_that_cannot_start_says_why(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cup = announce(client, club, "Cup")

    page = press_start(client, cup)

    assert "it needs two at least" in page


@pytest.mark.django_db
def test_an_organiser_sees_only_his_clubs_tournaments() -> None:
    for username in ("batt", "nora"):
        club, owner = club_of(username)
        client = Client()
        client.force_login(owner)
        announce(client, club, f"Cup of {username}")

    page = client.get(reverse(LIST)).content.decode()

    assert "Cup of nora" in page
    assert "batt" not in page


@pytest.mark.django_db
def test_the_list_asks_as_much_for_many_as_for_one(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    counts = []
    for number in (1, 2, 3):
        announce(client, club, f"Cup {number}")
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(LIST))
        counts.append(len(queries))

    assert counts[1] == counts[2]
