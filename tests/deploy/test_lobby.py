"""Many who listen to the lobby at once."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.base_user import AbstractBaseUser

from games.live import lobby
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
    visible_ids = lobby._visible_ids

    def count(user: AbstractBaseUser) -> list[int]:
        asked.append(user)
        return visible_ids(user)

    monkeypatch.setattr(lobby, "_visible_ids", count)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, "/live/tables", token)
        await all_have_heard([line])
        for deals in (1, 2):
            await meanwhile(play_on, table, person)
            await line.until(has_heard(line, deals + 1))
        assert len(asked) == 1

        opened = await meanwhile(open_another)
        await line.until(lambda: line.heard[-1].data.get("table", {}).get("id") == opened.pk)
        assert len(asked) == 2
        await line.leave()

    played(scenario)


def open_another() -> Table:
    table = table_of()
    advance_table(table.pk, at=AT)
    return table
