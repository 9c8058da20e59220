"""How long tables wait for a worker: those with people, and those of bots alone."""

from datetime import timedelta

import pytest

from games.models import Table
from games.play.waits import LONGEST_WAIT, Waiting, of_bots_alone, with_people
from games.tables.stewarding import pause
from tests.games.factories import AT, later, table_of

pytestmark = pytest.mark.django_db


def test_each_kind_of_table_is_counted_by_itself() -> None:
    first, _ = table_of(bots=False), table_of(bots=False)
    Table.objects.filter(pk=first.pk).update(due_at=later(-3))
    pause(table_of(), at=AT)

    assert with_people(at=later(4)) == Waiting(2, timedelta(seconds=7))
    assert of_bots_alone(at=later(4)) == Waiting()
    assert not of_bots_alone(at=later(4)).is_late


def test_who_waits_too_long_is_late() -> None:
    table_of(bots=False)

    assert not with_people(at=AT + LONGEST_WAIT).is_late
    assert with_people(at=AT + LONGEST_WAIT + timedelta(seconds=1)).is_late
