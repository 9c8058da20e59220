"""Every page, form and action of the admin against the table that was written before the code."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from ledger.admin import ByDeed
from tests.clubs.forms import seen_in
from tests.conftest import COUNTED, copied_database
from tests.rights.admin_asks import Ask, noting_writes, sign_of
from tests.rights.admin_requests import DJANGOS, NOUNS, OF_ROLES, OWN, asks_of
from tests.rights.admin_world import make_admin_world
from tests.rights.world import ROLES, World
from tests.transactions import taken_back

LINE = re.compile(r"([a-z ]+): ([a-z ]+?)(?: \[(.*)\])? *\| ([!*.o+ -]{27})")
EXPECTED = Path(__file__).parent / "expected_admin.txt"
SESSION = settings.SESSION_COOKIE_NAME
MADE_OTHERWISE = {
    "member": {"add", "change"},  # By name, by role.
    "invitation": {"add"},  # It is members who are invited.
    "free table": {"change", "delete"},  # They are tables.
}


@dataclass(frozen=True, eq=False)
class Line:
    noun: str
    verb: str
    variant: str
    cells: dict[str, str]

    def __str__(self) -> str:
        return f"{self.noun}: {self.verb}" + (f" [{self.variant}]" if self.variant else "")


LINES = [
    Line(found[1], found[2], found[3] or "", dict(zip(ROLES, found[4].split(), strict=True)))
    for text in EXPECTED.read_text().splitlines()
    if (found := LINE.match(text))
]


class Caller:
    """A browser in which each role has signed in once.

    Since nothing stays of what is asked, a page is what it was when the role asked for it before.
    """

    def __init__(self, world: World) -> None:
        self.client = Client()  # One for all: each reads the static files again.
        self.sessions: dict[str, str] = {}
        self.pages: dict[tuple[str, str], Any] = {}
        for role in (role for role in ROLES if world.people[role] is not None):
            self.client.cookies.clear()
            self.client.force_login(world.people[role])
            self.sessions[role] = self.client.cookies[SESSION].value

    def ask(self, role: str, ask: Ask) -> Any:
        if ask.form is not None or ask.first is not None:
            return self.send(role, ask)
        if (role, ask.address) not in self.pages:
            self.pages[role, ask.address] = self.send(role, ask)
        return self.pages[role, ask.address]

    def send(self, role: str, ask: Ask) -> Any:
        self.client.cookies.clear()
        if role in self.sessions:
            self.client.cookies[SESSION] = self.sessions[role]
        if ask.form is None:
            return self.client.get(ask.address)
        return self.client.post(ask.address, {**self.seen(role, ask), **ask.form})

    def seen(self, role: str, ask: Ask) -> dict[str, str]:
        """What the page of a row has shown; it is not read again where the role has read it."""
        if not ask.address.endswith("/change/"):
            return {}
        known = self.pages.get((role, ask.address)) if ask.first is None else None
        return seen_in(known or self.client.get(ask.address))


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), copied_database():
        yield make_admin_world()


@pytest.fixture(scope="module")
def caller(world: World) -> Caller:
    return Caller(world)


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ByDeed, "list_per_page", 5)  # A list is asked for all its pages.


def test_the_table_is_read_whole() -> None:
    lines = [text for text in EXPECTED.read_text().splitlines() if "| " in text and text[0] != "#"]

    assert len(LINES) == len(lines) > 100


def test_every_line_has_its_requests_and_every_model_its_lines() -> None:
    names = {f"{one._meta.app_label}_{one._meta.model_name}" for one in admin.site._registry}

    assert {*OWN, *OF_ROLES} <= {str(line) for line in LINES}
    assert names == {model for model, _ in NOUNS.values()}
    for noun in NOUNS:
        written = {line.verb for line in LINES if line.noun == noun}
        assert set(DJANGOS) - written <= MADE_OTHERWISE.get(noun, set()), noun


@pytest.mark.parametrize("role", ROLES)
def test_every_cell_is_as_somebody_wrote_it_by_hand(
    world: World, caller: Caller, role: str, record_property: Callable[[str, object], None]
) -> None:
    found = {line: answered(world, caller, line, role) for line in LINES}

    different = [
        f"{line}: {found[line]} instead of {line.cells[role]}"
        for line in LINES
        if found[line] != line.cells[role].replace("*", "+")
    ]
    record_property(COUNTED, f"cells of the admin walked {len(found)}, different {len(different)}")
    assert different == []


def answered(world: World, caller: Caller, line: Line, role: str) -> str:
    """The class of the answers, in the signs of the table; all of them where they differ."""
    asks = asks_of(world, line.noun, line.verb, line.variant, role)
    signs = [_sign(caller, role, ask) for ask in asks]
    return signs[0] if len(set(signs)) == 1 else " ".join(signs)


def _sign(caller: Caller, role: str, ask: Ask) -> str:
    """What somebody is answered; nothing stays of what was done."""
    with taken_back():
        if ask.first is not None:
            assert caller.send("operator", ask.first).status_code == 302
        with noting_writes() as writes:
            answer = caller.ask(role, ask)
        has_written = bool(writes.tables)
        return sign_of(ask, answer, is_anonymous=role == "anonymous", has_written=has_written)
