"""Messages to workers: none waits for a broker that is gone, and none lives for long."""

import base64
import json
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import redis
from django.conf import settings

from deploy.celery import MESSAGE_SECONDS, app
from deploy.rest.clock import database_now
from games import tasks
from games.management.commands.sweep import MOST_MESSAGES, sweep_round
from games.models import Table
from games.tasks import hint
from tests.games.factories import anything, dealt, table_of

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


@pytest.mark.django_db
def test_what_a_sweep_sends_expires(broker: redis.Redis) -> None:
    """Else messages pile up behind workers that are late, until they do nothing else."""
    deal = dealt(anything)
    now = database_now()
    Table.objects.filter(pk=deal.table_id).update(due_at=now)

    for _ in range(2):
        sweep_round(lambda _: None)

    messages = [json.loads(message) for message in broker.lrange(QUEUE, 0, -1)]
    assert len(messages) == 2
    for message in messages:
        expires_at = datetime.fromisoformat(message["headers"]["expires"])
        assert expires_at < now + timedelta(seconds=2 * MESSAGE_SECONDS)


@pytest.mark.django_db
def test_however_many_tables_wait_a_sweep_sends_a_few_messages(broker: redis.Redis) -> None:
    for _ in range(MOST_MESSAGES + 2):
        table_of(bots=False)

    sweep_round(lambda _: None)

    assert broker.llen(QUEUE) == MOST_MESSAGES
    assert broker.llen("bots") == 0


def test_no_task_of_ours_has_messages_that_live_for_ever() -> None:
    ours = [task for name, task in app.tasks.items() if not name.startswith("celery.")]

    assert {task.name for task in ours} >= {"games.tasks.advance_bots", "games.tasks.advance_table"}
    assert [task.name for task in ours if task.expires != MESSAGE_SECONDS] == []
