"""A stream on which nothing happens says now and then that it is still there, and no more."""

import pytest

from games.live.streams import Streams
from tests.deploy.bare_streams import Line, meanwhile, played, token_of
from tests.deploy.streams import place, play_on, spectator, table_with_a_person

COMMENTS = 3


@pytest.fixture(autouse=True)
def short_silences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.streams.HEARTBEAT_SECONDS", 0.02)


@pytest.mark.parametrize("path", ["/live/tables/{}", "/live/tables"])
def test_a_quiet_stream_is_commented_again_and_again(database: None, path: str) -> None:
    """The comment is no event and moves nobody's place."""
    table, _ = table_with_a_person()
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        line = Line(streams, path.format(table.pk), token)
        await line.until(lambda: len(line.comments) >= COMMENTS)
        assert set(line.comments) == {": still here"}
        (snapshot,) = line.heard
        assert line.last_id == snapshot.id
        await line.leave()

    played(scenario)


def test_what_happens_between_two_comments_is_heard_once(database: None) -> None:
    """A wait that a comment cuts short has lost nothing."""
    table, person = table_with_a_person(deals_limit=2)
    token = token_of(spectator())

    async def scenario(streams: Streams) -> None:
        line = Line(streams, f"/live/tables/{table.pk}", token)
        await line.until(lambda: bool(line.comments))
        before = len(line.comments)
        await meanwhile(play_on, table, person)
        await line.until(lambda: "settled" in [one.kind for one in line.heard])
        await line.until(lambda: len(line.comments) > before)
        kinds = {"dealt", "action", "settled"}
        told = [place(one) for one in line.heard if one.kind in kinds]
        steps = [step for deal, step in told if deal == 1]
        assert steps == list(range(len(steps)))
        await line.leave()

    played(scenario)
