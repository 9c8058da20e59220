"""What stands around every room of the desk: its strip of health, and closing beside the step."""

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from clubs.draws import seat_night
from clubs.models import Night
from clubs.rounds import open_tables
from games.models import Heartbeat
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(client: Client) -> Night:
    club = ClubFactory.create()
    client.force_login(owner_of(club))
    return open_night_with(club, guests(club, 4), buy_in_chips=5)


def test_the_strip_is_asked_again_and_tells_what_to_do(client: Client, night: Night) -> None:
    address = reverse("desk-health", args=[night.pk])
    desk = client.get(reverse("desk-door", args=[night.pk])).content.decode()
    ill = client.get(address).content.decode()
    Heartbeat.objects.create(part="sweep", at=Now())
    well = client.get(address).content.decode()

    assert f'hx-get="{address}" hx-trigger="every 30s"' in desk
    assert f'hx-get="{address}"' in well
    assert "The worker is silent" in ill
    assert "The worker is silent" not in well
    assert 'id="advice"' in well


def test_a_night_is_closed_before_its_first_deal_without_looking_for_it(
    client: Client, night: Night
) -> None:
    """One tap asks, the second closes."""
    before = client.get(reverse("desk-door", args=[night.pk])).content.decode()
    open_tables(seat_night(night), at=AT)
    page = client.get(reverse("desk-room", args=[night.pk])).content.decode()
    beside, _, more = page.partition('<details class="more">')

    closing = reverse("desk-step", args=[night.pk, "close"])
    assert closing not in before.partition('<details class="more">')[0]
    assert closing in beside
    assert closing not in more.partition("</details>")[0]
