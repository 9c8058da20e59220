"""A token that somebody else has got hold of: what it reaches, and when it was used."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from clubs.models import Player, Token
from clubs.tokens import make_token
from deploy.rest.authentication import USE_IS_NOTED, Tokens
from deploy.rest.throttles import cache
from deploy.rights import Scope

PASSWORD = "five of hearts"
TOKENS = "/api/v1/tokens"


@pytest.fixture
def nora(db: None) -> Player:
    cache.clear()
    return Player.objects.create_superuser("nora", password=PASSWORD, name="Nora Daly")


def stolen(player: Player, *scopes: Scope) -> tuple[Token, APIClient]:
    token, text = make_token(player, name="stolen", days=1, scopes=scopes)
    return token, APIClient(headers={"Authorization": f"Token {text}"})


@pytest.mark.parametrize("scopes", [(Scope.READ,), tuple(Scope)], ids=["read", "all"])
def test_it_makes_no_other_finds_no_other_and_ends_no_other(
    nora: Player, scopes: tuple[Scope, ...]
) -> None:
    session = APIClient()
    session.force_login(nora)
    other, _ = make_token(nora, name="other", days=1)
    token, thief = stolen(nora, *scopes)

    wider = thief.post(TOKENS, {"name": "wider", "days": 365, "scopes": list(Scope)})
    listed = thief.get(TOKENS).json()["results"]
    revoked = thief.delete(f"{TOKENS}/{other.token_key}")
    ended = thief.post(f"{TOKENS}/revoke-all")

    assert wider.json()["detail"].startswith("A token cannot make another")
    assert [one["id"] for one in listed] == [token.token_key]
    assert (wider.status_code, revoked.status_code, ended.status_code) == (403, 404, 403)
    assert set(Token.objects.all()) == {other, token}
    assert session.get("/api/v1/sessions/current").status_code == 200


def test_it_enters_no_admin(nora: Player) -> None:
    _, thief = stolen(nora, *Scope)

    assert "/login/" in thief.get("/admin/clubs/member/").headers["Location"]
    assert "/login/" in thief.get("/accounts/password/").headers["Location"]


def test_its_owner_ends_it_from_a_session_and_it_ends_itself(nora: Player) -> None:
    session = APIClient()
    session.force_login(nora)
    for is_itself in (False, True):
        token, thief = stolen(nora)
        ends = thief if is_itself else session

        assert ends.delete(f"{TOKENS}/{token.token_key}").status_code == 204
        assert thief.get("/api/v1/clubs").status_code == 401


def test_a_token_says_what_it_is_for(nora: Player) -> None:
    def made(**scopes: Any) -> Any:
        body = {"name": "a", "username": "nora", "password": PASSWORD, **scopes}
        return APIClient().post(TOKENS, body)

    assert made().json()["scopes"] == ["read", "play"]
    assert made(scopes=["treasurer"]).json()["scopes"] == ["read", "treasurer"]
    assert made(scopes=["organise", "play"]).json()["scopes"] == ["read", "play", "organise"]
    assert made(scopes=[]).status_code == made(scopes=["owner"]).status_code == 400


def test_what_is_missing_is_named_with_the_way_to_get_it(nora: Player) -> None:
    answer = stolen(nora, Scope.PLAY)[1].post("/api/v1/clubs", {"name": "Causeway"})

    told = answer.json()
    assert (answer.status_code, told["code"], told["scope"]) == (403, "scope_missing", "organise")
    assert "needs the scope `organise`" in told["detail"]
    assert "`POST /tokens`" in told["detail"]


def test_a_stream_goes_on_only_by_a_token_that_reads(nora: Player) -> None:
    token, _ = stolen(nora)
    assert Tokens.holders([token.pk]) == {token.pk: nora}

    Token.objects.update(scopes=["play"])  # As no door makes it.

    assert Tokens.holders([token.pk]) == {}


def statements(thief: APIClient) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert thief.get("/api/v1/clubs").status_code == 200
    return [one["sql"] for one in queries if "clubs_token" in one["sql"]]


def test_its_use_is_noted_once_an_hour(nora: Player) -> None:
    token, thief = stolen(nora)
    assert thief.get(TOKENS).json()["results"][0]["last_used_at"] is not None

    assert len(statements(thief)) == 1, "noted just now: nothing is written"

    Token.objects.update(last_used_at=Now() - USE_IS_NOTED + timedelta(minutes=1))
    assert len(statements(thief)) == 1
    Token.objects.update(last_used_at=Now() - USE_IS_NOTED - timedelta(minutes=1))
    assert len(statements(thief)) == 2
    token.refresh_from_db()
    assert Token.objects.filter(last_used_at__gt=Now() - timedelta(minutes=1)).exists()


def test_an_operator_sees_what_a_token_is_for_and_when_it_was_used(nora: Player) -> None:
    used, thief = stolen(nora, Scope.ORGANISE)
    thief.get("/api/v1/clubs")
    Token.objects.update(last_used_at="2026-11-24T01:23:00Z")
    make_token(nora, name="idle", days=1)
    operator = Client()
    operator.force_login(nora)

    page = operator.get(f"/admin/clubs/player/{nora.pk}/change/").content.decode()

    assert "read, organise" in page
    assert "24 Nov 2026, 01:23" in page
    assert page.count("never") == 1
    assert used.digest not in page


def test_a_token_that_is_refused_is_not_noted_as_used(nora: Player) -> None:
    token, thief = stolen(nora)
    nora.set_password("another password")
    nora.save()

    assert thief.get("/api/v1/clubs").status_code == 401
    token.refresh_from_db()
    assert token.last_used_at is None
