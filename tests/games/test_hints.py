"""Hints to workers: not every request waits for a broker that is gone."""

import base64
import json
from collections.abc import Iterator

import pytest
import redis
from django.conf import settings

from games import tasks
from games.tasks import hint

QUEUE = "play"
SILENT_SECONDS = 3  # A request waits two.


@pytest.fixture
def broker() -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=None) as broker:
        broker.delete(QUEUE)
        yield broker
        broker.delete(QUEUE)


def asked(broker: redis.Redis) -> set[int]:
    """The tables at which workers are to look, of those hinted at; waits for a silent broker."""
    messages = [json.loads(message) for message in broker.lrange(QUEUE, 0, -1)]
    return {json.loads(base64.b64decode(message["body"]))[0][0] for message in messages}


def test_after_a_broker_that_was_silent_nothing_is_asked_for_a_while(
    broker: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_silence", silence := tasks._Silence())
    hint(1)
    assert asked(broker) == {1}

    broker.client_pause(SILENT_SECONDS * 1000, all=True)
    hint(2)  # It may arrive when the broker speaks again.
    assert asked(broker) - {2} == {1}

    hint(3)
    assert asked(broker) - {2} == {1}

    silence.ends -= tasks.SILENCE_SECONDS
    hint(4)
    assert asked(broker) - {2} == {1, 4}
