"""The committed description of the API is what the API is."""

from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from deploy.urls import OPENAPI
from tests.rest.conftest import DOORS
from tests.rest.description import DOCUMENT

REFRESH = "python3 manage.py spectacular --validate --fail-on-warn --file deploy/openapi.yaml"


def test_the_committed_description_is_of_today(tmp_path: Any) -> None:
    """Valid by the standard of OpenAPI too, and without a warning of the generator."""
    today = tmp_path / "openapi.yaml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(today))

    assert OPENAPI.read_text() == today.read_text(), f"Refresh it: {REFRESH}"


def test_a_seat_is_a_number_at_a_table_and_a_place_one_in_a_deal() -> None:
    """One meaning each (docs/glossary.md): whoever adds one of these names says here which."""
    schemas = DOCUMENT["components"]["schemas"]

    def named(field: str) -> set[str]:
        return {name for name, schema in schemas.items() if field in schema.get("properties", ())}

    of_tables = {"Attendance", "NightPlace", "RevealedString", "RoundSeat"}
    told = {
        f"{what}Input{way}" for what in ("Barred", "Score", "Tricks") for way in ("", "Request")
    }
    of_tables |= told | {
        "CorrectedSeat",
        "PuttingIn",
        "SeatOfBrokenSide",
        "SeatOfDeal",
        "SeatOfNextDeal",
    }
    of_tables |= {
        "SeatOfBrokenSide",
        "TakenHome",
        "Total",
        "TotalRequest",
        "Wish",
        "WishInputRequest",
    }
    assert named("seat") == of_tables | {"SeatNumberInputRequest", "SeatFiguresInputRequest"}
    of_deals = {"View", "PlayedCard", "PublicAction", "Action"}
    of_standings = {"Prize"}  # In order of rank, as prizes count places.
    assert named("place") == of_deals | of_standings | {"PastDeal", "Replay"}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """The description of the tests' own doors."""
    schema: dict[str, Any] = SchemaGenerator(urlconf=DOORS).get_schema(public=True)
    return schema


def test_orders_need_a_key(described: dict[str, Any]) -> None:
    [key] = described["paths"]["/api/v1/orders"]["post"]["parameters"]

    assert (key["name"], key["in"], key["required"]) == ("Idempotency-Key", "header", True)
    assert "parameters" not in described["paths"]["/api/v1/refusals"]["post"]


def test_unknown_fields_are_ruled_out(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]

    assert schemas["OrderRequest"]["additionalProperties"] is False
    assert schemas["InnerRequest"]["additionalProperties"] is False
    assert schemas["OrderRequest"]["properties"].keys() >= {"chips", "memo"}


def test_whatever_does_not_succeed_is_a_problem(described: dict[str, Any]) -> None:
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["responses"]["default"] == {"$ref": "#/components/responses/Problem"}
    problem = described["components"]["responses"]["Problem"]
    assert list(problem["content"]) == ["application/problem+json"]


def test_the_description_is_served(client: Client) -> None:
    answer = client.get("/api/openapi.yaml")

    assert b"".join(answer) == OPENAPI.read_bytes()
    script = client.get("/api/docs/?script=").content
    assert b"/api/openapi.yaml" in script
    assert settings.CSRF_COOKIE_NAME.encode() in script  # Signing in there sets another.
    assert b"/api/docs/?script=" in client.get("/api/docs/").content
