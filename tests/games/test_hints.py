"""Hints to workers: not every request waits for a broker that is gone."""

import pytest
from kombu.exceptions import OperationalError

from games import tasks
from games.tasks import hint


def test_after_a_broker_that_was_gone_nothing_is_asked_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def ask_nobody(table_id: int) -> None:
        asked.append(table_id)
        raise OperationalError

    monkeypatch.setattr(tasks.advance_table, "delay", ask_nobody)
    monkeypatch.setattr(tasks, "_silence", silence := tasks._Silence())

    for table_id in range(3):
        hint(table_id)
    assert asked == [0]

    silence.ends -= tasks.SILENCE_SECONDS
    hint(3)
    assert asked == [0, 3]
