"""Half an hour in which a random process is killed every 20 seconds while people play on.

`--quick` is a minute. People keep journals of what they were told is done, and these are counted
against the rows at the end.
"""

import os
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from django.core.management import call_command
from django.db import connection, connections
from django.db.models import Count

from clubs.reasons import GIFT
from deploy.bench.crowd import Crowd, gather_crowd, journal_path
from deploy.bench.database_server import DatabaseServer
from deploy.bench.footprints import Footprint, footprint
from deploy.bench.measures import Measure, at_most
from deploy.bench.people import read_journal
from deploy.bench.ports import HOST, free_port
from deploy.bench.victims import Broker, Victims
from deploy.demo.web import wait_for_page
from deploy.embedded.addresses import DATABASE, environment, socket_directory
from deploy.rest.clock import database_now
from deploy.supervisor import Supervisor, live, web, workers
from games.models import Action, Table
from ledger.audit import check_books
from ledger.models import Transfer

KILL_SECONDS, SAMPLE_SECONDS, QUIET_SECONDS = 20.0, 4.0, 30.0
OVERDUE = timedelta(seconds=10)
MOST_GROWTH = 1.05


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """What was lost, done twice or left lying, and what grew after a third of the time."""
    seconds = 60.0 if is_quick else 1800.0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="spoil-five-soak-")))
        database = stack.enter_context(_database(folder))
        port = free_port()
        crowd = gather_crowd(folder, f"{HOST}:{port}")
        programs = [web(HOST, port), live(HOST, free_port()), *workers()]
        broker = Broker(folder)
        stack.callback(broker.stop)
        supervisor = stack.enter_context(Supervisor(lambda *_: None))
        victims = Victims(supervisor, programs, database, broker, Random(seconds))
        wait_for_page(f"http://{HOST}:{port}/livez", supervisor.check)
        crowd.begin()
        try:
            samples = list(_soak(crowd, victims, database.url, seconds))
        finally:
            crowd.end()
        ended_at = database_now()
        _wait(QUIET_SECONDS, victims)
        for name, times in sorted(Counter(victims.killed).items()):
            yield Measure(f"killed in {seconds / 60:g} minutes: {name}", times)
        yield from _lost_and_doubled(crowd, folder)
        yield from _left_lying(crowd, ended_at)
        yield from _growth(samples, seconds)


def _soak(
    crowd: Crowd, victims: Victims, url: str, seconds: float
) -> Iterator[tuple[float, Footprint]]:
    """Footprints with the seconds since the beginning, while somebody is killed now and then."""
    began = time.monotonic()
    pause = min(KILL_SECONDS, seconds / 8)
    kills = (began + pause * count for count in range(1, 1 + int(seconds // pause)))
    next_kill = next(kills)
    while (passed := time.monotonic() - began) < seconds and not crowd.errors:
        if time.monotonic() >= next_kill:
            connections.close_all()
            victims.kill_one()
            next_kill = next(kills, began + 2 * seconds)
        victims.start_what_ended()
        if found := footprint(victims.sessions, url):
            yield passed, found
        time.sleep(min(SAMPLE_SECONDS, pause / 4))
    if crowd.errors:
        raise crowd.errors[0]


def _lost_and_doubled(crowd: Crowd, folder: Path) -> Iterator[Measure]:
    journals = [read_journal(journal_path(folder, one.player)) for one in crowd.people]
    told = set().union(*journals)
    rows = Action.objects.filter(by=Action.By.PLAYER).values_list("deal", "ply", "text")
    plies = Action.objects.filter(is_public=True).values("deal", "ply")
    twice = plies.annotate(rows=Count("pk")).filter(rows__gt=1).count()
    given = set().union(*(giver.given for giver in crowd.givers))
    gifts = Transfer.objects.filter(reason=GIFT)
    kept = {key for key in given if gifts.filter(key__endswith=f":{key}").exists()}
    asked = sum(len(giver.asked) for giver in crowd.givers)
    yield Measure("actions acknowledged, by the journals", len(told))
    yield Measure("acknowledged actions lost", len(told - set(rows)), goal=at_most(0))
    yield Measure("actions done twice", twice, goal=at_most(0))
    yield Measure("gifts acknowledged", len(given))
    yield Measure("acknowledged gifts lost", len(given - kept), goal=at_most(0))
    yield Measure("gifts done twice", max(0, gifts.count() - asked), goal=at_most(0))
    yield Measure("faults found in the books", len(check_books()), goal=at_most(0))


def _left_lying(crowd: Crowd, ended_at: datetime) -> Iterator[Measure]:
    overdue = Table.objects.due(database_now() - OVERDUE).count()
    clock = Action.objects.filter(by=Action.By.CLOCK, at__lt=ended_at).count()
    unanswered = sum(one.unanswered for one in [*crowd.people, *crowd.givers])
    yield Measure("tables overdue by ten seconds at the end", overdue, goal=at_most(0))
    yield Measure("requests that nobody answered, asked again", unanswered)
    yield Measure("cards played by the clock for people who were there", clock)


def _growth(samples: list[tuple[float, Footprint]], seconds: float) -> Iterator[Measure]:
    """The last tenth beside the tenth that ends a third through, median against median."""
    early, late = (
        [found for passed, found in samples if end - seconds / 10 <= passed <= end]
        for end in (seconds / 3, seconds)
    )
    for name, unit in (("memory_bytes", 2**20), ("open_files", 1), ("connections", 1)):
        now, then = (
            statistics.median(getattr(one, name) for one in some) / unit for some in (late, early)
        )
        text = name.replace("_bytes", ", MB").replace("_", " ")
        yield Measure(f"the service's {text}, at the end", now, then, "a third through",
                      at_most(MOST_GROWTH))  # fmt: skip


@contextmanager
def _database(folder: Path) -> Iterator[DatabaseServer]:
    """The default database, for us and our children, is a server of its own that may be killed."""
    server = DatabaseServer(folder)
    settings = dict(connection.settings_dict)
    addresses = environment(folder)
    given = {name: addresses[name] for name in ("DATABASE_URL", "REDIS_URL")}
    with patch.dict(os.environ, given | {"PAUSES_BETWEEN_DEALS": "false"}):
        connections.close_all()
        connection.settings_dict |= {"NAME": DATABASE, "HOST": str(socket_directory(folder))}
        call_command("migrate", verbosity=0)
        try:
            yield server
        finally:
            connections.close_all()
            connection.settings_dict.update(settings)
            server.stop()


def _wait(seconds: float, victims: Victims) -> None:
    """Until what is due has had its time; whatever ended meanwhile is started again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        victims.start_what_ended()
        time.sleep(1)
    connections.close_all()
