"""Fixtures of the tests with real processes."""

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.deploy.streams import Hall
from tests.services import HastySupervisor
from tournaments.chronicles import board_of


@pytest.fixture
def empty_hall(
    own_database: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Hall]:
    """One in which no program runs yet."""
    monkeypatch.setenv("DATABASE_URL", own_database)
    said: list[str] = []
    with HastySupervisor(lambda _, line: said.append(line)) as supervisor:
        hall = Hall(supervisor, own_database, said)
        yield hall
        for listener in hall.listeners:
            listener.close()
    request.node.add_report_section("teardown", "by programs", "\n".join(said))


@pytest.fixture
def hall(empty_hall: Hall) -> Hall:
    empty_hall.start()
    return empty_hall


@pytest.fixture
def database(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that really commits; whoever looks at it in a thread leaves no connection there."""
    monkeypatch.setattr("games.live.hub.THREADS", 1)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    board_of.cache_clear()  # Of another database, where numbers are the same.
