"""Workers at the tables: who serves which, in which order, and for how long."""

from typing import Any

import pytest

from games import tasks
from games.models import Table
from games.play import advance
from games.tasks import advance_bots, advance_people, advance_table
from tests.games.factories import AT, later, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("workers_at_once")]


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that workers advance, one step at a time, in order."""
    seen: list[int] = []
    really = advance._advance

    def note(table: Table, **named: Any) -> bool:
        seen.append(table.pk)
        return really(table, **named)

    monkeypatch.setattr(tasks, "MOST_SECONDS", 600)
    monkeypatch.setattr(advance, "MOST_STEPS", 1)
    monkeypatch.setattr(advance, "_advance", note)
    return seen


def backlog(*seconds: int) -> list[int]:
    """Tables of bots alone for two deals each, which have been due since then."""
    tables = []
    for since in seconds:
        table = table_of(deals_limit=2)
        Table.objects.filter(pk=table.pk).update(due_at=later(since))
        tables.append(table.pk)
    return tables


def test_a_backlog_is_worked_off_in_order_and_who_is_due_again_waits(visits: list[int]) -> None:
    third, first, second = backlog(3, 1, 2)

    advance_bots()

    # A deal each, another one each, and then they close.
    assert visits == [first, second, third] * 3
    assert not Table.objects.open().exists()


def test_a_table_that_cannot_go_on_holds_up_no_other(
    visits: list[int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, _ = backlog(1, 2)
    Table.objects.filter(pk=broken).update(rules_json={"version": 0})

    advance_bots()

    assert visits.count(broken) == 1
    assert list(Table.objects.open().values_list("pk", flat=True)) == [broken]
    assert f"table {broken} stands still" in caplog.text


def test_a_message_is_worked_on_for_a_bounded_time(
    visits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    backlog(1, 2, 3)
    monkeypatch.setattr(tasks, "MOST_SECONDS", 0)

    advance_bots()

    assert visits == []


def test_bots_alone_are_played_by_others_than_serve_people() -> None:
    people, bots = table_of(bots=False), table_of(deals_limit=1)

    advance_people()

    assert people.deals.count() == 1
    assert bots.deals.count() == 0
    advance_bots()
    assert bots.deals.count() == 1


def test_a_hint_at_a_table_of_bots_alone_goes_to_those_who_play_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(tasks, "ask_workers", lambda *, has_people: asked.append(has_people))
    table = table_of()

    advance_table(table.pk)

    assert asked == [False]
    assert not table.deals.exists()


def test_a_table_where_a_person_is_away_is_one_with_people() -> None:
    table = table_of()
    table.seats.filter(number=0).update(bot_level="", is_away=True)

    assert table in Table.objects.due(AT).with_people()
    assert table not in Table.objects.due(AT).of_bots_alone()
