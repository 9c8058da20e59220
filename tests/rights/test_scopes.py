"""Every door of the API with a token of each scope, against the table that was written by hand."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.permissions import SAFE_METHODS
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from clubs.tokens import make_token
from deploy.rest.schema import TOKEN
from deploy.rights import Scope
from tests.conftest import COUNTED, copied_database
from tests.rest.description import EVERY, PATHS
from tests.rights.test_walk import BEFORE_DJANGO, LINES, Line, answer_to, sign_of
from tests.rights.world import World, make_world

LINE = re.compile(r"(\w+) +\| (\w+) (\S+)(?: \[(.*)\])?")
EXPECTED = Path(__file__).parent / "expected_scopes.txt"
NEEDED = {
    (found[2], found[3], found[4]): Scope(found[1]) if found[1] != "session" else None
    for text in EXPECTED.read_text().splitlines()
    if (found := LINE.match(text))
}
DOORS = [
    line
    for line in LINES
    if not line.path.startswith(("/live", "/api/")) and line.path not in BEFORE_DJANGO
]
FOR_STRANGERS = {
    *(("POST", f"/links/{deed}") for deed in ("enter", "leave")),
    *(("POST", f"/players{deed}") for deed in ("", "/confirm", "/forgotten-password")),
    *(("POST", path) for path in ("/players/new-password", "/sessions", "/tokens")),
}
"""Asked by people who have not signed in."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), copied_database():
        yield make_world()


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


def needed(line: Line) -> Scope | None:
    """None where no token is enough."""
    if line.method in SAFE_METHODS:
        return Scope.READ
    of_variant = NEEDED.get((line.method, line.path, line.variant))
    return of_variant or NEEDED[line.method, line.path, None]


def test_every_door_stands_in_the_table() -> None:
    lines = [text for text in EXPECTED.read_text().splitlines() if text and text[0] != "#"]
    walked = {(line.method, line.path, line.variant or None) for line in DOORS}
    walked |= {(method, path, None) for method, path, _ in walked}

    assert len(NEEDED) == len(lines) > 100
    assert NEEDED.keys() <= walked
    assert {needed(line) for line in DOORS} == set(NEEDED.values()) == {*Scope, None}


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_the_description_names_a_token_only_where_one_is_enough(method: str, path: str) -> None:
    door = (method.upper(), path.removeprefix("/api/v1"))
    ways = PATHS[path][method]["security"]
    named = {scope for way in ways for scope in way.get(TOKEN, ())}
    scopes = {scope for (*table, _), scope in NEEDED.items() if tuple(table) == door}

    if door in FOR_STRANGERS:
        assert ways == []
    else:
        assert {"cookieAuth": []} in ways
        assert named == ((scopes or {Scope.READ}) - {None})


@pytest.mark.parametrize("role", ["seated", "host", "owner"])
@pytest.mark.parametrize("scope", Scope)
def test_a_token_does_what_it_is_for_and_nothing_else(
    world: World, role: str, scope: Scope, record_property: Callable[[str, object], None]
) -> None:
    token, _ = make_token(world.people[role], name="walk", days=1, scopes=[scope])
    client = APIClient()
    wrong: list[str] = []
    for line in DOORS:
        answer = answer_to(world, client, line, role, token)
        sign, may = sign_of(answer.status_code), line.expected(role)
        if needed(line) is None:
            is_right = sign == "-"
        elif needed(line) in (scope, Scope.READ):
            is_right = answer.status_code != 403 if may == "+" else sign in (may, "+", ".")
        elif may == "+":
            told = answer.json()
            is_right = (answer.status_code, told["code"]) == (403, "scope_missing")
            is_right = is_right and f"`{needed(line)}`" in told["detail"]
        else:
            is_right = sign in "-."
        if not is_right:
            wrong.append(f"{line}: {answer.status_code} {answer.text[:200]}")
    record_property(COUNTED, f"doors walked with a token {len(DOORS)}, wrong {len(wrong)}")
    assert wrong == []
