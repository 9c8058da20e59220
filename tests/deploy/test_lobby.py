"""Many who listen to the lobby at once."""

import asyncio
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.rest.clock import database_now
from deploy.rights import Person
from games.live import lobby
from games.live.boards import Board, Row
from games.live.streams import Streams
from games.models import Table
from games.play.advance import advance_table
from tests.deploy.bare_streams import Line, meanwhile, played, token_of
from tests.deploy.streams import play_on, spectator, table_with_a_person
from tests.games.factories import AT, table_of


def followers() -> int:
    """Tasks that keep the lobby's tables up to date."""
    names = [getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()]
    return names.count("Lobby._follow")


def has_heard(line: Line, events: int = 1) -> Callable[[], bool]:
    return lambda: len(line.heard) >= events


def is_answered(line: Line) -> bool:
    return bool(line.status)


async def all_have_heard(lines: list[Line]) -> None:
    for line in lines:
        await line.until(has_heard(line))


def test_a_crowd_that_comes_at_once_is_served_by_one_and_leaves_nothing_behind(
    database: None,
) -> None:
    table_of()
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        lines = [Line(streams, "/live/tables", token) for _ in range(8)]
        await all_have_heard(lines)
        assert followers() == 1
        for line in lines:
            await line.leave()
        await asyncio.sleep(0)
        assert followers() == 0

    played(scenario)


@pytest.mark.parametrize("path", ["/live/tables", "/live/tables/{}"])
def test_somebody_who_asks_for_too_many_at_once_gets_as_many_as_they_may(
    database: None, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("games.live.hub.MOST_STREAMS", 2)
    table, _ = table_with_a_person()
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        lines = [Line(streams, path.format(table.pk), token) for _ in range(6)]
        for line in lines:
            await line.until(partial(is_answered, line))
        assert sorted(line.status for line in lines) == [200, 200, 429, 429, 429, 429]
        for line in lines:
            await line.leave()

    played(scenario)


def test_while_cards_fall_nobody_is_asked_what_they_may_see(
    database: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that opens is told all the same."""
    monkeypatch.setattr(lobby, "REST_SECONDS", 0)
    table, person = table_with_a_person(deals_limit=3)
    token = token_of(spectator())
    asked: list[Any] = []
    visible = lobby._visible

    def count(people: list[Person], tables: list[int]) -> list[frozenset[int]]:
        asked.append(tables)
        return visible(people, tables)

    monkeypatch.setattr(lobby, "_visible", count)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, "/live/tables", token)
        await all_have_heard([line])
        for deals in (1, 2):
            await meanwhile(play_on, table, person)
            await line.until(has_heard(line, deals + 1))
        assert len(asked) == 1

        opened = await meanwhile(open_another)
        await line.until(lambda: line.heard[-1].data.get("table", {}).get("id") == opened.pk)
        assert asked == [[table.pk], [opened.pk]]
        await line.leave()

    played(scenario)


def open_another() -> Table:
    table = table_of()
    advance_table(table.pk, at=AT)
    return table


def board_of(count: int, *, version: int = 1, changed: frozenset[int] = frozenset()) -> Board:
    """Tables with these numbers; those that changed did so on this board."""
    return Board(
        version,
        {
            pk: Row(Table(pk=pk), b'{"id":%d}' % pk, version if pk in changed else 1)
            for pk in range(1, count + 1)
        },
    )


def told_in(message: bytes) -> list[dict[str, Any]]:
    return [
        json.loads(line.removeprefix(b"data: "))
        for line in message.splitlines()
        if line.startswith(b"data: ")
    ]


def test_no_message_tells_more_than_two_hundred_tables() -> None:
    """Whoever was cut off before the last one has no place to go on from, and begins anew."""
    ids = frozenset(range(1, 451))

    id, messages = board_of(450).snapshot(ids)

    first, *rest = messages
    [snapshot] = told_in(first)
    others = [told_in(message) for message in rest]
    assert [len(snapshot["tables"]), *map(len, others)] == [200, 200, 50]
    told = [*snapshot["tables"], *(one["table"] for some in others for one in some)]
    assert [table["id"] for table in told] == sorted(ids, reverse=True)
    assert [message.count(b"id: ") for message in messages] == [0, 0, 1]
    assert f"id: {id}\n".encode() in messages[-1]


def test_whoever_sees_the_same_is_told_the_same_bytes() -> None:
    board = board_of(9, version=5, changed=frozenset({2, 7, 8}))
    some, others = frozenset(range(1, 8)), frozenset({1})

    told = board.changes(4, some, some)

    assert [one["table"]["id"] for message in told for one in told_in(message)] == [7, 2]
    assert board.changes(4, frozenset(range(1, 8)), some) is told
    assert board.changes(4, others, others) == ()
    [moved] = board.changes(4, some, others | {9})
    assert told_in(moved)[:-1] == [{"id": pk} for pk in told_gone(moved)]
    assert told_gone(moved) == {2, 3, 4, 5, 6, 7}
    assert told_in(moved)[-1] == {"table": {"id": 9}}


def told_gone(message: bytes) -> set[int]:
    return {one["id"] for one in told_in(message) if "id" in one}


def test_a_look_takes_as_many_statements_however_many_tables_there_are(database: None) -> None:
    counts = []
    for _ in range(2):
        for seconds in (0, 30, 60):
            table_of(spectator_delay_seconds=seconds)
        with CaptureQueriesContext(connection) as asked:
            changes = lobby.read_changes({}, None)
        counts.append((len(changes), len(asked)))

    assert counts == [(3, counts[0][1]), (6, counts[0][1])]


def test_only_tables_that_rang_are_read_again(database: None) -> None:
    first, second = table_of(), table_of()
    changes = lobby.read_changes({}, None)
    rows = {pk: Row(*one, 1) for pk, one in changes.items() if one is not None}
    Table.objects.update(name="Another name")

    assert lobby.read_changes(rows, {first.pk}).keys() == {first.pk}
    assert lobby.read_changes(rows, None).keys() == {first.pk, second.pk}
    Table.objects.filter(pk=first.pk).update(closed_at=AT, due_at=None)
    assert lobby.read_changes(rows, {first.pk}) == {first.pk: None}


def test_the_pool_of_a_delayed_table_is_told_when_its_time_has_come(
    database: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bell has rung by then, and no other one does."""
    monkeypatch.setattr(lobby, "REST_SECONDS", 0)
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 3600)
    table, _ = table_with_a_person(spectator_delay_seconds=2, at=database_now())
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        line = Line(streams, "/live/tables", token)
        await all_have_heard([line])
        assert line.heard[0].data["tables"][0]["pool"] == 0
        dealt_at = await meanwhile(deal_now, table)
        await line.until(has_heard(line, 2))
        assert line.heard[1].data["table"]["pool"] > 0
        assert await meanwhile(database_now) >= dealt_at + timedelta(seconds=2)
        await line.leave()

    played(scenario)


def deal_now(table: Table) -> datetime:
    advance_table(table.pk, at=database_now())
    dealt_at: datetime = table.deals.get().dealt_at
    return dealt_at
