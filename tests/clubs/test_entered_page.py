"""A scorer undoes what they entered at their table: by a link, nothing that others entered."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import LinkPurpose
from clubs.nights import close_night
from games.evening.result import Result
from games.models import Table
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.clubs.factories import AT
from tests.clubs.halls import Hall
from tests.clubs.link_bearers import given

pytestmark = pytest.mark.django_db


def entered(hall: Hall, *, link: int | None = None, by: int | None = None) -> None:
    """A deal that the third has won, and one that was spoilt; the last by somebody else."""
    won = Result(kind="won", winner=SeatNumber(2), dealer=SeatNumber(0))
    actor = by or hall.organiser.pk
    record_deal(hall.table, won, number=1, actor_id=actor, link_id=link, at=AT)
    record_deal(hall.table, Result(kind="misdeal"), number=2, actor_id=hall.scorer.pk, at=AT)


def address(hall: Hall) -> str:
    return reverse("desk-entered", args=[hall.night.pk, 1, 1])


def standing(table: Table) -> list[int]:
    return sorted(table.deals.standing().values_list("number", flat=True))


def test_a_scorer_undoes_the_last_deal_with_one_tap(client: Client) -> None:
    hall = Hall()
    entered(hall)
    client.force_login(hall.scorer)
    number = hall.night.deeds.latest("number").number

    page = client.post(address(hall), {"deed": number}, follow=True).content.decode()

    assert standing(hall.table) == [1]
    assert 'class="struck">Table 1, deal 2: misdeal' in page


def test_by_a_link_only_its_own_results_offer_an_undo(client: Client) -> None:
    hall = Hall()
    link, secret = given(hall.night, LinkPurpose.SCORER, table=1)
    entered(hall, link=link.pk)
    client.post(reverse("link"), {"secret": secret})

    page = client.get(address(hall)).content.decode()
    own, others = hall.night.deeds.get(link=link).number, hall.night.deeds.latest("number").number
    refused = client.post(address(hall), {"deed": others}).content.decode()

    assert re.findall(r'name="deed" value="(\d+)"', page) == []  # The misdeal stands on it.
    assert "was done by somebody else: ask an organiser to undo it." in refused
    assert "stands on it: undo that first." in page
    assert own < others
    assert standing(hall.table) == [1, 2]


def test_by_a_link_its_last_result_is_undone(client: Client) -> None:
    hall = Hall()
    link, secret = given(hall.night, LinkPurpose.SCORER, table=1)
    won = Result(kind="won", winner=SeatNumber(2), dealer=SeatNumber(0))
    record_deal(hall.table, won, number=1, actor_id=hall.organiser.pk, link_id=link.pk, at=AT)
    client.post(reverse("link"), {"secret": secret})

    client.post(address(hall), {"deed": hall.night.deeds.get(link=link).number})

    assert standing(hall.table) == []


def test_once_the_table_has_closed_an_organiser_undoes_its_results(client: Client) -> None:
    hall = Hall()
    entered(hall)
    close_night(hall.night, at=AT)
    client.force_login(hall.scorer)
    assert client.get(address(hall)).status_code == 403

    client.force_login(hall.organiser)
    client.post(address(hall), {"deed": hall.night.deeds.get(told__deals=[2]).number})

    assert standing(hall.table) == [1]


@pytest.mark.parametrize("deed", ["", "x", "9" * 12, "-1"])
def test_a_tap_on_nothing_finds_nothing(client: Client, deed: str) -> None:
    hall = Hall()
    client.force_login(hall.scorer)

    assert client.post(address(hall), {"deed": deed}).status_code == 404
