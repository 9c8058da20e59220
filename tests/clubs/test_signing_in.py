"""Tokens for programs, sessions for pages."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from rest_framework.test import APIClient

from clubs.models import Player, Token
from clubs.tasks import sweep_tokens
from clubs.tokens import make_token
from deploy.rest.throttles import cache
from tests.clubs.factories import PlayerFactory

PASSWORD = "five of hearts"


@pytest.fixture
def nora(db: None) -> Player:
    cache.clear()  # Guesses of earlier tests.
    return Player.objects.create_user("nora", password=PASSWORD, name="Nora Daly")


@pytest.fixture
def client() -> APIClient:
    return APIClient(enforce_csrf_checks=True)


def make(client: APIClient, **given: object) -> Any:
    return client.post("/api/v1/tokens", {"name": "laptop", **given})


def bearer(text: str) -> APIClient:
    return APIClient(headers={"Authorization": f"Token {text}"})


def log_in(client: APIClient) -> None:
    answer = client.post("/api/v1/sessions", {"username": "nora", "password": PASSWORD})
    assert answer.status_code == 201, answer.text


def test_a_token_is_told_once_and_kept_as_a_hash(client: APIClient, nora: Player) -> None:
    made = make(client, username="nora", password=PASSWORD, days=7)

    assert made.status_code == 201
    text = made.json()["token"]
    [row] = Token.objects.values()
    assert text not in map(str, row.values())
    assert Token.objects.filter(expiry__lt=F("created") + timedelta(days=7, seconds=1)).exists()
    listed = bearer(text).get("/api/v1/tokens").json()["results"]
    assert [one.pop("last_used_at") is None for one in listed] == [False]
    kept = made.json().keys() - {"token", "last_used_at"}
    assert listed == [{name: made.json()[name] for name in kept}]


@pytest.mark.parametrize(
    ("username", "password"),
    [("nora", "four of hearts"), ("sean", PASSWORD), ("nora", PASSWORD + " ")],
)
def test_a_wrong_password(client: APIClient, nora: Player, username: str, password: str) -> None:
    answer = make(client, username=username, password=password)

    assert answer.status_code == 401
    assert answer.json()["code"] == "authentication_failed"
    assert not Token.objects.exists()


def test_somebody_who_never_logs_in_has_no_token(client: APIClient, nora: Player) -> None:
    PlayerFactory.create(username="bot", is_bot=True)

    assert make(client, username="bot", password="").status_code == 400
    assert make(client, username="bot", password="!").status_code == 401


@pytest.mark.parametrize(
    "given",
    [
        {"username": "nora"},
        {"password": PASSWORD},
        {"username": "nora", "password": PASSWORD, "days": 366},
        {"username": "nora", "password": PASSWORD, "scope": "all"},
    ],
)
def test_what_a_token_needs(client: APIClient, nora: Player, given: dict[str, object]) -> None:
    assert make(client, **given).status_code == 400


def test_strangers_make_none(client: APIClient, nora: Player) -> None:
    answer = make(client)

    assert answer.status_code == 400
    told = "required, because there is no session"
    assert answer.json()["detail"] == f"username: {told}; password: {told}."
    assert "there is no session" in answer.json()["errors"]["password"][0]


def test_a_token_makes_no_tokens(client: APIClient, nora: Player) -> None:
    """Else whoever finds one has it for ever."""
    text = make(client, username="nora", password=PASSWORD).json()["token"]

    assert make(bearer(text)).status_code == 403


def test_a_revoked_token_signs_nobody_in(client: APIClient, nora: Player) -> None:
    made = make(client, username="nora", password=PASSWORD).json()
    program = bearer(made["token"])

    assert program.delete(f"/api/v1/tokens/{made['id']}").status_code == 204
    assert program.get("/api/v1/tokens").status_code == 401


def test_a_token_that_has_ended(client: APIClient, nora: Player) -> None:
    text = make(client, username="nora", password=PASSWORD).json()["token"]
    Token.objects.update(expiry=F("created") - timedelta(seconds=1))

    assert bearer(text).get("/api/v1/tokens").status_code == 401
    make_token(nora, name="laptop", days=1)
    sweep_tokens()
    assert [token.name for token in Token.objects.all()] == ["laptop"]


def test_other_peoples_tokens_are_not_there(client: APIClient, nora: Player) -> None:
    made = make(client, username="nora", password=PASSWORD).json()
    stranger = APIClient()
    stranger.force_authenticate(PlayerFactory.create())

    assert stranger.delete(f"/api/v1/tokens/{made['id']}").status_code == 404
    assert stranger.get("/api/v1/tokens").json()["results"] == []


def test_a_session_makes_a_token_with_the_token_of_its_cookie(
    client: APIClient, nora: Player
) -> None:
    log_in(client)

    body = {"name": "laptop", "password": PASSWORD}
    refused = make(client, password=PASSWORD)
    cookie = client.cookies["csrftoken"].value
    made = client.post("/api/v1/tokens", body, headers={"X-CSRFToken": cookie})

    assert refused.status_code == 403
    assert "CSRF" in refused.json()["detail"]
    assert made.status_code == 201


def test_a_session_begins_and_ends(client: APIClient, nora: Player) -> None:
    assert client.get("/api/v1/sessions/current").status_code == 401
    log_in(client)

    assert client.get("/api/v1/sessions/current").json() == {
        "id": nora.pk,
        "username": "nora",
        "name": "Nora Daly",
    }
    cookie = client.cookies["csrftoken"].value
    client.delete("/api/v1/sessions/current", headers={"X-CSRFToken": cookie})
    assert client.get("/api/v1/sessions/current").status_code == 401


def test_a_password_over_the_session_door(client: APIClient, nora: Player) -> None:
    answer = client.post("/api/v1/sessions", {"username": "nora", "password": "no"})

    assert answer.status_code == 401
    assert "sessionid" not in client.cookies
