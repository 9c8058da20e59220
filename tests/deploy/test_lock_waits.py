"""Waits for locks are seen as they are, and round robins that start make nobody wait."""

import threading

import pytest
from django.db import connection, transaction

from clubs.models import Player
from deploy.bench.cups import announce_cup
from deploy.bench.lock_waits import LockWaits, watched_locks
from deploy.bench.round_robins import PLAN, seconds_of_plan
from deploy.rest.clock import database_now
from tournaments.models import SeatingPlan
from tournaments.tournaments import start


def test_a_wait_is_seen_once(own_database: str) -> None:
    player = Player.objects.create(username="nora", name="Nora Daly")

    def wait() -> None:
        with transaction.atomic():
            Player.objects.select_for_update().get(pk=player.pk)
        connection.close()

    waiting, waits = threading.Thread(target=wait), LockWaits()
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        waiting.start()
        while not waits.seconds:
            waits.look()
        waits.look()
    waiting.join()

    [seconds] = waits.seconds.values()
    assert waits.longest == seconds > 0


def test_nobody_waits_where_nothing_is_locked(own_database: str) -> None:
    with watched_locks() as waits:
        Player.objects.create(username="nora", name="Nora Daly")

    assert (waits.long, waits.longest) == (0, 0)


@pytest.mark.parametrize(("seconds", "long"), [((0.1, 0.2), 0), ((0.1, 0.21, 5), 2)])
def test_long_waits_are_counted(seconds: tuple[float, ...], long: int) -> None:
    waits = LockWaits({(pid, "then"): one for pid, one in enumerate(seconds)})

    assert waits.long == long


@pytest.mark.django_db
def test_the_figure_of_before_searches_for_the_plan_again() -> None:
    cup = announce_cup(10, stage=PLAN, at=database_now())
    start(cup, at=database_now())

    assert seconds_of_plan(cup) > 0
    assert SeatingPlan.objects.filter(stage__tournament=cup).count() == 1
