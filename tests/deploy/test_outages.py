"""Answers of the API and the pages where the database is away, full, or out of time."""

import json
import logging
from datetime import timedelta
from typing import cast

import psycopg
import pytest
from django.db import DataError, Error, IntegrityError, InternalError, OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from rest_framework.test import APIClient

from clubs.tokens import make_token
from deploy.bench.database_server import DatabaseServer
from deploy.rest.clock import database_now
from deploy.rest.errors import CommitUnknown
from deploy.rest.outages import outage_of
from deploy.rest.problem_types import AWAY, BUSY, UNKNOWN
from deploy.rights import Scope
from tests.clubs.factories import ClubFactory, owner_of


def told_by(kind: type[Error], state: str) -> Error:
    """An error as Django gives it, with the class that psycopg has for the state."""
    cause = psycopg.errors.lookup(state)()
    error = kind("said by the server")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        *(("57014", BUSY), ("55P03", BUSY), ("40P01", BUSY), ("25P03", BUSY)),
        *(("08000", AWAY), ("08006", AWAY), ("08P01", AWAY)),
        *(("53000", AWAY), ("53100", AWAY), ("53200", AWAY), ("53300", AWAY)),
        *(("57P01", AWAY), ("57P02", AWAY), ("57P03", AWAY), ("57P05", AWAY)),
        *(("23505", None), ("42P01", None), ("42501", None), ("25006", None), ("XX000", None)),
    ],
)
def test_an_outage_is_known_by_its_state(state: str, kind: object) -> None:
    """Whatever class Django makes of it: a time-out of an idle transaction is an InternalError."""
    for made in (OperationalError, InternalError):
        assert outage_of(told_by(made, state)) is kind


def test_a_server_that_said_nothing_is_away() -> None:
    assert outage_of(OperationalError("connection refused")) is AWAY
    assert outage_of(CommitUnknown()) is UNKNOWN
    for fault in (DataError("too long"), IntegrityError("twice"), ValueError("no database")):
        assert outage_of(fault) is None


PATHS = ("/", "/admin/", "/accounts/login/")


@pytest.fixture
def token(database_server: DatabaseServer) -> str:
    return make_token(owner_of(ClubFactory.create()), name="script", days=1, scopes=Scope)[1]


def test_a_server_that_is_away_is_told_by_api_and_pages(
    database_server: DatabaseServer, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Wherever it is missed first: at the session, the token, or within the view."""
    client, browser = APIClient(raise_request_exception=False), Client()
    browser.raise_request_exception = False
    browser.cookies["sessionid"] = "a-session-of-somebody"
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/v1/clubs").status_code == 200
    database_server.stop()
    connection.close()

    with caplog.at_level(logging.WARNING):
        of_api = cast(HttpResponse, client.get("/api/v1/clubs"))
        of_pages = [
            cast(HttpResponse, browser.get(path)) for path in ("/", "/admin/", "/accounts/login/")
        ]

    assert (of_api.status_code, json.loads(of_api.content)["code"]) == (503, "database_away")
    for answer in (of_api, *of_pages):
        assert answer.status_code == 503, answer.content
        assert "The database is away: nothing was done." in answer.content.decode()
        assert int(answer.headers["Retry-After"]) > 0
    lines = [one for one in caplog.records if one.name == "deploy.rest.outages"]
    assert len(lines) == len([of_api, *of_pages])
    assert not [one for one in caplog.records if one.exc_info]


def test_a_line_that_was_lost_in_a_commit_is_told_as_unknown(own_database: str) -> None:
    """The server ends the line at the last moment, when deferred checks are made."""
    club = ClubFactory.create()
    _, token = make_token(owner_of(club), name="script", days=1, scopes=Scope)
    with psycopg.connect(own_database, autocommit=True) as superuser:
        superuser.execute(
            "CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS "
            "$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$"
        )
        superuser.execute(
            "CREATE CONSTRAINT TRIGGER hang_up AFTER INSERT ON clubs_night "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hang_up()"
        )
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
        order = {"club": club.pk, "starts_at": (database_now() + timedelta(days=1)).isoformat()}
        key = {"Idempotency-Key": "once"}

        lost = client.post("/api/v1/nights", order, headers=key)
        superuser.execute("DROP TRIGGER hang_up ON clubs_night")
        connection.close()
        again = client.post("/api/v1/nights", order, headers=key)

    assert (lost.status_code, lost.json()["code"]) == (503, "outcome_unknown"), lost.json()
    assert "the same Idempotency-Key" in lost.json()["detail"]
    assert again.status_code == 201, again.json()
    assert club.nights.count() == 1
