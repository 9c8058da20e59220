"""Every refusal is a problem document (RFC 9457)."""

from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils.module_loading import import_string
from rest_framework.test import APIClient

from deploy.rest.problem_types import problem_types
from tests.rest.conftest import DOORS

pytestmark = pytest.mark.urls(DOORS)


def refused(answer: Any) -> dict[str, Any]:
    """The problem, without what stands in every one."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert body.pop("request_id") == answer.headers["X-Request-ID"]
    assert body.pop("status") == answer.status_code
    assert body.pop("type") == "/api/problems/" + body["code"].replace("_", "-")
    assert (body.pop("code"), body["title"]) in {
        (kind.code, kind.title) for kind in problem_types()
    }
    return body


def test_an_apps_error_keeps_its_words_and_its_attributes(client: APIClient) -> None:
    answer = client.get("/api/v1/refusals/stale")

    assert answer.status_code == 409
    assert answer.json()["code"] == "stale_ply"
    assert refused(answer) == {
        "title": "The deal has gone on since you looked.",
        "detail": "The deal is at ply 13 by now.",
        "ply": 13,
    }


def test_an_error_may_tell_numbers_that_would_do(client: APIClient) -> None:
    problem = refused(client.get("/api/v1/refusals/number"))

    assert (problem["people"], problem["possible"]) == (5, [4, 6])


def test_a_breach_of_the_rules_names_the_rule(client: APIClient) -> None:
    """RULES.md 5.2."""
    answer = client.get("/api/v1/refusals/rule")

    assert answer.status_code == 422
    problem = refused(answer)
    assert problem["rule"] == "5.2"
    assert problem["detail"] == "Hearts were led and you can follow."


def test_every_error_of_an_app_has_a_code_and_a_title_of_its_own() -> None:
    """One that only inherited them would answer under another's name."""
    bases = [import_string(name) for name in settings.PROBLEMS]
    kinds = {kind for base in bases for kind in base.__subclasses__()}

    assert len(kinds) > 60
    assert {kind for kind in kinds if not {"code", "title"} <= vars(kind).keys()} == set()


def test_the_nearest_class_listed_decides(client: APIClient) -> None:
    assert client.get("/api/v1/refusals/unreadable").status_code == 400


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("http404", 404, "Not found."),  # Not the reason: it may tell of what is hidden.
        ("denied", 403, "Only organisers do that."),
    ],
)
def test_djangos_own_refusals(client: APIClient, path: str, status: int, detail: str) -> None:
    answer = client.get(f"/api/v1/refusals/{path}")

    assert answer.status_code == status
    assert refused(answer)["detail"] == detail


def test_somebody_who_asks_too_often_is_told_how_long_to_wait(client: APIClient) -> None:
    answer = client.get("/api/v1/refusals/throttled")

    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "8"
    assert "8 seconds" in refused(answer)["detail"]


def test_what_is_wrong_is_told_by_field(client: APIClient) -> None:
    answer = client.post("/api/v1/refusals", {"chips": 0, "inner": {"chips": 0}})

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    problem = refused(answer)
    assert problem["detail"] == (
        "chips: must be a whole number from 1; inner.chips: must be a whole number from 1."
    )
    assert problem["errors"] == {
        "chips": ["Must be a whole number from 1."],
        "inner": {"chips": ["Must be a whole number from 1."]},
    }


@pytest.mark.parametrize(
    ("body", "kind"), [("[]", "list"), ("7", "int"), ("null", "null"), ('"chips"', "str")]
)
def test_a_body_that_is_no_object(client: APIClient, body: str, kind: str) -> None:
    answer = client.post("/api/v1/refusals", body, content_type="application/json")

    assert answer.status_code == 400
    problem = refused(answer)
    assert problem["errors"].keys() == {"non_field_errors"}
    assert problem["detail"].startswith("Send a JSON object with the fields")
    assert problem["detail"].endswith(f" {kind}.")


@pytest.mark.parametrize("header", ["", "Bearer x", "Basic bm9yYTp4"])
def test_a_stranger(client: APIClient, header: str) -> None:
    answer = client.get("/api/v1/accounts", headers={"Authorization": header})

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Token"
    assert answer.json()["code"] == "not_authenticated"
    assert "`Authorization: Token …`" in refused(answer)["detail"]


@pytest.mark.django_db
def test_a_wrong_token(client: APIClient) -> None:
    answer = client.get("/api/v1/accounts", headers={"Authorization": "Token no-such-token"})

    assert answer.status_code == 401
    assert answer.json()["code"] == "authentication_failed"
    refused(answer)


@pytest.mark.parametrize(
    ("method", "path", "content_type", "accept", "status"),
    [
        ("GET", "/api/v1/nowhere", "application/json", "*/*", 404),  # No view at all.
        ("DELETE", "/api/v1/refusals/stale", "application/json", "*/*", 405),
        ("POST", "/api/v1/refusals", "text/plain", "*/*", 415),
        ("POST", "/api/v1/refusals", "application/json", "*/*", 400),  # A body that is not JSON.
        ("GET", "/api/v1/refusals/stale", "application/json", "text/html", 406),
    ],
)
def test_a_wrong_shape(
    client: APIClient, method: str, path: str, content_type: str, accept: str, status: int
) -> None:
    answer = client.generic(method, path, "{", content_type, headers={"Accept": accept})

    assert answer.status_code == status
    refused(answer)


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10)
def test_a_body_that_is_too_large(client: APIClient) -> None:
    answer = client.post("/api/v1/refusals", {"memo": "a" * 100})

    assert answer.status_code == 413
    refused(answer)


@pytest.mark.parametrize("path", ["/api/v1/refusals/crash", "/api/crash"])
def test_our_own_mistake_says_nothing_about_the_cards(client: APIClient, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 500
    assert "5H" not in answer.text
    assert refused(answer)["detail"] == "The service made a mistake, and nothing was done."


@pytest.mark.parametrize(
    ("path", "words"),
    [("/admin/crash", "Something went wrong on our side"), ("/nowhere", "There is no such page")],
)
def test_outside_the_api_people_get_pages(client: APIClient, path: str, words: str) -> None:
    answer = client.get(path)

    assert answer.headers["Content-Type"].startswith("text/html")
    assert f"<h1>{words}</h1>" in answer.text
    assert '<a href="/admin/">' in answer.text
