"""Schemathesis asks every address what the description allows, and what it does not.

Nothing may crash the service, and every answer must look as it is described.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import yaml
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
from deploy.urls import OPENAPI
from tests.conftest import cloned_database
from tests.rest.world import World, make_world

SCHEMA = schemathesis.openapi.from_dict(yaml.safe_load(OPENAPI.read_text()))
SCHEMA.app = WebHandler()  # As in deploy.wsgi, without its sign of life.
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]
AS_DESCRIBED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FEW = hypothesis_settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with cloned_database(django_db_blocker):
        yield make_world()


@pytest.fixture
def token(world: World, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)
    return make_token(world.chief, name="fuzz", days=1, scopes=Scope)[1]


def send(case: Case[Any], world: World, token: str) -> Any:
    """To a row that there is."""
    for name in case.path_parameters:
        case.path_parameters[name] = world.rows[case.operation.path.split("/")[3]]
    plain = {"Accept-Encoding": "identity"}  # Schemathesis reads no compressed answer.
    return case.call(headers={"Authorization": f"Token {token}", **plain})


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_what_is_described_is_answered_as_described(
    operation: Any, world: World, token: str
) -> None:
    @FEW
    @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def check(case: Case[Any]) -> None:
        case.validate_response(send(case, world, token), checks=AS_DESCRIBED)

    check()


@pytest.mark.parametrize(
    "operation", [one for one in OPERATIONS if one.body], ids=lambda operation: operation.label
)
def test_a_body_that_is_not_as_described_is_refused(
    operation: Any, world: World, token: str
) -> None:
    @FEW
    @given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def check(case: Case[Any]) -> None:
        assert case.meta is not None
        assume(case.meta.components[ParameterLocation.BODY].mode.is_negative)
        answer = send(case, world, token)
        assume(answer.status_code != 413)  # Refused before anybody read it.
        case.validate_response(answer, checks=[not_a_server_error, negative_data_rejection])

    check()
