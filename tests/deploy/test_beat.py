"""Beat goes on asking for sweeps, whatever its host's clock does."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from deploy.celery import Scheduler, app

BEGAN_AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


class Silent(Scheduler):
    """One that remembers what it would have asked for."""

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.asked = [*getattr(self, "asked", []), entry.task]

    def give_sign(self, now: datetime) -> None:
        """It has no database, and is nobody's beat."""


def asked_within(beat: Silent, seconds: int, since: datetime) -> int:
    """How often it asks for a sweep of the tournaments."""
    beat.asked = []
    for step in range(seconds * 10):
        with time_machine.travel(since + timedelta(seconds=step / 10), tick=False):
            while beat.tick() == 0:
                pass
    return beat.asked.count("tournaments.tasks.sweep_tournaments")


@pytest.mark.parametrize("back", [timedelta(0), timedelta(seconds=30), timedelta(hours=1)])
def test_a_clock_that_goes_back_costs_no_sweep(back: timedelta) -> None:
    with time_machine.travel(BEGAN_AT, tick=False):
        running: Any = app
        beat = Silent(app=running)

    assert asked_within(beat, 10, BEGAN_AT) >= 9
    assert asked_within(beat, 10, BEGAN_AT + timedelta(seconds=10) - back) >= 9
