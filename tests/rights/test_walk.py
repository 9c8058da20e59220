"""Every address, method and role against the table that was written by hand before the code.

Role by role, so that workers share it; what each does is taken back with its transaction.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from django.db import transaction
from django.urls import Resolver404, resolve
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from clubs.by_link import COOKIE
from clubs.models import Club, Player, Token
from deploy.matrix import doors, readable
from deploy.paths import PROJECT_DIR
from deploy.urls import api
from tests.conftest import COUNTED, copied_database
from tests.rights.hearing import heard
from tests.rights.requests import request_of
from tests.rights.world import LINKS, ROLES, World, make_world

PROBLEM = "application/problem+json"
HEADERS = {"POST": {"Idempotency-Key": "walk"}, "PATCH": {"If-Match": "*"}}
LINE = re.compile(r"(GET|POST|PATCH|DELETE) (\S+?)(?: \[(.*)\])? *\| ([!*.o+ -]{27})")
LINK_LINE = re.compile(r"(GET|POST) (\S+?)(?: \[(.*)\])? *\| ([+.o -]{5})")
EXPECTED = Path(__file__).parent / "expected.txt"
OF_LINKS = Path(__file__).parent / "expected_links.txt"


@dataclass(frozen=True, eq=False)
class Line:
    method: str
    path: str
    variant: str
    cells: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.path} [{self.variant}]"

    @property
    def is_own(self) -> bool:
        """Whether it asks for a row of whoever asks, which some roles do not have."""
        return "own" in self.variant

    def expected(self, role: str) -> str:
        """Of a link: nothing is there, but what is for everybody or lent to it."""
        if role not in LINKS:
            return self.cells[role].replace("*", "+")
        if set(self.cells.values()) == {"*"}:
            return "+"
        lent = LENT.get((self.method, self.path, self.variant))
        return lent[role] if lent else "."


LINES = [
    Line(found[1], found[2], found[3] or "", dict(zip(ROLES, found[4].split(), strict=True)))
    for text in EXPECTED.read_text().splitlines()
    if (found := LINE.match(text))
]
LENT: dict[tuple[str, str, str], dict[str, str]] = {
    (found[1], found[2], found[3] or ""): dict(zip(LINKS, found[4].split(), strict=True))
    for text in OF_LINKS.read_text().splitlines()
    if (found := LINK_LINE.match(text))
}
BEFORE_DJANGO = ("/livez", "/readyz", "/live/livez")  # Answered before its addresses.
LISTS: dict[str, Callable[[World, str], Any]] = {
    "/tokens": lambda *_: None,
    "/sessions": lambda *_: None,
    "/records": lambda *_: None,
    "/clubs": lambda world, _: world.club.pk,
    "/members": lambda world, _: world.members["other"].pk,
    "/invitations": lambda world, _: world.rows["invitation"],
    "/nights": lambda world, _: world.rows["night"],
    "/tournaments": lambda world, _: world.rows["tournament"],
    "/free-tables": lambda world, variant: world.free[variant].pk,
    "/tables": lambda world, variant: world.tables[variant].pk,
    "/live/tables": lambda world, variant: world.tables[variant].pk,
    "/deals": lambda world, variant: world.rows["deals"][variant],
    "/history": lambda world, variant: world.rows["deals"][variant],
    "/accounts": lambda world, _: world.rows["other purse"],
    "/transfers": lambda world, _: world.rows["other transfer"],
    "/ratings": lambda world, variant: world.rows[
        "night player" if "night" in variant else "open seat player"
    ],
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), copied_database():
        yield make_world()


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


def test_the_table_is_read_whole() -> None:
    lines = [text for text in EXPECTED.read_text().splitlines() if "| " in text and text[0] != "#"]

    assert len(LINES) == len(lines) > 200
    assert LENT.keys() <= {(line.method, line.path, line.variant) for line in LINES}
    lent = [text for text in OF_LINKS.read_text().splitlines() if "| " in text and text[0] != "#"]
    assert len(LENT) == len(lent) > 40


def test_the_page_of_guards_counts_the_cells() -> None:
    page = (PROJECT_DIR / "docs/guards.md").read_text()

    assert f"walked by every role: {len(LINES) * len(ROLES):,} cells of the API" in page


def test_every_address_stands_in_the_table() -> None:
    served = {(method, readable(path)) for method, path, _ in doors(api.urls)}
    written = {(line.method, line.path) for line in LINES}

    assert served - written == set()
    missing = {path for _, path in written - served if not _is_page(path)}
    assert missing == set(), "What the table names and the service lacks."


@pytest.mark.parametrize("role", [*ROLES, *LINKS])
def test_every_cell_is_as_somebody_wrote_it_by_hand(
    world: World, role: str, record_property: Callable[[str, object], None]
) -> None:
    live = [line for line in LINES if line.path.startswith("/live/")]
    client = APIClient()  # One for all: each reads the static files again.
    asked = {line: answered(world, client, line, role) for line in LINES if line not in live}

    found = asked | streamed(world, live, role)
    different = [
        f"{line}: {found[line]} instead of {line.expected(role)}"
        for line in LINES
        if found[line] != line.expected(role)
    ]
    record_property(COUNTED, f"cells of the API walked {len(found)}, different {len(different)}")
    assert different == []


@pytest.mark.parametrize(
    ("role", "counts_as"),
    [("organiser", "member"), ("owner", "member"), ("operator", "stranger")],
)
def test_without_the_demanded_factor_somebody_is_what_they_are_without_their_office(
    world: World, settings: Any, monkeypatch: pytest.MonkeyPatch, role: str, counts_as: str
) -> None:
    """They read what that role reads, by API, file and stream, and give no order beyond it."""
    settings.SECOND_FACTOR_DEMANDED = True
    fresh = Player.objects.get(pk=world.people[role].pk)  # The other keeps what they were before.
    monkeypatch.setitem(world.people, role, fresh)
    live = [line for line in LINES if line.path.startswith("/live/")]
    client = APIClient()
    asked = {line: answered(world, client, line, role) for line in LINES if line not in live}

    found = asked | streamed(world, live, role)
    read = [line for line in LINES if line.method == "GET" and not line.is_own]
    ordered = [line for line in LINES if line.method != "GET"]
    differing = [
        f"{line}: {found[line]} instead of {line.expected(counts_as)}"
        for line in read
        if found[line] != line.expected(counts_as)
    ]
    carried_out = [str(line) for line in ordered if found[line] == "+" != line.expected(counts_as)]
    assert len(read) > 100
    assert (differing, carried_out) == ([], [])


def _is_page(path: str) -> bool:
    """Whether it is an address beside the API's own, such as /readyz."""
    try:
        resolve(path.replace("{code}", "x").replace("{id}", "1"))
    except Resolver404:
        return path in BEFORE_DJANGO
    return True


def answered(world: World, client: APIClient, line: Line, role: str) -> str:
    """The class of the answer, in the signs of the table."""
    answer = answer_to(world, client, line, role)
    is_list = line.method == "GET" and line.path in LISTS
    sign = sign_of(answer.status_code)
    return _listed(world, line, answer.json()) if sign == "+" and is_list else sign


def answer_to(
    world: World, client: APIClient, line: Line, role: str, token: Token | None = None
) -> Any:
    """The answer to somebody with this role; nothing stays of what was done."""
    address, body = request_of(world, line.method, line.path, line.variant, role)
    is_list = line.method == "GET" and line.path in LISTS
    query = "?limit=200" if is_list and line.path != "/records" else ""
    headers = HEADERS.get(line.method, {})
    with transaction.atomic():
        if "hosts do not" in line.variant:
            Club.objects.update(hosts_seat_bots=False)
        client.cookies.clear()
        client.force_authenticate(world.people[role], cast(Any, token))
        if role in LINKS:
            client.cookies[COOKIE] = world.rows["cookies"][role]
        answer = client.generic(
            line.method, address + query, _json(body), "application/json", headers=headers
        )
        if answer.streaming:
            answer.getvalue()  # The end of a file closes it.
        transaction.set_rollback(True)
    assert answer.status_code < 500, (str(line), role, answer)
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == PROBLEM, (str(line), role, answer)
    return answer


def _listed(world: World, line: Line, body: Any) -> str:
    """Whether the row of the line is in the list."""
    row = LISTS[line.path](world, line.variant)
    if row is None:
        return "+" if line.path == "/records" else "o"
    return "+" if row in {one.get("id", one.get("player")) for one in body["results"]} else "o"


def streamed(world: World, lines: list[Line], role: str) -> dict[Line, str]:
    """The same of the live process, all at once."""
    addresses = {
        line: request_of(world, line.method, line.path, line.variant, role)[0] for line in lines
    }
    token, cookie = (world.rows[kept].get(role, "") for kept in ("tokens", "cookies"))
    told = heard(addresses.values(), token, cookie and f"{COOKIE}={cookie}")
    signs = {}
    for line, address in addresses.items():
        status, tables = told[address]
        signs[line] = sign_of(status)
        if signs[line] == "+" and line.path in LISTS:
            signs[line] = "+" if LISTS[line.path](world, line.variant) in tables else "o"
    return signs


def sign_of(status: int) -> str:
    return {401: "!", 403: "-", 404: "."}.get(status, "+")


def _json(body: Any) -> str:
    return "" if body is None else json.dumps(body)
