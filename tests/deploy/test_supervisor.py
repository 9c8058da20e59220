"""The supervisor refuses a port that is taken and names a program that died."""

import socket
import subprocess
import sys
import time
from pathlib import Path
from queue import Queue

import pytest
from django.conf import settings

from deploy.bench.ports import free_port
from deploy.paths import BIN_DIR
from deploy.supervisor import (
    PortTaken,
    Program,
    ProgramDied,
    Supervisor,
    bots,
    live,
    web,
    whole_web,
    worker,
    workers,
)


def test_a_port_that_is_taken_is_refused() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()

        with pytest.raises(PortTaken, match="--port"):
            web("127.0.0.1", other.getsockname()[1])


def test_a_program_that_dies_is_named_and_its_last_words_are_heard() -> None:
    heard: list[tuple[str, str]] = []
    with Supervisor(lambda name, line: heard.append((name, line))) as supervisor:
        code = "print('out of cards'); raise SystemExit(3)"
        supervisor.start(Program("dealer", (sys.executable, "-c", code)))
        supervisor.child("dealer").wait(20)

        with pytest.raises(ProgramDied, match="dealer ended with status 3"):
            supervisor.check()

    deadline = time.monotonic() + 20
    while not heard and time.monotonic() < deadline:
        time.sleep(0.01)
    assert heard == [("dealer", "out of cards")]


def test_a_program_logs_in_as_its_service() -> None:
    heard: list[str] = []
    with Supervisor(lambda _, line: heard.append(line)) as supervisor:
        code = "import os; print(os.environ['DATABASE_LOGIN'])"
        supervisor.start(Program("dealer", (sys.executable, "-c", code), "worker"))
        supervisor.child("dealer").wait(20)

    deadline = time.monotonic() + 20
    while not heard and time.monotonic() < deadline:
        time.sleep(0.01)
    assert heard == ["worker"]


def test_each_program_that_asks_the_database_has_a_service() -> None:
    programs = [program("127.0.0.1", free_port()) for program in (web, live, whole_web)]

    assert {program.login for program in programs} == {"web"}
    assert {program.login for program in workers()} == {"worker"}
    assert len({program.name for program in workers()}) == 4


def test_no_process_that_plays_bots_sweeps_or_serves_a_clock() -> None:
    queues = [
        set(program.command[program.command.index("-Q") + 1].split(","))
        for program in (worker(), bots())
    ]

    assert queues == [{"sweep", "play"}, {"bots"}]
    assert {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()} == set.union(*queues)


def test_programs_are_stopped_with_the_block() -> None:
    with Supervisor(print) as supervisor:
        supervisor.start(Program("sleeper", (sys.executable, "-c", "import time; time.sleep(99)")))
        child = supervisor.child("sleeper")
        assert child.poll() is None

    assert child.poll() is not None


def test_a_program_that_had_been_well_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.supervisor.WELL_SECONDS", 0)
    heard: list[str] = []
    with Supervisor(lambda name, line: heard.append(f"{name} {line}")) as supervisor:
        supervisor.start(Program("sleeper", (sys.executable, "-c", "import time; time.sleep(99)")))
        first = supervisor.child("sleeper")
        first.kill()
        first.wait()

        supervisor.check()

        assert supervisor.child("sleeper").pid != first.pid
        assert supervisor.child("sleeper").poll() is None
    assert heard == ["sleeper ended with status -9; starting it again."]


WITH_A_CHILD = """
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"]).pid, flush=True)
time.sleep(99)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a process what it does")
def test_what_a_dead_program_left_behind_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its children hold its port, or work off its tasks beside those of the new one."""
    monkeypatch.setattr("deploy.supervisor.WELL_SECONDS", 0)
    heard: Queue[str] = Queue()
    with Supervisor(lambda _, line: heard.put(line)) as supervisor:
        supervisor.start(Program("parent", (sys.executable, "-c", WITH_A_CHILD)))
        left = int(heard.get(timeout=30))
        assert lives(left)
        first = supervisor.child("parent")
        first.kill()
        first.wait()

        supervisor.check()

        deadline = time.monotonic() + 30
        while lives(left) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not lives(left)


def lives(process: int) -> bool:
    """Whether it runs; one that has ended and waits for its parent does not."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


LISTEN = """
import socket, sys, time
line = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print("listening", flush=True)
time.sleep(99)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who listens")
@pytest.mark.parametrize(
    ("pretended", "said"),
    [
        (
            str(BIN_DIR / "granian"),
            "a web process that a command of this project left behind: end it with `kill ",
        ),
        ("elsewhere", "by process "),
    ],
)
def test_a_web_that_lost_its_command_is_named(pretended: str, said: str) -> None:
    """Whoever has our granian's name, and no `manage.py` above it."""
    port = free_port()
    command = [sys.executable, "-c", LISTEN, str(port), pretended]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "listening\n"
        with pytest.raises(PortTaken) as refusal:
            web("127.0.0.1", port)
        other.kill()

    assert said in str(refusal.value)
    assert str(other.pid) in str(refusal.value)
    assert "--port" in str(refusal.value)
