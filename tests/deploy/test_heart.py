"""The web's sign of life: given where requests are answered, and only there."""

import http.client
import os
import signal
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import psycopg
import pytest
from django.db import connection

from deploy.bench.ports import HOST, free_port
from deploy.demo.web import wait_for_page
from deploy.heart import Heart
from deploy.ports import PROC, parent_of
from deploy.supervisor import Program, Supervisor, live, web, whole_web
from games.models import Heartbeat
from tests.deploy.listeners import wait_for
from tests.services import HastySupervisor

PATIENCE_SECONDS = 30
SIGN = "web "


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, list(Heartbeat.objects.values())
        time.sleep(0.02)


def signs() -> dict[str, Any]:
    return dict(Heartbeat.objects.filter(part__startswith=SIGN).values_list("part", "at"))


class Server(socketserver.ThreadingTCPServer):
    """Real requests from a real port to a heart, as many at once as come."""

    daemon_threads = True

    def __init__(self, heart: Heart) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                environ = {"PATH_INFO": self.path}
                if "X-Heart" in self.headers:
                    environ["HTTP_X_HEART"] = self.headers["X-Heart"]
                answer = b"".join(heart(environ, lambda *_: None))
                self.send_response(200)
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: Any) -> None:
                pass

        super().__init__((HOST, 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


@pytest.fixture
def heart() -> Iterator[Heart]:
    heart = Heart(lambda *_: [b""])
    stop = threading.Event()
    thread = threading.Thread(target=heart.beat_on, args=(stop,))
    thread.start()
    yield heart
    stop.set()
    thread.join(timeout=PATIENCE_SECONDS)
    assert not thread.is_alive()


def test_the_web_gives_a_sign_even_after_its_connection_was_lost(
    own_database: str, heart: Heart
) -> None:
    with Server(heart) as server:
        wait_until(lambda: bool(signs()))
        connection.close()
        with psycopg.connect(own_database) as owner:
            owner.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        Heartbeat.objects.all().delete()
        wait_until(lambda: bool(signs()))
        server.shutdown()


def test_a_thread_that_lives_is_no_sign(own_database: str, heart: Heart) -> None:
    """Nobody listens anywhere yet: the heart beats, and tells nobody so."""
    time.sleep(3)

    assert not signs()


@pytest.fixture
def supervisor(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setenv("DATABASE_URL", own_database)
    with HastySupervisor(lambda *_: None) as running:
        yield running


@pytest.mark.parametrize("program_of", [web, whole_web])
def test_each_process_of_the_web_gives_signs_of_its_own(
    supervisor: Supervisor, program_of: Callable[[str, int], Program]
) -> None:
    """One that stands still is missed, and one that was killed is replaced."""
    port = free_port()
    supervisor.start(program_of(HOST, port))
    wait_for_page(f"http://{HOST}:{port}/livez", supervisor.check)
    wait_until(lambda: len(signs()) == 2)
    stopped, killed = sorted(signs())

    os.kill(int(stopped.split()[2]), signal.SIGSTOP)
    time.sleep(1)
    before = signs()
    wait_until(lambda: signs()[killed] > before[killed])
    assert signs()[stopped] == before[stopped]
    os.kill(int(stopped.split()[2]), signal.SIGCONT)
    wait_until(lambda: signs()[stopped] > before[stopped])

    os.kill(int(killed.split()[2]), signal.SIGKILL)
    wait_until(lambda: killed not in signs() and len(signs()) == 2)


@pytest.mark.parametrize("program_of", [web, whole_web])
def test_a_web_whose_threads_are_all_stuck_gives_no_sign(
    supervisor: Supervisor, own_database: str, program_of: Callable[[str, int], Program]
) -> None:
    port = free_port()
    supervisor.start(program_of(HOST, port))
    wait_for_page(f"http://{HOST}:{port}/livez", supervisor.check)
    wait_until(lambda: len(signs()) == 2)

    def ask() -> None:
        line = http.client.HTTPConnection(HOST, port, timeout=PATIENCE_SECONDS)
        line.request("GET", "/api/v1/clubs", headers={"Authorization": "Token " + "a" * 64})
        line.getresponse().read()
        line.close()

    asking = [threading.Thread(target=ask) for _ in range(48)]
    with psycopg.connect(own_database) as owner:
        owner.execute("LOCK TABLE clubs_token IN ACCESS EXCLUSIVE MODE")
        for thread in asking:
            thread.start()
        time.sleep(3)
        before = signs()
        time.sleep(2)
        assert signs() == before
    wait_until(lambda: all(at > before[part] for part, at in signs().items()))
    for thread in asking:
        thread.join()


@pytest.mark.parametrize("program_of", [web, whole_web])
def test_workers_end_with_the_main_process_of_the_web(
    supervisor: Supervisor, program_of: Callable[[str, int], Program]
) -> None:
    port = free_port()
    supervisor.start(program_of(HOST, port))
    wait_for_page(f"http://{HOST}:{port}/livez", supervisor.check)
    wait_until(lambda: len(signs()) == 2)
    main = supervisor.child("web")
    workers = [int(part.split()[2]) for part in signs()]
    assert {parent_of(worker) for worker in workers} == {main.pid}

    main.kill()
    main.wait()

    wait_until(lambda: not any(is_running(worker) for worker in workers))


def test_the_worker_of_the_streams_ends_with_its_main_process(supervisor: Supervisor) -> None:
    port = free_port()
    supervisor.start(live(HOST, port))
    wait_for(port)
    main = supervisor.child("live")
    numbers = [int(path.name) for path in PROC.glob("[0-9]*")]
    workers = [number for number in numbers if parent_of(number) == main.pid]
    assert workers

    main.kill()
    main.wait()

    wait_until(lambda: not any(is_running(worker) for worker in workers))


def is_running(process: int) -> bool:
    """Also a process that has ended has a number until somebody asks how."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
