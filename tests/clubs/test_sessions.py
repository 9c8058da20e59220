"""The list of somebody's sessions: what it costs, and how many there are."""

from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from clubs.accounts import sessions
from clubs.models import Player
from deploy.rest.throttles import cache
from tests.clubs.logins import PASSWORD

API = "/api/v1"
NAMED = {"username": "nora", "password": PASSWORD}


@pytest.fixture
def nora(db: None) -> Player:
    cache.clear()
    return Player.objects.create_user("nora", password=PASSWORD, name="Nora Daly")


def by_api() -> APIClient:
    client = APIClient()
    assert client.post(f"{API}/sessions", NAMED).status_code == 201
    return client


def by_page() -> Client:
    client = Client()
    answer = client.post("/accounts/login/", {"login": "nora", "password": PASSWORD})
    assert answer.status_code == 302
    return client


def who(client: Any) -> int:
    status: int = client.get(f"{API}/sessions/current").status_code
    return status


def test_ten_sessions_take_no_more_statements_than_one(nora: Player) -> None:
    def costs() -> list[int]:
        told = []
        for ask in (
            lambda: session.get(f"{API}/sessions"),
            lambda: session.get("/accounts/"),
            lambda: session.get("/accounts/sessions/"),
            by_page,
            by_api,
        ):
            with CaptureQueriesContext(connection) as statements:
                ask()
            told.append(len(statements))
        return told

    session = by_api()
    by_page()  # Whatever is read once is read.
    few = costs()
    for _ in range(10):
        by_api()
    many = costs()

    assert many == few


def test_what_is_told_of_ended_sessions_is_deleted_at_once(nora: Player) -> None:
    session = by_api()
    for _ in range(5):
        by_page()
    listed = UserSession.objects.order_by("pk")
    Session.objects.filter(session_key=listed[1].session_key).delete()
    foreign = Client()
    foreign.force_login(Player.objects.create_user("con", password=PASSWORD, name="Con"))
    UserSession.objects.filter(pk=listed[2].pk).update(session_key=foreign.session.session_key)

    with CaptureQueriesContext(connection) as statements:
        told = session.get(f"{API}/sessions").json()["results"]

    assert len(told) == 4
    assert [one["is_current"] for one in told] == [False, False, False, True]
    assert sum("DELETE" in one["sql"] for one in statements) == 1


@pytest.mark.parametrize("door", [by_api, by_page])
def test_beyond_the_most_the_oldest_session_ends(
    nora: Player, monkeypatch: pytest.MonkeyPatch, door: Any
) -> None:
    """A program that signs in each minute leaves no more than that behind."""
    monkeypatch.setattr(sessions, "MOST_SESSIONS", 3)
    opened = [door() for _ in range(5)]

    assert [who(one) for one in opened] == [401, 401, 200, 200, 200]
    assert UserSession.objects.count() == 3
    assert Session.objects.count() == 3
