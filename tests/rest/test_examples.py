"""The examples of the description: they fit what it describes, and no order is without one.

`REFRESH=1` takes them anew, from the orders of tests/rest/orders.py and from what their world
answers. Look at the difference then, and write the description again.
"""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import ValidationError
from rest_framework.test import APIClient

from deploy.rest.examples import FILE, JSON, succeeded
from tests.rest.description import PATHS, check, described
from tests.rest.orders import Done, carry_out
from tests.rest.world import World, make_world

LONGEST = 1000  # Characters of an answer: a night as a whole explains nothing.
KNOWN: dict[str, dict[str, Any]] = json.loads(FILE.read_text())
WITH_BODY = {
    f"{method.upper()} {path}"
    for path, methods in PATHS.items()
    for method, operation in methods.items()
    if "requestBody" in operation
}


def test_what_is_answered_is_as_described(own_database: str) -> None:
    """All of it, however long."""
    world = make_world()
    asked, done = list(_asked(world)), carry_out(world)
    answered = [*asked, *_ordered(done)]
    wrong = []
    for name, _, answer in answered:
        try:
            check(described(name), answer)
        except ValidationError as error:
            wrong.append(f"{name}: {error.message[:200]}")
    if "REFRESH" in os.environ:
        taken = {name: _example(body, answer) for name, body, answer in answered}
        taken |= {name: {"body": _plain(body)} for name, body in _in_silence(done)}
        kept = {name: taken[name] for name in sorted(taken) if taken[name]}
        text = json.dumps(kept, indent=1)
        FILE.write_text(f"{text}\n")

    assert wrong == []


def test_every_order_that_takes_a_body_has_an_example() -> None:
    assert sorted(WITH_BODY - {name for name, one in KNOWN.items() if "body" in one}) == []


@pytest.mark.parametrize("name", KNOWN)
def test_an_example_is_as_described(name: str) -> None:
    for part, example in KNOWN[name].items():
        content = described(name, part)

        assert content["example"] == example
        check(content, example)


def _asked(world: World) -> Iterator[tuple[str, Any, Any]]:
    """What each address answers, with one row of a list."""
    client = APIClient()
    client.force_authenticate(world.chief)
    for path, methods in PATHS.items():
        if JSON in succeeded(methods.get("get", {"responses": {}})).get("content", {}):
            answer = client.get(world.address(path))
            if answer.status_code == 200 and answer.headers["Content-Type"] == JSON:
                yield f"GET {path}", None, _first_row(answer.json())


def _ordered(done: Done) -> Iterator[tuple[str, Any, Any]]:
    for (method, path), (body, answer) in done.told.items():
        if JSON in succeeded(PATHS[path][method]).get("content", {}):
            yield f"{method.upper()} {path}", body, json.loads(json.dumps(answer, default=str))


def _in_silence(done: Done) -> Iterator[tuple[str, Any]]:
    """Orders that are answered with a status alone."""
    for (method, path), (body, _) in done.told.items():
        if body and "content" not in succeeded(PATHS[path][method]):
            yield f"{method.upper()} {path}", body


def _example(body: Any, answer: Any) -> dict[str, Any]:
    example = {"body": _plain(body)} if body else {}
    told = _plain(answer)
    return example | ({"answer": told} if len(json.dumps(told)) <= LONGEST else {})


def _first_row(answer: Any) -> Any:
    if isinstance(answer, list):
        return answer[:1]
    if isinstance(answer, dict) and {"next", "results"} <= answer.keys():
        return {**answer, "next": None, "results": answer["results"][:1]}
    return answer


def _plain(told: Any) -> Any:
    """Without anything that opens a door."""
    hidden = {"secret", "token", "code", "key", "recovery_codes"}

    def shown(name: str, value: Any) -> Any:
        if name not in hidden or not value:
            return value
        return ["shown-once"] if isinstance(value, list) else "shown-once"

    return json.loads(
        json.dumps(told),
        object_hook=lambda one: {name: shown(name, value) for name, value in one.items()},
    )
