"""A table of a night whose side is not whole: the scorer is told who is missing, with taps."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import LinkPurpose, NightPlace
from clubs.places import leave_table
from games.play.by_hand import upcoming
from games.sight.entries import recorded_deals
from tests.clubs.factories import AT
from tests.clubs.test_link_page import secret_of
from tests.clubs.test_results import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client: Client) -> Page:
    """Six in pairs, of whom seat 1 has gone home; the organiser looks on."""
    found = Page(client, people=6, sides="pairs")
    client.force_login(found.organiser)
    leave_table(found.night, [found.members[1]], may_wait=True, at=AT)
    return found


def test_the_page_says_who_is_missing(hall: Page) -> None:
    page = hall.page()

    assert f"No deal without {hall.names[1]}" in page
    assert f"Without a partner: {hall.names[4]}." in page
    assert 'name="result"' not in page
    listed = hall.client.get(reverse("desk-results", args=[hall.night.pk])).content.decode()
    assert f"No deal without {hall.names[1]}" in listed


def test_a_result_is_refused_with_what_to_do(hall: Page) -> None:
    page = hall.enter("won:0")

    assert "deals no cards without" in page
    assert "let the rest of the side sit out" in page
    assert not list(recorded_deals(hall.table, until=None))


def test_one_tap_lets_the_side_sit_out(hall: Page) -> None:
    page = hall.page()
    people = re.findall(r'name="person" value="(\d+)"', page)
    assert people == [str(hall.members[4].pk)]

    hall.client.post(
        reverse("desk-room", args=[hall.night.pk]), {"round": 1, "person": people, "side_out": 1}
    )

    following = upcoming(hall.table)
    assert following is not None
    assert following.usual.numbers == (0, 2, 3, 5)
    assert "No deal without" not in hall.page()


def test_a_side_of_two_does_not_sit_out_where_nobody_is_left_to_play(client: Client) -> None:
    found = Page(client, people=4, sides="pairs")
    client.force_login(found.organiser)
    leave_table(found.night, [found.members[1]], may_wait=True, at=AT)
    form = {"round": 1, "person": [found.members[3].pk], "side_out": 1}

    said = client.post(reverse("desk-room", args=[found.night.pk]), form).content.decode()

    assert "its rules are for 4, 6, 8 or 10" in said
    assert "Do it all the same" not in said
    assert NightPlace.objects.taken().filter(round__night=found.night).count() == 3


def test_the_links_pick_who_is_to_move(client: Client) -> None:
    """Seat 0 gave all to the first pool: somebody takes their place, or their partner moves."""
    rules = {"stake": 10, "dealer_extra": 10, "topup": "full"}
    found = Page(client, people=6, sides="pairs", **rules)
    client.force_login(found.organiser)
    found.enter("spoilt")

    page = found.page()

    assert f"No deal without {found.names[0]}" in page
    assert "bring more from a purse below" in page
    picked = re.findall(r"round=1&pick=(\d+)", page)
    assert picked == [str(found.members[0].pk), str(found.members[3].pk)]
    room = reverse("desk-room", args=[found.night.pk])
    asked = client.get(room, {"round": 1, "pick": picked[0]}).content.decode()
    assert "whoever waits and takes this place" in asked


def test_a_scorers_phone_is_told_without_taps(hall: Page) -> None:
    _, secret = secret_of(hall, LinkPurpose.SCORER, 1)
    phone = Client()
    phone.post(reverse("link"), {"secret": secret})

    page = phone.get(hall.address).content.decode()

    assert f"No deal without {hall.names[1]}" in page
    assert "Tell an organiser" in page
    assert "side_out" not in page


def test_the_api_tells_the_same(hall: Page) -> None:
    told: dict[str, Any] = hall.client.get(f"/api/v1/tables/{hall.table.pk}/results").json()

    assert told["next"] is None
    waits = told["held_up"]
    assert [one["name"] for one in waits["missing"]] == [hall.names[1]]
    assert [(one["seat"], one["side"]) for one in waits["waiting"]] == [(4, 1)]
    assert waits["offers"] == ["substitute", "sit_out", "move"]
