"""What fails while people play costs a sweep, never a chip: real workers, killed for real."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
import redis
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count

from clubs.models import Night
from clubs.nights import close_night
from deploy.demo.club import DemoClub, open_demo_club
from deploy.demo.night import DEALS_LIMIT, start_night
from deploy.rest.clock import database_now
from deploy.supervisor import BOTS_PROCESSES, Supervisor, bots, workers
from games.models import Deal, Table
from games.reasons import POOL_WON, STAKE, TOP_UP
from ledger.audit import check_books
from ledger.models import Transfer

PATIENCE_SECONDS = 90
SILENT_SECONDS = 15  # A worker waits two for the answer to each message and acknowledgement.


class Evening:
    """A demo's night on a database of its own, with a worker and a beat that may be killed."""

    def __init__(self, supervisor: Supervisor, demo: DemoClub, night: Night) -> None:
        self.supervisor = supervisor
        self.demo = demo
        self.night = night
        self.tables = Table.objects.filter(night_table__round__night=night)

    def settled(self) -> int:
        count: int = Deal.objects.filter(table__in=self.tables).settled().count()
        return count

    def wait(self, is_so: Callable[[], bool], *, meanwhile: Callable[[], object] = int) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            assert time.monotonic() < deadline, f"{self.settled()} deals settled, then nothing"
            meanwhile()
            time.sleep(0.02)

    def wait_for_the_end(self, *, meanwhile: Callable[[], object] = int) -> None:
        self.wait(lambda: not self.tables.open().exists(), meanwhile=meanwhile)


@pytest.fixture
def evening(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Everybody is seated, and nothing was dealt yet."""
    monkeypatch.setenv("DATABASE_URL", own_database)
    at: datetime = database_now()
    demo = open_demo_club(at=at)
    night = start_night(demo, at=at)
    with Supervisor(print) as supervisor:
        yield Evening(supervisor, demo, night)


def check_evening(evening: Evening) -> None:
    """All deals were played, each was paid once, and every chip is there."""
    close_night(evening.night, at=database_now())
    deals = Deal.objects.filter(table__in=evening.tables)

    assert deals.count() == evening.settled() == evening.tables.count() * DEALS_LIMIT
    stakes = Transfer.objects.filter(reason__in=[STAKE, TOP_UP])
    assert stakes.count() == deals.count()
    won = deals.exclude(outcome_json__kind__in=["spoilt", "jink_failed"]).count()
    assert Transfer.objects.filter(reason=POOL_WON).count() == won
    assert not deals.annotate(leads=Count("actions")).filter(leads__lt=3).exists()
    assert check_books() == []
    members = evening.demo.club.members.select_related("purse")
    assert sum(member.purse.balance for member in members) == 23 * 120


def test_a_worker_killed_in_the_middle_costs_nothing(evening: Evening) -> None:
    supervisor = evening.supervisor
    supervisor.start(*workers())
    evening.wait(lambda: evening.settled() >= 5)

    supervisor.kill("bots")
    at_the_kill = evening.settled()
    supervisor.start(bots())
    evening.wait_for_the_end()

    assert at_the_kill < evening.tables.count() * DEALS_LIMIT
    check_evening(evening)


def test_a_broker_wiped_all_the_time_costs_nothing(evening: Evening) -> None:
    evening.supervisor.start(*workers())
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        evening.wait_for_the_end(meanwhile=broker.flushall)

    check_evening(evening)


def waiting_for_rows() -> int:
    """How many locks of transactions are waited for."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        (count,) = cursor.fetchone()
    return int(count)


def test_a_broker_that_falls_silent_when_all_are_at_work_costs_nothing(evening: Evening) -> None:
    """It cannot be told that the work was done, and yet the worker takes more when it speaks."""
    with redis.Redis.from_url(settings.REDIS_URL) as broker, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_deal IN SHARE MODE")  # Nothing is dealt.
        evening.supervisor.start(*workers())
        evening.wait(lambda: waiting_for_rows() == BOTS_PROCESSES)
        broker.client_pause(SILENT_SECONDS * 1000, all=True)
    evening.wait(lambda: evening.settled() >= 5)

    assert check_books() == []
