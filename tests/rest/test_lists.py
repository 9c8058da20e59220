"""A cursor serves the list that gave it, whole; on every list any other is refused."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from deploy.rest.pagination import FOREIGN
from deploy.rest.throttles import cache
from deploy.urls import OPENAPI
from tests.conftest import cloned_database
from tests.rest.world import World, make_world

PATHS: dict[str, dict[str, Any]] = yaml.safe_load(OPENAPI.read_text())["paths"]
LISTS = [
    path
    for path, methods in PATHS.items()
    if any(one["name"] == "cursor" for one in methods.get("get", {}).get("parameters", []))
]
OF_OLD = ["cD0x", "cD1ub3JhJnI9MQ==", "bz0x", "cj0x", "", "x", "%00", "W10:1:1", "é"]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with cloned_database(django_db_blocker):
        yield make_world()


@pytest.fixture
def client(world: World) -> APIClient:
    cache.clear()
    client = APIClient()
    client.force_authenticate(world.chief)
    return client


@pytest.fixture
def cursors(world: World, client: APIClient) -> dict[str, str]:
    """By its list a cursor that leads to its second page."""
    answers = {path: client.get(world.address(path), {"limit": 1}).json() for path in LISTS}
    return {
        path: parse_qs(urlsplit(answer["next"]).query)["cursor"][0]
        for path, answer in answers.items()
        if answer["next"]
    }


def test_lists_of_many_kinds_are_walked(cursors: dict[str, str]) -> None:
    assert len(LISTS) >= 12
    assert len(cursors) >= 6, "lists with a second page"


@pytest.mark.parametrize("path", LISTS)
def test_only_a_lists_own_cursor_is_taken(
    world: World, client: APIClient, cursors: dict[str, str], path: str
) -> None:
    own = cursors.pop(path, None)
    foreign = [*cursors.values(), *OF_OLD]
    if own is not None:
        assert client.get(world.address(path), {"cursor": own}).status_code == 200
        foreign += [own[:-1], own[1:], own.split(":")[0], own.replace(":", "")]
    for cursor in foreign:
        answer = client.get(world.address(path), {"cursor": cursor})

        assert answer.status_code == 400, (cursor, answer.text)
        assert answer.json()["errors"] == {"cursor": [FOREIGN]}
