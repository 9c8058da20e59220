"""A phone comes by a link: the secret goes in a form, and the page of its night follows."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from clubs.by_link import COOKIE
from clubs.links import give_link, revoke_link
from clubs.models import LinkPurpose
from deploy.rest.clock import database_now
from deploy.rights import Doer
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db


def secret_of(hall: Hall, purpose: LinkPurpose, table: int | None = None) -> tuple[int, str]:
    by, at = Doer(hall.organiser.pk), database_now()
    end = at + timedelta(hours=1)
    link, secret = give_link(
        hall.night, purpose=purpose, table_number=table, expires_at=end, by=by, at=at
    )
    return link.pk, secret


@pytest.mark.parametrize(
    ("purpose", "page"),
    [
        (LinkPurpose.SCORER, "desk-results"),
        (LinkPurpose.DOOR, "desk-door"),
        (LinkPurpose.HALL, "hall"),
    ],
)
def test_a_link_leads_to_what_it_is_for(client: Client, purpose: LinkPurpose, page: str) -> None:
    hall = Hall()
    _, secret = secret_of(hall, purpose)

    answer = client.post(reverse("link"), {"secret": secret})

    assert answer.headers["Location"] == reverse(page, args=[hall.night.pk])
    assert COOKIE in client.cookies
    assert client.get(answer.headers["Location"]).status_code == 200


@pytest.mark.parametrize("secret", ["", "nobody's", "x" * 500])
def test_an_unknown_secret_is_refused_in_words(client: Client, secret: str) -> None:
    answer = client.post(reverse("link"), {"secret": secret})

    assert "No link that stands has this secret" in answer.content.decode()
    assert COOKIE not in client.cookies


def test_a_scorers_link_opens_no_other_room_and_no_other_night(client: Client) -> None:
    hall, other = Hall(), Hall()
    client.post(reverse("link"), {"secret": secret_of(hall, LinkPurpose.SCORER)[1]})

    rooms = ("desk-door", "desk-room", "desk-money", "desk-log")
    refused = {client.get(reverse(room, args=[hall.night.pk])).status_code for room in rooms}

    assert refused <= {403, 404}
    assert client.get(reverse("desk-results", args=[other.night.pk])).status_code == 404


def test_a_page_shuts_with_its_link(client: Client) -> None:
    hall = Hall()
    link, secret = secret_of(hall, LinkPurpose.SCORER)
    client.post(reverse("link"), {"secret": secret})
    page = reverse("desk-results", args=[hall.night.pk])
    before = client.get(page).status_code

    revoke_link(hall.night, link, by=Doer(hall.organiser.pk), at=database_now())

    assert before == 200
    assert client.get(page).headers["Location"].startswith(reverse("account_login"))


def test_somebody_who_is_signed_in_stays_who_they_are(client: Client) -> None:
    hall = Hall()
    client.force_login(hall.scorer)

    client.post(reverse("link"), {"secret": secret_of(hall, LinkPurpose.DOOR)[1]})

    assert client.get(reverse("desk-door", args=[hall.night.pk])).status_code == 403
