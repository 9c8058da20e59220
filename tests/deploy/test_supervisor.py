"""The supervisor refuses a port that is taken and names a program that died."""

import socket
import sys
import time

import pytest

from deploy.supervisor import PortTaken, Program, ProgramDied, Supervisor, web


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


def test_programs_are_stopped_with_the_block() -> None:
    with Supervisor(print) as supervisor:
        supervisor.start(Program("sleeper", (sys.executable, "-c", "import time; time.sleep(99)")))
        child = supervisor.child("sleeper")
        assert child.poll() is None

    assert child.poll() is not None
