"""The page of a table's totals: what was counted is shown before it moves, and nothing is lost."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import TotalsEntry
from tests.clubs.halls import Hall
from tests.games.factories import stacks

pytestmark = pytest.mark.django_db

COUNTED = {0: (3, 30), 1: (1, 25), 2: (0, 5), 3: (2, 20), 4: (0, 20)}


class Page(Hall):
    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client
        client.force_login(self.scorer)
        self.address = reverse("desk-totals", args=[self.night.pk, 1, 1])

    def send(self, **fields: Any) -> str:
        form: dict[str, Any] = {"version": 0, "deals": 8, "pool": 0}
        for seat, (won, chips) in COUNTED.items():
            form |= {f"won-{seat}": won, f"chips-{seat}": chips}
        answer = self.client.post(self.address, form | fields, follow=True)
        assert answer.status_code == 200
        return unescape(answer.content.decode())


@pytest.fixture
def hall(client: Client) -> Page:
    return Page(client)


def test_the_first_tap_shows_what_moves_and_moves_nothing(hall: Page) -> None:
    page = hall.send()

    assert 'class="moved"' in page
    assert not TotalsEntry.objects.exists()
    assert stacks(hall.table) == [20] * 5


def test_the_second_tap_enters_what_was_counted(hall: Page) -> None:
    page = hall.send(sure=1)

    assert "The totals are entered." in page
    assert f"{hall.names[0]}: 3 won, 30 chips" in page
    assert stacks(hall.table) == [30, 25, 5, 20, 20]


def test_totals_that_do_not_sum_are_refused_and_stay_on_the_form(hall: Page) -> None:
    page = hall.send(**{"chips-0": 31})

    assert "The chips do not sum" in page
    assert re.search(r'name="chips-0"[^>]* value="31"', page)


def test_totals_that_are_put_right_stand_struck_out(hall: Page) -> None:
    hall.send(sure=1)

    page = hall.send(version=1, reason="Miscounted", sure=1, **{"chips-0": 29, "chips-1": 26})

    assert f'<s class="soft">8 deals. {hall.names[0]}: 3 won, 30 chips' in page
    assert "Miscounted" in page
    assert stacks(hall.table) == [29, 26, 5, 20, 20]


def test_totals_are_taken_back_and_the_table_keeps_its_deals(hall: Page) -> None:
    hall.send(sure=1)

    shown = hall.send(version=1, totals="none")
    page = hall.send(version=1, totals="none", reason="Deals after all", sure=1)

    assert "the table keeps its deals again" in shown
    assert 'name="result"' in page
    assert stacks(hall.table) == [20] * 5


@pytest.mark.parametrize(
    "fields",
    [{"deals": ""}, {"deals": "x"}, {"deals": 10_001}, {"chips-0": ""}, {"chips-0": "9" * 12}],
    ids=str,
)
def test_what_is_no_number_is_refused(hall: Page, fields: dict[str, Any]) -> None:
    assert "Write whole numbers" in hall.send(**fields)


def test_two_who_count_at_once_are_told(hall: Page) -> None:
    hall.send(sure=1)

    assert "you saw entry 0" in hall.send(sure=1)


def test_a_table_that_keeps_its_deals_offers_no_totals(hall: Page) -> None:
    table = reverse("desk-table", args=[hall.night.pk, 1, 1])
    before = hall.client.get(table).content.decode()
    hall.client.post(table, {"number": 1, "result": "spoilt", "dealer": 0})
    after = hall.client.get(table).content.decode()

    assert hall.address in before
    assert hall.address not in after
    assert "Go on deal by deal" in hall.send()
