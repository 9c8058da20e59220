"""A request takes no more statements than its line in `budgets.txt` allows.

`REFRESH=1` writes the lines again, as many as it takes now. Look at the difference then.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from clubs.models import Player, Token
from clubs.tokens import make_token
from deploy.rest.throttles import cache
from games.engine import legal_actions
from games.models import Deal
from tests.conftest import copied_database
from tests.games.factories import actor_of, state_of
from tests.rest.budgets import read, too_dear
from tests.rest.description import EVERY, PATHS
from tests.rest.orders import carry_out
from tests.rest.world import World, make_world

ACTING = "/api/v1/deals/{id}/actions"
"""The order that is given most: it is counted once the process is warm."""

DOORS = [("GET", path) for path, methods in PATHS.items() if "get" in methods]
DOORS.append(("POST", ACTING))
ASKED = {"/api/v1/history/export": "?table={tables}"}
"""What an address needs to be answered."""

ANSWERED = {200, 404, 409}
"""The world has no link by which somebody came, and an open table proves nothing yet."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Its transactions really begin and commit."""
    with django_db_blocker.unblock(), copied_database():
        yield make_world()


@pytest.fixture(scope="module")
def tokens() -> dict[int, str]:
    return {}


def an_action(world: World) -> tuple[Player, dict[str, Any]]:
    """Whose turn it is, and what they may do."""
    deal = Deal.objects.get(pk=world.rows["deals"])
    state = state_of(deal)
    body = {"ply": state.ply, "action": str(legal_actions(state)[0])}
    return Player.objects.get(pk=actor_of(deal)), body


def ask(world: World, tokens: dict[int, str], method: str, path: str) -> int:
    """How many statements one request takes."""
    person, body = an_action(world) if path == ACTING else (world.chief, None)
    if person.pk not in tokens:
        token, tokens[person.pk] = make_token(person, name="budgets", days=1)
        Token.objects.filter(pk=token.pk).update(last_used_at=Now())  # Once an hour it costs one.
    cache.clear()
    client = APIClient(headers={"authorization": f"Token {tokens[person.pk]}"})
    sent = "" if body is None else json.dumps(body)
    with CaptureQueriesContext(connection) as queries:
        address = world.address(path) + ASKED.get(path, "").format(**world.rows)
        answer = client.generic(method, address, sent, content_type="application/json")
        b"".join(getattr(answer, "streaming_content", ()))
    assert answer.status_code in ANSWERED, (address, answer.status_code)
    return len(queries)


def test_every_order_keeps_within_its_budget(own_database: str) -> None:
    done = carry_out(make_world()).taken
    taken = {(method.upper(), path): most for (method, path), most in done.items()}
    del taken["POST", ACTING]

    assert too_dear(taken) == {}


@pytest.mark.parametrize(("method", "path"), DOORS)
def test_a_request_keeps_within_its_budget(
    method: str, path: str, world: World, tokens: dict[int, str]
) -> None:
    ask(world, tokens, method, path)  # The first one fills what a process keeps.

    assert too_dear({(method, path): ask(world, tokens, method, path)}) == {}


def test_every_door_has_a_budget() -> None:
    assert read().keys() == {(method.upper(), path) for method, path in EVERY}
