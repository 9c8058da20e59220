"""Fixtures of the tests with real processes."""

from collections.abc import Iterator

import pytest
from django.db import connection

from deploy.supervisor import Supervisor
from tests.deploy.streams import Hall
from tournaments.chronicles import board_of


@pytest.fixture
def hall(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setenv("DATABASE_URL", own_database)
    said: list[str] = []
    with Supervisor(lambda _, line: said.append(line)) as supervisor:
        hall = Hall(supervisor, own_database, said)
        hall.start()
        yield hall
        for listener in hall.listeners:
            listener.close()


@pytest.fixture
def database(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that really commits; whoever looks at it in a thread leaves no connection there."""
    monkeypatch.setattr("games.live.hub.THREADS", 1)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    board_of.cache_clear()  # Of another database, where numbers are the same.
