"""Holding a table: locked in between, saved and told at the end, or as it was before."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import bell
from games.errors import TableClosed
from games.models import Table
from games.tables.holding import held, hold, hold_open
from tests.games.crowds import in_a_thread
from tests.games.factories import AT, later, table_of


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables of which those who watch were told, in order."""
    heard: list[int] = []
    monkeypatch.setattr(bell, "_notify", lambda named: heard.append(int(named)))
    return heard


@pytest.mark.django_db
def test_an_error_takes_everything_back_and_tells_nobody(
    rung: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    table = table_of(20, 20)
    before = Table.objects.values().get(pk=table.pk)

    def fail() -> None:
        with hold(table) as locked:
            locked.seats.update(is_away=True)
            locked.clock = locked.clock.pause(AT)
            raise ZeroDivisionError

    with django_capture_on_commit_callbacks(execute=True), pytest.raises(ZeroDivisionError):
        fail()

    assert Table.objects.values().get(pk=table.pk) == before
    assert not table.seats.filter(is_away=True).exists()
    assert rung == []


@pytest.mark.django_db
def test_those_who_watch_are_told_after_the_commit(
    rung: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    tables = [table_of(20, 20), table_of(20, 20)]

    with django_capture_on_commit_callbacks(execute=True):
        with held(Table.objects.order_by("-pk")) as locked:
            assert [one.pk for one in locked] == [one.pk for one in tables]
        assert rung == []

    assert rung == [one.pk for one in tables]


@pytest.mark.django_db
def test_only_what_changed_is_saved() -> None:
    """Also not what somebody wrote over it in the meantime, in the same transaction."""
    table = table_of(20, 20)

    with CaptureQueriesContext(connection) as queries, hold(table) as locked:
        Table.objects.filter(pk=table.pk).update(name="Snug")
        locked.clock = locked.clock.wake_at(later(5))
    with CaptureQueriesContext(connection) as unchanged, hold(table):
        pass

    [own] = [one["sql"] for one in queries if '"due_at" =' in one["sql"]]
    assert own.count("=") == 2  # The column, and the key of the row.
    assert not [one for one in unchanged if one["sql"].startswith("UPDATE")]
    table.refresh_from_db()
    assert (table.name, table.due_at) == ("Snug", later(5))


def test_a_table_that_somebody_holds_is_left_out_where_that_is_asked(own_database: str) -> None:
    taken, free = table_of(20, 20), table_of(20, 20)

    def others() -> list[int]:
        with held(Table.objects.all(), skip_locked=True) as locked:
            return [one.pk for one in locked]

    with ThreadPoolExecutor(1) as threads, hold(taken):
        found = threads.submit(in_a_thread, others).result(timeout=30)

    assert found == [free.pk]
    assert others() == [taken.pk, free.pk]


@pytest.mark.django_db
def test_a_closed_table_is_held_for_no_play() -> None:
    table = table_of(20, 20)
    Table.objects.update(closed_at=AT, due_at=None)
    work = Mock()

    with pytest.raises(TableClosed), hold_open(table):
        work()

    work.assert_not_called()
