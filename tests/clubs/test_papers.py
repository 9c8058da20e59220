"""What is printed for a night, and the links that are given beside it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.attendance import answer_night
from clubs.draws import seat_night
from clubs.models import Answer, LinkPurpose, Night
from clubs.nights import close_night, open_night, plan_night
from clubs.pages.papers import PAPERS
from clubs.papers import expected_at, papers_of
from deploy.rest.clock import database_now
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


def seated(people: int, rounds: int = 1) -> Night:
    club = ClubFactory.create()
    return seat_night(open_night_with(club, guests(club, people), buy_in_chips=1), rounds=rounds)


@pytest.fixture
def tonight(client: Client) -> Night:
    """One that begins now, so that links to it stand; its owner is signed in."""
    club = ClubFactory.create()
    client.force_login(owner_of(club))
    return open_night(plan_night(club, at=AT, starts_at=database_now()))


def test_everybody_finds_their_table_of_every_round() -> None:
    turns = papers_of(seated(10, rounds=3)).turns

    assert [turn.name for turn in turns] == sorted(turn.name for turn in turns)
    assert len(turns) == 10
    assert all(len(turn.tables) == 3 and set(turn.tables) <= {1, 2} for turn in turns)


def test_who_booked_signs_in_and_who_said_no_does_not() -> None:
    club = ClubFactory.create()
    here, booked, no = guests(club, 3)
    night = open_night_with(club, [here])
    answer_night(night, booked, Answer.GOING, at=AT)
    answer_night(night, no, Answer.NO, at=AT)

    assert expected_at(night) == (str(here), str(booked))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_larger_hall_costs_no_more_queries(client: Client, paper: str) -> None:
    counts = []
    for people in (5, 40):
        night = seated(people, rounds=2)
        client.force_login(owner_of(night.club))
        address = reverse("desk-paper", args=[night.pk, paper])
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


@pytest.mark.parametrize("paper", [paper for paper in PAPERS if paper != "sign-in"])
def test_without_seats_a_paper_says_what_to_do(client: Client, tonight: Night, paper: str) -> None:
    page = client.get(reverse("desk-paper", args=[tonight.pk, paper])).content.decode()

    assert "Nobody is seated yet. Draw the seats, then print." in page


def test_an_unknown_paper_is_not_there(client: Client, tonight: Night) -> None:
    assert client.get(reverse("desk-paper", args=[tonight.pk, "menu"])).status_code == 404


@pytest.mark.parametrize("purpose", [LinkPurpose.HALL, LinkPurpose.DOOR])
def test_a_tap_gives_a_link_that_is_shown_once(
    client: Client, tonight: Night, purpose: LinkPurpose
) -> None:
    address = reverse("desk-tools", args=[tonight.pk])
    given = client.post(address, {"purpose": purpose}).content.decode()
    later = client.get(address).content.decode()

    link = tonight.links.get()
    assert link.purpose == purpose
    assert "/link#" in given
    assert "/link#" not in later
    assert f'name="revoke" value="{link.pk}"' in later


def test_a_tap_takes_a_link_back(client: Client, tonight: Night) -> None:
    address = reverse("desk-tools", args=[tonight.pk])
    client.post(address, {"purpose": "hall"})
    page = client.post(address, {"revoke": tonight.links.get().pk}, follow=True).content.decode()

    assert tonight.links.get().revoked_at is not None
    assert 'name="revoke"' not in page


@pytest.mark.parametrize(
    "form", [{}, {"purpose": "scorer"}, {"purpose": "x"}, {"revoke": "x"}, {"revoke": "9" * 30}]
)
def test_what_is_not_offered_is_not_there(
    client: Client, tonight: Night, form: dict[str, str]
) -> None:
    assert client.post(reverse("desk-tools", args=[tonight.pk]), form).status_code == 404


def test_a_closed_night_gives_no_link_and_says_why(client: Client, tonight: Night) -> None:
    close_night(tonight, at=AT)

    page = client.post(reverse("desk-tools", args=[tonight.pk]), {"purpose": "hall"})

    assert "closed" in page.content.decode()
    assert not tonight.links.exists()
