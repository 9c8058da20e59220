"""The sweep: what is due is sent to workers, and what falls due meanwhile at that moment."""

import threading
import time
from datetime import datetime, timedelta
from unittest.mock import Mock

import pytest
from django.db import OperationalError

from deploy.rest.clock import database_now
from games.management.commands import sweep
from games.management.commands.sweep import LOOK, LOOKS, sweep_on, sweep_round
from games.models import Action, Deal, Table
from tests.games.factories import anything, dealt

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("workers_at_once")]


def deal_due(due_at: datetime) -> Deal:
    """A deal at which the clock is to act then."""
    deal = dealt(anything)
    Table.objects.filter(pk=deal.table_id).update(due_at=due_at)
    return deal


def test_a_sweep_acts_for_those_whose_time_is_over_and_for_nobody_else() -> None:
    now = database_now()
    late, far = deal_due(now), deal_due(now + timedelta(hours=1))

    sweep_round(time.sleep)

    assert late.actions.get().by == Action.By.CLOCK
    assert not far.actions.exists()


def test_somebody_who_runs_out_of_time_between_two_rounds_waits_for_neither() -> None:
    now = database_now()
    last, first = (deal_due(now + looks * LOOK) for looks in (LOOKS, 1))

    sweep_round(time.sleep)

    assert first.actions.get().at >= now + LOOK
    assert last.actions.get().at >= now + LOOKS * LOOK


def test_a_database_that_is_away_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, rounds = threading.Event(), list[int]()

    def one_round(_: object) -> None:
        rounds.append(len(rounds))
        if len(rounds) == 3:
            stop.set()
        else:
            raise OperationalError("the connection is closed")

    monkeypatch.setattr(sweep, "AGAIN_SECONDS", 0)
    monkeypatch.setattr(sweep, "sweep_round", one_round)
    monkeypatch.setattr(sweep, "connection", Mock())

    sweep_on(stop)

    assert rounds == [0, 1, 2]
