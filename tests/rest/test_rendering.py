"""Answers are rendered from what the use cases have read: no serializer asks the database."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.serializers import BaseSerializer
from rest_framework.test import APIClient

from tests.rest.description import EVERY, PATHS
from tests.rest.orders import carry_out
from tests.rest.world import make_world


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The queries that were asked while a serializer rendered, by its name."""
    found: dict[str, list[str]] = {}
    render: Any = vars(BaseSerializer)["data"].fget

    def rendered(serializer: Any) -> Any:
        with CaptureQueriesContext(connection) as queries:
            answer = render(serializer)
        one = getattr(serializer, "child", serializer)
        found.setdefault(type(one).__name__, []).extend(query["sql"] for query in queries)
        return answer

    monkeypatch.setattr(BaseSerializer, "data", property(rendered))
    return found


@pytest.mark.django_db
def test_no_answer_asks_the_database_while_it_is_rendered(asked: dict[str, list[str]]) -> None:
    world, client = make_world(), APIClient()
    client.force_authenticate(world.chief)

    for path in (path for path, methods in PATHS.items() if "get" in methods):
        client.get(world.address(path) + "?table=1" * path.endswith("export"))

    assert asked.keys() >= {"PastDealSerializer", "EntropySerializer", "FreeTableSerializer"}
    assert {name: queries for name, queries in asked.items() if queries} == {}


@pytest.mark.django_db
def test_no_answer_to_an_order_asks_the_database_while_it_is_rendered(
    asked: dict[str, list[str]],
) -> None:
    done = carry_out(make_world())

    assert done == {(method, path) for method, path in EVERY if method != "get"}
    assert asked.keys() >= {"SeenDealSerializer", "EntropySerializer", "FreeTableSerializer"}
    assert {name: queries for name, queries in asked.items() if queries} == {}
