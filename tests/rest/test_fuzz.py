"""Schemathesis asks every address what the description allows, and what it does not.

It asks in turn as nobody, a player, an organiser and an operator. Nothing may crash the service,
and every answer must look as it is described. `.ci/fuzz` does the same for minutes, in all phases.
"""

import copy
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given
from hypothesis import settings as hypothesis_settings
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.throttling import SimpleRateThrottle
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.tokens import make_token
from deploy.rest.requests import WebHandler
from deploy.rights import Scope
from tests.conftest import copied_database
from tests.rest.aims import aim
from tests.rest.description import DOCUMENT
from tests.rest.world import World, make_world

SCHEMA = schemathesis.openapi.from_dict(copy.deepcopy(DOCUMENT))
SCHEMA.app = WebHandler()  # As in deploy.wsgi, without its sign of life.
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]
AS_DESCRIBED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FEW = hypothesis_settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), copied_database():
        yield make_world()


@pytest.fixture
def tokens(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The operator's, the organiser's, a player's, and none."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)
    askers = (world.chief, world.owner, world.player)
    return [*(make_token(one, name="fuzz", days=1, scopes=Scope)[1] for one in askers), ""]


def send(case: Case[Any], world: World, token: str) -> Any:
    """To rows that there are."""
    aim(case, {name: [row] for name, row in world.rows.items()}, Random(case.operation.path))
    headers = {"Accept-Encoding": "identity"}  # Schemathesis reads no compressed answer.
    if token:
        headers["Authorization"] = f"Token {token}"
    return case.call(headers=headers)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_what_is_described_is_answered_as_described(
    operation: Any, world: World, tokens: list[str]
) -> None:
    asking = cycle(tokens)

    @FEW
    @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def check(case: Case[Any]) -> None:
        case.validate_response(send(case, world, next(asking)), checks=AS_DESCRIBED)

    check()


@pytest.mark.parametrize(
    "operation", [one for one in OPERATIONS if one.body], ids=lambda operation: operation.label
)
def test_a_body_that_is_not_as_described_is_refused(
    operation: Any, world: World, tokens: list[str]
) -> None:
    @FEW
    @given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def check(case: Case[Any]) -> None:
        assert case.meta is not None
        assume(case.meta.components[ParameterLocation.BODY].mode.is_negative)
        answer = send(case, world, tokens[0])
        assume(answer.status_code != 413)  # Refused before anybody read it.
        case.validate_response(answer, checks=[not_a_server_error, negative_data_rejection])

    check()
