"""A stream on which nothing happens says now and then that it is still there, and no more."""

import pytest

from games.live.streams import Streams
from tests.deploy.bare_streams import Line, meanwhile, played, token_of
from tests.deploy.streams import place, play_on, spectator, table_with_a_person

HEARTBEATS = 3


@pytest.fixture(autouse=True)
def short_silences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.streams.HEARTBEAT_SECONDS", 0.02)


@pytest.mark.parametrize("path", ["/live/tables/{}", "/live/tables"])
def test_the_heart_of_a_quiet_stream_beats_again_and_again(database: None, path: str) -> None:
    """It moves nobody's place."""
    table, _ = table_with_a_person()
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        line = Line(streams, path.format(table.pk), token)
        await line.until(lambda: line.heartbeats >= HEARTBEATS)
        (snapshot,) = line.heard
        assert line.last_id == snapshot.id
        await line.leave()

    played(scenario)


def test_what_happens_between_two_heartbeats_is_heard_once(database: None) -> None:
    """A wait that a heartbeat cuts short has lost nothing."""
    table, person = table_with_a_person(deals_limit=2)
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        line = Line(streams, f"/live/tables/{table.pk}", token)
        await line.until(lambda: line.heartbeats > 0)
        before = line.heartbeats
        await meanwhile(play_on, table, person)
        await line.until(lambda: "settled" in [one.kind for one in line.heard])
        await line.until(lambda: line.heartbeats > before)
        kinds = {"dealt", "action", "settled"}
        told = [place(one) for one in line.heard if one.kind in kinds]
        steps = [step for deal, step in told if deal == 1]
        assert steps == list(range(len(steps)))
        await line.leave()

    played(scenario)


def test_a_heart_beats_also_while_other_things_are_heard(database: None) -> None:
    """A page may listen to few kinds of events, and must not take the others for silence."""
    table, person = table_with_a_person(deals_limit=3)
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        line = Line(streams, f"/live/tables/{table.pk}", token)
        await line.until(lambda: line.heartbeats == 1)  # At once, after what is heard first.
        await meanwhile(play_on, table, person)
        await line.until(lambda: "settled" in [one.kind for one in line.heard])
        await line.until(lambda: line.heartbeats > 1)
        await line.leave()

    played(scenario)
