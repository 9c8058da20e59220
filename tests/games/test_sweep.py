"""The sweep: what is due is sent to workers, and what falls due meanwhile at that moment."""

from datetime import datetime, timedelta

import pytest
from django.conf import settings

from deploy.rest.clock import database_now
from games.models import Action, Deal, Table
from games.tasks import LOOK, LOOKS, sweep_tables
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

    sweep_tables()

    assert late.actions.get().by == Action.By.CLOCK
    assert not far.actions.exists()


def test_somebody_who_runs_out_of_time_between_two_sweeps_waits_for_neither() -> None:
    now = database_now()
    last, first = (deal_due(now + looks * LOOK) for looks in (LOOKS, 1))

    sweep_tables()

    assert first.actions.get().at >= now + LOOK
    assert last.actions.get().at >= now + LOOKS * LOOK


def test_a_sweep_goes_on_looking_until_shortly_before_the_next() -> None:
    period = settings.CELERY_BEAT_SCHEDULE["games.tasks.sweep_tables"]["schedule"]

    assert LOOKS * LOOK < timedelta(seconds=period) <= (LOOKS + 1) * LOOK
