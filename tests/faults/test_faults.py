"""What fails while people play over HTTP costs nobody a card, a turn or a chip.

Real processes, killed for real; each test tells what it counted. With EVERYTHING=1 they play more
deals, and `manage.py bench soak` plays far more.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest
import redis
from django.conf import settings
from django.db import connection

from deploy.bench.database_server import DatabaseServer
from deploy.bench.people import Order
from deploy.bench.ports import HOST, free_port
from deploy.supervisor import Supervisor, beat, live, sweep, worker
from games.models import Heartbeat
from tests.deploy.bare_streams import token_of
from tests.deploy.streams import spectator
from tests.faults.followers import following
from tests.faults.hall import TURN_SECONDS, party
from tests.lengths import part
from tests.services import HastySupervisor

FROZEN_SECONDS = part(TURN_SECONDS + 6, of=30)
STOPPED_SECONDS = TURN_SECONDS + 4


@pytest.fixture
def supervisor(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setenv("DATABASE_URL", own_database)
    with HastySupervisor(lambda *_: None) as running:
        yield running


def test_every_process_killed_in_turn(supervisor: Supervisor, tell: Callable[[str], None]) -> None:
    """Also for who listens all the while: the seat of a person, and a spectator."""
    port = free_port()
    stream, deals, kills = live(HOST, port), part(30, of=90), part(7, of=12)
    supervisor.start(stream)
    with party(supervisor, tables=5, people=1, deals=deals) as guests:
        table, seat = guests.hall.tables[0], guests.people[0]
        tokens = {"a seat": token_of(seat.player), "a spectator": token_of(spectator())}
        programs = {"web": guests.web, "live": stream} | {
            program.name: program for program in (worker(), sweep(), beat())
        }
        killed: list[str] = []

        def kill_the_next(settled: int) -> None:
            if settled >= deals // 15 * (len(killed) + 1) and len(killed) < kills:
                name = list(programs)[len(killed) % len(programs)]
                supervisor.kill(name)
                killed.append(name)
                supervisor.start(programs[name])

        with following(port, table, tokens) as followers:
            guests.play(kill_the_next)
            heard = [one.report() for one in followers]

    tell(guests.report(f"{len(killed)} kills of {', '.join(programs)}"))
    for line in heard:
        tell(line)
    assert len(killed) == kills
    assert all(one.streams > 2 for one in followers)  # Their table may close before the last kill.


def test_the_database_killed(
    database_server: DatabaseServer, monkeypatch: pytest.MonkeyPatch, tell: Callable[[str], None]
) -> None:
    """Whoever asks it is told to ask again, and all that anybody was told is still there."""
    monkeypatch.setenv("DATABASE_URL", database_server.url)
    deals, kills = part(15, of=40), part(3, of=6)
    killed: list[int] = []

    def kill(settled: int) -> None:
        if settled >= deals // (kills + 1) * (len(killed) + 1) and len(killed) < kills:
            connection.close()
            database_server.kill()
            database_server.start()
            killed.append(settled)

    with (
        HastySupervisor(lambda *_: None) as supervisor,
        party(supervisor, tables=5, people=2, deals=deals) as guests,
    ):
        guests.play(kill)
        told = guests.report(f"{len(killed)} kills of the database")

    tell(told)
    assert len(killed) == kills


def test_the_broker_wiped_every_second(supervisor: Supervisor, tell: Callable[[str], None]) -> None:
    wiped: list[float] = []
    with (
        redis.Redis.from_url(settings.REDIS_URL) as broker,
        party(supervisor, tables=5, people=2, deals=part(10, of=30)) as guests,
    ):

        def wipe(_: int) -> None:
            if not wiped or time.monotonic() - wiped[-1] >= 1:
                broker.flushall()
                wiped.append(time.monotonic())

        guests.play(wipe)

    tell(guests.report(f"{len(wiped)} times FLUSHALL"))


def test_the_broker_frozen(supervisor: Supervisor, tell: Callable[[str], None]) -> None:
    """For longer than anybody's turn lasts: play rests, and nobody's time runs out."""
    frozen: list[float] = []
    with (
        redis.Redis.from_url(settings.REDIS_URL) as broker,
        party(supervisor, tables=5, people=2, deals=part(10, of=30)) as guests,
    ):

        def freeze(settled: int) -> None:
            if settled >= 5 and not frozen:
                broker.client_pause(FROZEN_SECONDS * 1000, all=True)
                frozen.append(time.monotonic())

        guests.play(freeze)

    tell(guests.report(f"broker frozen for {FROZEN_SECONDS} s"))
    assert frozen
    assert time.monotonic() - frozen[0] > FROZEN_SECONDS


def test_a_process_of_the_web_that_stands_still(
    supervisor: Supervisor, tell: Callable[[str], None]
) -> None:
    """For longer than anybody's turn lasts, while the other one answers."""
    stopped: list[int] = []
    with party(supervisor, tables=2, people=6, deals=part(8, of=12)) as guests:

        def stop(settled: int) -> None:
            if settled < 2 or stopped:
                return
            parts = Heartbeat.objects.filter(part__startswith="web ").values_list("part", flat=True)
            stopped.extend(int(part.split()[2]) for part in parts[:1])
            os.kill(stopped[0], signal.SIGSTOP)
            time.sleep(STOPPED_SECONDS)
            os.kill(stopped[0], signal.SIGCONT)

        guests.play(stop)

    tell(guests.report(f"one of two processes of the web stopped for {STOPPED_SECONDS} s"))
    assert stopped


def test_a_web_that_is_gone(supervisor: Supervisor, tell: Callable[[str], None]) -> None:
    """Killed with all its processes, and started again when everybody's turn would be over."""
    killed: list[int] = []
    with party(supervisor, tables=2, people=6, deals=part(8, of=12)) as guests:

        def kill(settled: int) -> None:
            if settled < 2 or killed:
                return
            supervisor.kill("web")
            time.sleep(STOPPED_SECONDS)
            supervisor.start(guests.web)
            killed.append(settled)

        guests.play(kill)

    tell(guests.report(f"no web for {STOPPED_SECONDS} s"))
    assert killed


def test_two_workers_two_beats_and_two_sweeps(
    supervisor: Supervisor, tell: Callable[[str], None]
) -> None:
    """Two of each ask and answer for the same tables."""
    with party(supervisor, tables=5, people=2, deals=part(10, of=30)) as guests:
        others = worker("second worker"), beat("second beat"), sweep("second sweep")
        supervisor.start(*others)
        guests.play()

    tell(guests.report("two workers, beats and sweeps"))


def test_requests_twice_and_out_of_order(
    supervisor: Supervisor, tell: Callable[[str], None]
) -> None:
    with party(supervisor, tables=5, people=2, deals=part(10, of=30), again=0.5) as guests:
        guests.play()

    tell(guests.report("requests sent twice, and old ones again"))
    assert sum(one.repeated for one in guests.people) > part(10, of=30)


def test_a_whole_game_over_http(supervisor: Supervisor, tell: Callable[[str], None]) -> None:
    """Four programs and a bot; the counter that all of these tests rely on can fail."""
    with party(supervisor, tables=1, people=4, deals=part(6, of=12)) as guests:
        guests.play()

    tell(guests.report("four programs and one bot"))
    assert len(guests.people) == 4
    assert all(one.journal.orders for one in guests.people)

    deal = guests.hall.tables[0].deals.order_by("-number")[0]
    guests.people[0].journal.add(Order(deal.pk, 99, "play 5H"))
    with pytest.raises(AssertionError):
        guests.report("an action that nobody took")
