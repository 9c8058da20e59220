"""All lists have one shape, can be counted, and are walked by cursors of their own."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from clubs.models import Club, Player
from clubs.nights import plan_night
from deploy.rest import pagination
from deploy.rest.pagination import FOREIGN, MOST_ROWS
from deploy.rest.throttles import cache
from deploy.rows import counted
from tests.clubs.factories import AT
from tests.conftest import copied_database
from tests.rest.description import DOCUMENT
from tests.rest.world import World, make_world

PATHS: dict[str, dict[str, Any]] = DOCUMENT["paths"]
SCHEMAS: dict[str, dict[str, Any]] = DOCUMENT["components"]["schemas"]
LISTS = [
    path
    for path, methods in PATHS.items()
    if any(one["name"] == "cursor" for one in methods.get("get", {}).get("parameters", []))
]
SHAPE = {"next", "previous", "results"}
WHOLE = {
    "/api/v1/clubs/{id}/rules/kept": "as many as a club has named",
    "/api/v1/deals/{id}/actions": "a deal has 60 at most",
    "/api/v1/deals/{id}/cards": "a pack has 52",
    "/api/v1/tournaments/{id}/entrants.{ending}": "its entrants",
    "/api/v1/tournaments/{id}/results.{ending}": "its entrants, round by round",
    "/api/v1/tournaments/{id}/standings.{ending}": "its entrants",
    "/api/v1/tournaments/{id}/draws": "as many as the tournament has rounds",
    "/api/v1/tournaments/{id}/log.{ending}": "as long as the tournament lasted",
    "/api/v1/tournaments/{id}/prizes.{ending}": "as many as it has prizes",
    "/api/v1/tournaments/{id}/prizes": "as many as it has prizes",
    "/api/v1/tournaments/{id}/rounds": "as many as it has rounds",
    "/api/v1/tournaments/{id}/standings": "as many as it has entrants",
}
"""Parts of one row, which it bounds: they come whole, as an array."""

OF_OLD = ["cD0x", "cD1ub3JhJnI9MQ==", "bz0x", "cj0x", "", "x", "%00", "W10:1:1", "é"]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), copied_database():
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


def shape_of(path: str) -> dict[str, Any]:
    """Of the JSON that the address answers; empty where it answers something else."""
    content = PATHS[path].get("get", {}).get("responses", {}).get("200", {}).get("content", {})
    shape: dict[str, Any] = content.get("application/json", {}).get("schema", {})
    return SCHEMAS[shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape


@pytest.mark.parametrize("path", LISTS)
def test_every_list_has_the_same_shape(path: str) -> None:
    shape, asked = shape_of(path), {one["name"] for one in PATHS[path]["get"]["parameters"]}

    assert SHAPE | {"count"} <= shape["properties"].keys()
    assert set(shape["required"]) >= SHAPE
    assert "count" not in shape["required"]
    assert {"cursor", "limit", "count"} <= asked


def test_what_comes_whole_is_bounded_by_its_row() -> None:
    arrays = {path for path in PATHS if shape_of(path).get("type") == "array"}

    assert arrays == WHOLE.keys()
    assert all("{id}" in path for path in WHOLE)


@pytest.mark.parametrize("path", LISTS)
def test_every_list_can_be_counted(world: World, client: APIClient, path: str) -> None:
    address = world.address(path)
    whole = client.get(address, {"limit": MOST_ROWS}).json()
    one = client.get(address, {"limit": "1", "count": "true"}).json()

    assert whole["next"] is None
    assert "count" not in whole
    assert "count" not in client.get(address, {"count": "false"}).json()
    assert one["count"] == len(whole["results"])
    if one["next"]:
        assert client.get(one["next"]).json()["count"] == one["count"]


@pytest.mark.parametrize("asked", ["is_open=false", "kind=purse"])
def test_filters_count_what_they_list(client: APIClient, asked: str) -> None:
    some = client.get(f"/api/v1/accounts?{asked}&count=true&limit=200").json()
    every = client.get("/api/v1/accounts?count=true").json()

    assert some["count"] == len(some["results"]) < every["count"]


def test_people_count_what_they_see(world: World) -> None:
    outsider = APIClient()
    outsider.force_authenticate(world.outsider)
    everything = {
        path: outsider.get(path, {"count": "true"}).json() for path in LISTS if "{" not in path
    }

    assert {
        path for path, told in everything.items() if told["count"] != len(told["results"])
    } == set()
    assert everything["/api/v1/clubs"]["count"] == 0


def test_a_long_list_is_counted_up_to_a_bound(
    world: World, client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club.objects.get(pk=world.club.pk)
    for _ in range(3):
        plan_night(club, at=AT, starts_at=AT)
    monkeypatch.setattr(pagination, "counted", partial(counted, most=3))
    owner: Player = world.owner
    client.force_authenticate(owner)

    with CaptureQueriesContext(connection) as queries:
        answer = client.get("/api/v1/nights", {"count": "true", "limit": "1"}).json()

    assert answer["count"] == 3 < club.nights.count()
    [counting] = [one["sql"] for one in queries if one["sql"].startswith("SELECT COUNT(*)")]
    assert "LIMIT 3" in counting
