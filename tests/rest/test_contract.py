"""What holds for every address of the API, whichever app has put it there."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from clubs.models import Player
from deploy.rest.throttles import cache
from tests.conftest import copied_database
from tests.rest.description import EVERY, EXPORT, OF_NOBODY, PATHS
from tests.rest.world import World, cup, evening, make_world


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Made once: a request that is refused changes nothing."""
    with django_db_blocker.unblock(), copied_database():
        yield make_world()


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> None:
    cache.clear()


def ask(
    player: Player | None, method: str, address: str, body: str = "{}", kind: str = "json"
) -> Any:
    client = APIClient()
    client.force_authenticate(player)
    headers = {"Idempotency-Key": "contract"}
    return client.generic(method.upper(), address, body, f"application/{kind}", headers=headers)


def check_refused(answer: Any, status: int) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("name", ["0", "x", "9" * 40, "%00"])
@pytest.mark.parametrize(
    "path", [path for method, path in EVERY if method == "get" and "{" in path]
)
def test_a_name_of_nothing(world: World, path: str, name: str) -> None:
    check_refused(ask(world.chief, "get", path.replace("{id}", name).replace("current", name)), 404)


@pytest.mark.parametrize(
    "path",
    [
        path
        for method, path in EVERY
        if method == "get" and "{" not in path and path not in (EXPORT, OF_NOBODY)
    ],
)
def test_lists_hold_nothing_of_others(world: World, path: str) -> None:
    assert ask(world.outsider, "get", path).json()["results"] == []


WITH_BODY = [(method, path) for method, path in EVERY if "requestBody" in PATHS[path][method]]


@pytest.mark.parametrize(("method", "path"), WITH_BODY)
def test_unknown_fields_are_refused(world: World, method: str, path: str) -> None:
    answer = ask(world.chief, method, world.address(path), '{"surprise": 1}')

    check_refused(answer, 400)
    assert answer.json()["errors"]["surprise"] == ["There is no such field."]


@pytest.mark.parametrize(("method", "path"), WITH_BODY)
def test_only_json_is_read(world: World, method: str, path: str) -> None:
    address = world.address(path)

    check_refused(ask(world.chief, method, address, "a=1", "x-www-form-urlencoded"), 415)
    check_refused(ask(world.chief, method, address, "{"), 400)
    check_refused(ask(world.chief, method, address, "[]"), 400)


LISTS = [
    path
    for path, methods in PATHS.items()
    if "get" in methods and (not path.endswith("}") or path == "/api/v1/tables/{id}")
    if path != EXPORT
]


def queries(player: Player, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = ask(player, "get", address)
    assert answer.status_code in {200, 409}, answer.text  # Not yet: seeds of an open table.
    return len(captured)


def test_a_longer_list_takes_no_more_queries(world: World) -> None:
    before = {path: queries(world.owner, world.address(path)) for path in LISTS}
    evening(world.club)
    cup(world.club)

    after = {path: queries(world.owner, world.address(path)) for path in LISTS}

    assert after == before
