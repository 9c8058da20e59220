"""Odd forms at every page of a desk: each is answered or refused, and none is a crash."""

from typing import Final

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from clubs.pages.room_deeds import TAPS
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db

ODD: Final = ("a\x00b", "9" * 18, "9" * 5000, "count:0=9:7:7")
"""Instead of what a browser sends."""

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "desk-step/open": ("round",),
    "desk-step/next-round": ("round", "out"),
    "desk-step/close": ("round", "out"),
    "desk-door": ("in", "out", "wait", "key", "tablet"),
    "desk-guest": ("name", "key", "tablet"),
    "desk-self": ("here", "not_here", "key", "tablet"),
    "desk-waiting-tap": ("sent_as", "waited_ms", "guest", "here", "not_here", "key", "tablet"),
    "desk-chips": ("chips", "key"),
    "desk-note": ("note", "instead_of"),
    "desk-room": (*TAPS, "round", "at", "pick", "seen", "person", "after", "rounds"),
    "desk-table": (
        *("number", "result", "dealer", "barred", "offence", "free", "look", "bonus", "winner"),
        *("tricks-0", "scores-0", "seat", "chips", "after"),
    ),
    "desk-deal": ("version", "result", "dealer", "barred", "offence", "reason", "sure", "winner"),
    "desk-entered": ("deed",),
    "desk-phone": ("number",),
    "desk-totals": ("version", "deals", "pool", "won-0", "chips-0", "reason", "totals", "sure"),
    "desk-money": ("give", "take", "fill", "undo", "who", "chips", "key"),
    "desk-log": ("deed",),
    "desk-tools": ("purpose", "revoke"),
}
"""The pages that take a form, with the names of their fields."""
READ: Final[dict[str, tuple[str, ...]]] = {
    "desk-room": ("round", "pick", "at", "break", "another", "out", "place-1", "place-x"),
    "desk-self": ("name", "here"),
    "desk-door": ("kept",),
    "desk-table": ("seen", "next"),
    "desk-log": ("kind", "person", "table", "before"),
    "desk-journal": ("before", "brief"),
    "desk-money": ("done", "who", "everybody"),
    "desk-step/next-round": ("round", "out"),
}
"""The pages whose addresses say more."""


class World:
    """A night that is played, with a deal that was entered, and its organiser."""

    def __init__(self, client: Client) -> None:
        hall = Hall()
        self.client, self.night = client, hall.night
        self.member = str(hall.members[0].pk)
        client.force_login(hall.organiser)
        client.post(self.address("desk-table"), {"number": 1, "dealer": 0, "result": "won:1"})
        assert hall.table.deals.count() == 1
        self.usual = {"round": "1", "at": "1", "number": "2", "version": "1", "seat": "0"}
        self.usual |= {"pick": self.member, "who": self.member, "chips": "1", "in": self.member}
        self.usual |= {"sent_as": str(hall.organiser.pk), "name": "Zita", "deals": "1"}

    def address(self, page: str) -> str:
        name, _, step = page.partition("/")
        more: dict[str, list[object]] = {
            "desk-step": [step],
            "desk-chips": [self.member],
            "desk-note": [self.member],
            "desk-deal": [1, 1, 1],
        }
        of_table = ("desk-table", "desk-entered", "desk-phone", "desk-totals")
        return reverse(
            name, args=[self.night.pk, *([1, 1] if name in of_table else more.get(name, []))]
        )

    def send(self, page: str, form: dict[str, str]) -> int:
        """What it answers; whatever it did is taken back. A crash is raised here."""
        with transaction.atomic():
            answer = self.client.post(self.address(page), form)
            transaction.set_rollback(True)
        return int(answer.status_code)


@pytest.mark.parametrize("page", FIELDS)
def test_no_odd_form_is_a_crash(client: Client, page: str) -> None:
    world = World(client)
    forms = [world.usual | {name: odd} for name in FIELDS[page] for odd in ODD]

    answers = {world.send(page, form) for form in [{}, *forms]}

    assert answers <= {200, 302, 400, 404}


@pytest.mark.parametrize("page", READ)
def test_no_odd_address_is_a_crash(client: Client, page: str) -> None:
    world = World(client)
    forms = [{name: odd} for name in READ[page] for odd in ODD]

    answers = {client.get(world.address(page), form).status_code for form in forms}

    assert answers <= {200, 302, 400, 404}


def test_a_field_of_a_long_number_is_nobodys(client: Client) -> None:
    world = World(client)

    read = client.get(world.address("desk-room"), {"break": 1, f"place-{'9' * 5000}": 1})

    assert read.status_code == 200


def test_a_guest_with_too_long_a_name_is_refused_and_the_name_stays(client: Client) -> None:
    world = World(client)

    page = client.post(world.address("desk-guest"), {"name": "n" * 101}).content.decode()

    assert "A name has up to 100 characters: write a shorter one." in page
    assert "n" * 101 in page
