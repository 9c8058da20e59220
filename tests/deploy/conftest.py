"""Fixtures of the tests with real processes."""

from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from tests.conftest import copied_database
from tests.deploy.streams import Hall, opened_hall


@pytest.fixture
def empty_hall(own_database: str, request: pytest.FixtureRequest) -> Iterator[Hall]:
    """A hall of this test alone, in which no program runs yet."""
    with opened_hall(own_database) as hall:
        yield hall
        hall.leave()
    request.node.add_report_section("teardown", "by programs", "\n".join(hall.said))


@pytest.fixture
def own_hall(empty_hall: Hall) -> Hall:
    """A hall of this test alone, for one that ends its process or looks at all of it."""
    empty_hall.start()
    return empty_hall


@pytest.fixture(scope="module")
def hall_of_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Hall]:
    """One for all tests of a file: a process and a database take longer than most of them."""
    with django_db_blocker.unblock(), copied_database() as url, opened_hall(url) as hall:
        hall.start()
        yield hall


@pytest.fixture
def hall(hall_of_module: Hall, request: pytest.FixtureRequest) -> Iterator[Hall]:
    """That of the file; the test's own listeners leave it, and its process runs on."""
    hall_of_module.said.clear()
    yield hall_of_module
    hall_of_module.leave()
    request.node.add_report_section("teardown", "by programs", "\n".join(hall_of_module.said))
    hall_of_module.supervisor.check()
    assert not any("ended with status" in line for line in hall_of_module.said)


@pytest.fixture
def database(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that really commits; whoever looks at it in a thread leaves no connection there."""
    monkeypatch.setattr("games.live.hub.THREADS", 1)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
