"""A listener who stops reading delays nobody, costs no memory, misses nothing and is let go."""

import gc
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model

from games.live.looking import Bulletin
from games.live.reels import MOST_AT_ONCE
from games.live.streams import Streams
from games.models import Table
from games.sight.events import BEGINNING, since
from tests.deploy.bare_streams import Line, meanwhile, played, token_of
from tests.deploy.listeners import Heard, Listener
from tests.deploy.streams import Hall, place, play_on, spectator, table_with_a_person, wait_until

KEPT = 64  # Events of a reel: what comes to about two deals.
DEALS = 6
Happened = tuple[str, tuple[int, int]]


@pytest.fixture
def short_reels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.reels.MOST_TOLD", KEPT)


def play(table: Table, person: int, deals: int = DEALS) -> None:
    for _ in range(deals):
        play_on(table, person)


def happened(table: Table) -> list[Happened]:
    """All that has happened at a table until its last settlement, by its rows."""
    loaded = Table.objects.with_seats().get(pk=table.pk)
    events = since(loaded, BEGINNING)
    assert events is not None
    rows = [(event.kind, (event.mark.deal, event.mark.step)) for event in events]
    return _until_the_last_settlement(rows)


def told(heard: Sequence[Heard]) -> list[Happened]:
    """What somebody was told of it."""
    return _until_the_last_settlement([(one.kind, place(one)) for one in heard if one.id])


def _until_the_last_settlement(events: Sequence[tuple[str, tuple[int, int]]]) -> list[Happened]:
    dealt = [event for event in events if event[0] in {"dealt", "action", "settled"}]
    last = max(number for number, (kind, _) in enumerate(dealt) if kind == "settled")
    return dealt[: last + 1]


def settled(heard: Sequence[Heard]) -> int:
    return [one.kind for one in heard].count("settled")


def events_in_memory() -> int:
    """Those that somebody still holds; by type, since a dead weak reference has no class."""
    gc.collect()
    return sum(type(one) is Bulletin for one in gc.get_objects())


def test_somebody_who_reads_nothing_delays_nobody_and_costs_no_memory(
    database: None, short_reels: None
) -> None:
    """What they did not take is forgotten; when they read on it is told from the rows."""
    table, person = table_with_a_person(deals_limit=DEALS + 1)
    path, tokens = f"/live/tables/{table.pk}", [token_of(spectator()) for _ in range(2)]

    async def scenario(streams: Streams) -> None:
        slow, quick = (Line(streams, path, token) for token in tokens)
        await slow.until(lambda: bool(slow.heard))
        await quick.until(lambda: bool(quick.heard))
        slow.stop_reading()
        await meanwhile(play, table, person)
        await quick.until(lambda: settled(quick.heard) == DEALS)
        assert len(slow.heard) == 1
        assert slow.waiting
        assert events_in_memory() <= KEPT + MOST_AT_ONCE

        slow.read_on()

        await slow.until(lambda: settled(slow.heard) == DEALS)
        everything = await meanwhile(happened, table)
        assert len(everything) > 2 * KEPT
        assert told(quick.heard) == everything
        assert told(slow.heard) == everything
        for line in (slow, quick):
            await line.leave()

    played(scenario)


@pytest.mark.parametrize("kept", [1, 8, KEPT])
def test_somebody_who_reads_now_and_then_hears_everything_once(
    database: None, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr("games.live.reels.MOST_TOLD", kept)
    table, person = table_with_a_person(deals_limit=DEALS + 1)
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        slow = Line(streams, f"/live/tables/{table.pk}", token)
        await slow.until(lambda: bool(slow.heard))
        slow.stop_reading()
        for _ in range(DEALS):
            await meanwhile(play, table, person, 1)
            await slow.until(lambda: bool(slow.waiting))
            slow.take_one()

        slow.read_on()

        await slow.until(lambda: settled(slow.heard) == DEALS)
        assert told(slow.heard) == await meanwhile(happened, table)
        await slow.leave()

    played(scenario)


def test_somebody_who_reads_nothing_for_too_long_is_let_go_and_goes_on_where_they_were(
    database: None, short_reels: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their stream ends without a fault, and they have one to spare for another."""
    monkeypatch.setattr("games.live.streams.SLOW_SECONDS", 0.1)
    monkeypatch.setattr("games.live.hub.MOST_STREAMS", 1)
    table, person = table_with_a_person(deals_limit=DEALS + 1)
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        slow = Line(streams, f"/live/tables/{table.pk}", token)
        await slow.until(lambda: bool(slow.heard))
        await meanwhile(play, table, person, 1)
        await slow.until(lambda: settled(slow.heard) == 1)
        slow.stop_reading()
        await meanwhile(play, table, person, DEALS - 1)

        await slow.end()

        again = Line(streams, f"/live/tables/{table.pk}", token, last_id=slow.last_id)
        await again.until(lambda: settled(slow.heard + again.heard) == DEALS)
        assert told(slow.heard + again.heard) == await meanwhile(happened, table)
        await again.leave()

    played(scenario)


def test_whose_right_ends_while_they_read_nothing_is_told_so(
    database: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.gate.CHECK_SECONDS", 0)
    table, person = table_with_a_person()
    former = spectator()
    token = token_of(former)
    users = get_user_model().objects.filter(pk=former)

    async def scenario(streams: Streams) -> None:
        slow = Line(streams, f"/live/tables/{table.pk}", token)
        await slow.until(lambda: bool(slow.heard))
        slow.stop_reading()
        await meanwhile(play, table, person, 1)
        await slow.until(lambda: bool(slow.waiting))
        await meanwhile(lambda: users.update(is_superuser=False))
        await slow.was_interrupted.wait()

        slow.read_on()

        await slow.end()
        assert slow.heard[-1] == Heard("end", "", {"reason": "no longer yours"})

    played(scenario)


def test_a_line_that_is_full_delays_nobody(own_hall: Hall) -> None:
    """A real process and a real line."""
    table, person = table_with_a_person(deals_limit=DEALS + 1)
    slow, quick = own_hall.at(table, spectator()), own_hall.at(table, spectator())
    for listener in (slow, quick):
        listener.next("snapshot")
    slow.reads.clear()

    play(table, person)
    heard = heard_until_settled(quick, DEALS)
    slow.reads.set()

    assert told(heard) == happened(table)
    assert told(heard_until_settled(slow, DEALS)) == happened(table)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux cuts such lines")
def test_a_line_on_which_nothing_is_taken_is_cut(own_hall: Hall) -> None:
    """The process holds it no longer, whatever the other end does; the listener may come back."""
    own_hall.supervisor.stop("live")
    own_hall.start(application="tests.deploy.impatient:application")
    table, person = table_with_a_person(deals_limit=DEALS + 1)
    slow = own_hall.at(table, spectator())
    slow.next("snapshot")
    slow.reads.clear()
    play(table, person)

    wait_until(lambda: not is_held(slow, own_hall))

    slow.reads.set()
    before = slow.rest()
    again = own_hall.at(table, spectator(), last_id=slow.last_id)
    after = heard_until_settled(again, DEALS - settled(before))
    assert told([*before, *after]) == happened(table)
    assert not [line for line in own_hall.said if "exception" in line]


def heard_until_settled(listener: Listener, deals: int) -> list[Heard]:
    heard: list[Heard] = []
    while settled(heard) < deals:
        heard.append(listener.next())
    return heard


def is_held(listener: Listener, hall: Hall) -> bool:
    """Whether the process still has its end of a listener's line."""
    ends = f":{hall.port:04X}", f":{listener.address[1]:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    return any(line[1].endswith(ends[0]) and line[2].endswith(ends[1]) for line in lines)
