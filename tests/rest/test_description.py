"""What generators of clients and readers of the description ask of it."""

import re

import pytest
from rest_framework.test import APIClient

from deploy.urls import OPENAPI
from tests.rest.description import DOCUMENT, PATHS

OPERATIONS = [
    (f"{method} {path}", operation)
    for path, methods in PATHS.items()
    for method, operation in methods.items()
]
LIMITS = {"RateLimit", "RateLimitPolicy", "RetryAfter"}


def test_every_operation_has_an_id_of_its_own_that_can_be_a_name() -> None:
    ids = [operation["operationId"] for _, operation in OPERATIONS]

    assert len(ids) == len(set(ids))
    assert [name for name in ids if not re.fullmatch(r"[a-z][a-z0-9_]*", name)] == []


def test_every_operation_says_in_a_line_what_it_does() -> None:
    summaries = {door: operation.get("summary", "") for door, operation in OPERATIONS}

    odd = {door: said for door, said in summaries.items() if not 3 < len(said) <= 120}
    assert odd == {}
    assert [said for said in summaries.values() if said.endswith(".") or "\n" in said] == []


def test_every_operation_tells_how_it_refuses_and_every_answer_its_request() -> None:
    headers = DOCUMENT["components"]["headers"]
    for door, operation in OPERATIONS:
        refusals = {"400", "401", "403", "429", "default"}
        refusals |= {"404"} if "{" in door else set()
        refusals |= set() if door.startswith("get") else {"409"}
        assert refusals <= operation["responses"].keys(), door
        assert all(
            one.get("description") or "$ref" in one for one in operation["responses"].values()
        )
        for answer in operation["responses"].values():
            name = answer.get("$ref", "").rpartition("/")[2]
            shape = DOCUMENT["components"]["responses"][name] if name else answer
            assert "X-Request-ID" in shape["headers"], door
    assert headers.keys() == {"ETag", "RequestId", "WWWAuthenticate"} | LIMITS


def test_an_order_takes_no_filters_of_a_list() -> None:
    orders = [(door, operation) for door, operation in OPERATIONS if not door.startswith("get")]
    taken = {
        door: [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"]
        for door, operation in orders
    }

    assert {door: names for door, names in taken.items() if names} == {}


def test_it_is_of_version_3_1_throughout() -> None:
    assert DOCUMENT["openapi"] == "3.1.0"
    assert "nullable" not in OPENAPI.read_text()


def test_house_rules_are_described_option_by_option() -> None:
    named = {"house_rules", "rules", "options", "changes"}
    free = [
        f"{name}.{field}"
        for name, shape in DOCUMENT["components"]["schemas"].items()
        for field, told in shape.get("properties", {}).items()
        if field in named and not {"$ref", "allOf", "oneOf", "items"} & told.keys()
    ]

    assert free == []


def test_tags_are_those_in_use() -> None:
    used = {tag for _, operation in OPERATIONS for tag in operation["tags"]}

    assert {tag["name"] for tag in DOCUMENT["tags"]} == used
    assert DOCUMENT["servers"] == [
        {"url": "/", "description": "The service that gave you this description."}
    ]


def test_every_page_of_a_list_has_one_shape() -> None:
    pages = {
        name: shape["properties"]
        for name, shape in DOCUMENT["components"]["schemas"].items()
        if name.startswith("Paginated")
    }

    assert len(pages) > 10
    for name, fields in pages.items():
        assert fields.keys() == {"next", "previous", "count", "results"}, name
        assert fields["next"]["type"] == ["string", "null"], name


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["members", "nowhere", "tokens"])
def test_answers_have_the_headers_that_are_described(client: APIClient, path: str) -> None:
    answer = client.get(f"/api/v1/{path}")

    assert answer.headers["X-Request-ID"]
    assert answer.status_code == 404 or answer.headers["WWW-Authenticate"]


def test_the_bound_of_repeat_meetings_is_told_as_what_it_is() -> None:
    """A draw with so few need not exist: 13 people in pairs have 2 where the bound is 0."""
    schemas = DOCUMENT["components"]["schemas"].values()
    told = [
        schema["properties"]["least_repeats"].get("description")
        for schema in schemas
        if "least_repeats" in schema.get("properties", {})
    ]

    assert told
    assert {said for said in told if not said or "at least" not in said} == set()
