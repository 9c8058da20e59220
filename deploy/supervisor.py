"""The processes of the service in one terminal: started in order, watched, stopped in reverse."""

import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from deploy.embedded.processes import spawn, stop
from deploy.places import BIN_DIR, PROJECT_DIR
from ledger.apps import APPLICATION_ROLE

WEB_WORKERS = 2
WORKER_PROCESSES = 3  # One of them sweeps most of the time, and sleeps over it.
MOST_STREAMS = 10_000  # Of one process; granian counts an open one as a request at work.
KILL_SECONDS = 3  # What granian waits for workers whose streams do not end.


@dataclass(frozen=True)
class Program:
    """One process of the service, by the name under which people know it."""

    name: str
    command: tuple[str, ...]


def web(host: str, port: int, *, application: str = "deploy.wsgi:application") -> Program:
    """Ordinary views under WSGI; few threads, since each holds a connection to PostgreSQL.

    Raises:
        PortTaken: another program listens there.
    """
    _check_free(host, port)
    return Program(
        "web",
        (
            *(str(BIN_DIR / "granian"), "--interface", "wsgi", application),
            *("--host", host, "--port", str(port), "--workers", str(WEB_WORKERS)),
            *("--blocking-threads", "4", "--workers-kill-timeout", str(KILL_SECONDS), "--no-ws"),
        ),
    )


def live(host: str, port: int, *, application: str = "deploy.asgi:application") -> Program:
    """Streams under ASGI: one process tells any number of listeners.

    Raises:
        PortTaken: another program listens there.
    """
    return _asgi("live", application, host, port, workers=1)


def whole_web(host: str, port: int) -> Program:
    """Ordinary views and streams behind one port, for one terminal.

    Raises:
        PortTaken: another program listens there.
    """
    factory = "deploy.one_port:application"
    return _asgi("web", factory, host, port, "--factory", workers=WEB_WORKERS)


def _asgi(
    name: str, application: str, host: str, port: int, *options: str, workers: int
) -> Program:
    _check_free(host, port)
    return Program(
        name,
        (
            *(str(BIN_DIR / "granian"), "--interface", "asgi", application),
            *("--host", host, "--port", str(port), "--workers", str(workers)),
            *(
                "--backpressure",
                str(MOST_STREAMS),
                "--workers-kill-timeout",
                str(KILL_SECONDS),
                "--no-ws",
                *options,
            ),
        ),
    )


def _check_free(host: str, port: int) -> None:
    """granian would share the port with another program."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(
                f"Port {port} is taken: stop what uses it, or name another with --port."
            ) from error


def worker(name: str = "worker") -> Program:
    """Prefork: the pool of threads knows neither time limits nor a lost worker."""
    options = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING")
    queues = ("-Q", "sweep,play", "-c", str(WORKER_PROCESSES))
    return Program(name, (*_celery(), "worker", *queues, *options))


def beat(name: str = "beat") -> Program:
    """Its schedule is in the settings and it remembers nothing."""
    return Program(name, (*_celery(), "beat", "--pidfile=", "-l", "WARNING"))


def _celery() -> tuple[str, ...]:
    return (str(BIN_DIR / "celery"), "--quiet", "-A", "deploy.celery")


class PortTaken(Exception):
    """The web cannot listen where it should."""


class ProgramDied(Exception):
    """A process of the service ended by itself; the message names it."""


class Supervisor:
    """Keeps programs running for the length of a `with` block.

    Args:
        hear: Told every line that a program prints, with the program's name.
    """

    def __init__(self, hear: Callable[[str, str], None]) -> None:
        self._hear = hear
        self._children: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for name in reversed(list(self._children)):
            self.stop(name)

    def start(self, *programs: Program) -> None:
        for program in programs:
            child = spawn(
                list(program.command),
                output=subprocess.PIPE,
                stop_signal=signal.SIGTERM,
                folder=PROJECT_DIR,
                environ=os.environ | {"DATABASE_ROLE": APPLICATION_ROLE},
            )
            self._children[program.name] = child
            threading.Thread(target=self._listen, args=(program.name, child), daemon=True).start()

    def stop(self, name: str) -> None:
        stop(self._children.pop(name), signal.SIGTERM)

    def kill(self, name: str) -> None:
        """End a program as a crash would, all its processes at once."""
        child = self._children.pop(name)
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()

    def child(self, name: str) -> subprocess.Popen[bytes]:
        return self._children[name]

    def check(self) -> None:
        """Raises:
        ProgramDied: a program that nobody stopped has ended.
        """
        for name, child in self._children.items():
            if (status := child.poll()) is not None:
                raise ProgramDied(f"{name} ended with status {status}; its last words are above.")

    def _listen(self, name: str, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None
        with child.stdout as lines:
            for line in lines:
                self._hear(name, line.decode(errors="replace").rstrip())
