"""A scorer's phone: the code on the page holds a link that opens one table, and nothing else."""

import re
from html import unescape

import pytest
import segno
from django.test import Client
from django.urls import reverse

from clubs.models import NightLink
from clubs.qr_codes import QUIET, code_of
from deploy.rest.clock import database_now
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db


def hall_tonight() -> Hall:
    """Links stand for hours from the night's beginning, by the clock of the database."""
    hall = Hall()
    hall.night.starts_at = database_now()
    hall.night.save(update_fields=["starts_at"])
    return hall


def address(hall: Hall, page: str) -> str:
    return reverse(page, args=[hall.night.pk, 1, 1])


def given(client: Client, hall: Hall) -> str:
    """The address behind the code."""
    client.force_login(hall.organiser)
    page = unescape(client.post(address(hall, "desk-phone")).content.decode())
    client.logout()
    [url] = re.findall(r'href="(http[^"]+/link#[^"]+)"', page)
    return str(url)


def test_a_phone_enters_a_result_by_the_code(client: Client) -> None:
    hall = hall_tonight()

    secret = given(client, hall).partition("#")[2]
    led = client.post(reverse("link"), {"secret": secret}, follow=True)
    done = client.post(
        address(hall, "desk-table"), {"number": 1, "result": "won:3", "dealer": 0}, follow=True
    )

    assert led.request["PATH_INFO"] == address(hall, "desk-table")
    assert f"Deal 1 is entered. Won: {hall.names[3]}" in done.content.decode()
    entry = hall.table.deals.get().entries.get()
    assert (entry.by, entry.link_id) == (hall.organiser, NightLink.objects.get().pk)


def test_a_phone_puts_right_what_it_entered_and_nothing_else(client: Client) -> None:
    hall = hall_tonight()
    secret = given(client, hall).partition("#")[2]
    client.post(reverse("link"), {"secret": secret})
    table = address(hall, "desk-table")
    client.post(table, {"number": 1, "result": "won:3", "dealer": 0})
    change = {"number": 1, "version": 1, "result": "won:2", "dealer": 0, "reason": "Oh", "sure": 1}

    client.post(f"{table}deals/1/", change)
    client.force_login(hall.scorer)
    client.post(f"{table}deals/1/", change | {"version": 2, "result": "spoilt"})
    client.logout()
    client.post(reverse("link"), {"secret": secret})
    refused = client.post(f"{table}deals/1/", change | {"version": 3}).content.decode()

    assert "was entered by somebody else" in refused
    outcome = hall.table.deals.get().outcome
    assert outcome is not None
    assert outcome.kind == "spoilt"


def test_the_code_is_drawn_as_it_is_encoded() -> None:
    url = "https://hall.example/link#abc"
    rows = [list(map(bool, row)) for row in segno.make_qr(url, error="m").matrix]

    code = code_of(url)

    drawn = [[False] * code.size for _ in range(code.size)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", code.path):
        drawn[int(y)][int(x) : int(x) + int(width)] = [True] * int(width)
    assert [row[QUIET:-QUIET] for row in drawn[QUIET:-QUIET]] == rows
    assert sum(map(sum, drawn)) == sum(map(sum, rows))


@pytest.mark.parametrize("who", ["scorer", "member"])
def test_only_organisers_give_a_phone_a_table(client: Client, who: str) -> None:
    hall = hall_tonight()
    client.force_login(hall.scorer if who == "scorer" else hall.members[0].player)

    assert client.post(address(hall, "desk-phone")).status_code == 403
    assert not NightLink.objects.exists()
