"""The processes of the service in one terminal: started in order, watched, stopped in reverse."""

import contextlib
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from deploy.embedded.processes import spawn, stop
from deploy.paths import BIN_DIR, PROJECT_DIR
from deploy.ports import command_of, listeners, parent_of

WEB_WORKERS = 2
WORKER_PROCESSES = BOTS_PROCESSES = 2
MOST_STREAMS = 10_000  # Of one process; granian counts an open one as a request at work.
WELL_SECONDS = 10  # What ends sooner would only end again.
HEADER_SECONDS = 10  # In which the headers of a request have to come.
KILL_SECONDS = 3  # What granian waits for workers whose streams do not end.


@dataclass(frozen=True)
class Program:
    """One process of the service, by the name under which people know it.

    Args:
        login: Its service among `deploy.database.roles`; empty where it asks no database.
    """

    name: str
    command: tuple[str, ...]
    login: str = ""


def web(host: str, port: int, *, application: str = "deploy.web:application") -> Program:
    """Ordinary views, in few threads, since each holds a connection to PostgreSQL.

    Raises:
        PortTaken: another program listens there.
    """
    return _asgi("web", application, host, port, workers=WEB_WORKERS)


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
                "--respawn-failed-workers",
                "--no-ws",
                "--http1-header-read-timeout",
                str(HEADER_SECONDS * 1000),
                *options,
            ),
        ),
        "web",
    )


def _check_free(host: str, port: int) -> None:
    """granian would share the port with another program."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(_who_has(port)) from error


def _who_has(port: int) -> str:
    """Who it is, and what to do about it."""
    held = [process for process in listeners(port) if process != os.getpid()]
    ours = [process for process in held if str(BIN_DIR / "granian") in command_of(process)]
    if not ours:
        whose = f" by process {held[0]} ({command_of(held[0]).strip()[:80]})" if held else ""
        return f"Port {port} is taken{whose}: stop it, or name another port with --port."
    starters = {parent_of(process) for process in ours} - set(ours)
    mains = {one for one in starters if str(BIN_DIR / "granian") in command_of(one)}
    commands = {parent_of(main) for main in mains or ours}
    running = [str(one) for one in sorted(commands) if "manage.py" in command_of(one)]
    if running:
        return (
            f"Port {port} is taken by another command of this project, process "
            f"{' and '.join(running)}: stop that one, or name another port with --port."
        )
    left = " ".join(map(str, sorted(mains) or ours))
    return (
        f"Port {port} is taken by a web process that a command of this project left "
        f"behind: end it with `kill {left}`, or name another port with --port."
    )


def workers() -> tuple[Program, ...]:
    """Whatever goes on without anybody's asking."""
    return worker(), bots(), beat(), sweep()


def worker(name: str = "worker") -> Program:
    """Serves clocks, tables with people, and all sweeps but that of the tables."""
    return _pool(name, "sweep,play", WORKER_PROCESSES)


def bots(name: str = "bots") -> Program:
    """Plays at tables of bots alone, and serves nobody else: they can keep it busy for long."""
    return _pool(name, "bots", BOTS_PROCESSES)


def _pool(name: str, queues: str, processes: int) -> Program:
    """Prefork: the pool of threads knows neither time limits nor a lost worker."""
    named = ("-n", f"{name.replace(' ', '-')}@%h", "-Q", queues, "-c", str(processes))
    options = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING")
    return Program(name, (*_celery(), "worker", *named, *options), "worker")


def sweep(name: str = "sweep") -> Program:
    """Finds what is due at the tables, and sends workers there."""
    manage = (str(BIN_DIR / "python"), str(PROJECT_DIR / "manage.py"))
    return Program(name, (*manage, "sweep"), "worker")


def beat(name: str = "beat") -> Program:
    """Its schedule is in the settings and it remembers nothing."""
    return Program(name, (*_celery(), "beat", "--pidfile=", "-l", "WARNING"), "worker")


def _celery() -> tuple[str, ...]:
    return (str(BIN_DIR / "celery"), "--quiet", "-A", "deploy.celery")


class PortTaken(Exception):
    """The web cannot listen where it should."""


class ProgramDied(Exception):
    """A process of the service ended by itself; the message names it."""


@dataclass(frozen=True)
class Child:
    """A program at work."""

    program: Program
    process: subprocess.Popen[bytes]
    began: float


class Supervisor:
    """Keeps programs running for the length of a `with` block.

    Args:
        hear: Told every line that a program prints, with the program's name.
    """

    def __init__(self, hear: Callable[[str, str], None]) -> None:
        self._hear = hear
        self._children: dict[str, Child] = {}

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
            process = spawn(
                list(program.command),
                output=subprocess.PIPE,
                stop_signal=signal.SIGTERM,
                folder=PROJECT_DIR,
                environ=os.environ | {"DATABASE_LOGIN": program.login},
            )
            self._children[program.name] = Child(program, process, time.monotonic())
            threading.Thread(target=self._listen, args=(program.name, process), daemon=True).start()

    def stop(self, name: str) -> None:
        stop(self._children.pop(name).process, signal.SIGTERM)

    def kill(self, name: str) -> None:
        """End a program as a crash would, all its processes at once."""
        child = self._children.pop(name).process
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()

    def child(self, name: str) -> subprocess.Popen[bytes]:
        return self._children[name].process

    def check(self) -> None:
        """Start a program again that nobody stopped, and that had been well.

        Raises:
            ProgramDied: one has ended soon after its start.
        """
        for name, child in list(self._children.items()):
            if (status := child.process.poll()) is not None:
                if time.monotonic() - child.began < WELL_SECONDS:
                    raise ProgramDied(
                        f"{name} ended with status {status}; its last words are above."
                    )
                _end_session(child.process)
                self._hear(name, f"ended with status {status}; starting it again.")
                self.start(child.program)

    def _listen(self, name: str, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None
        with child.stdout as lines:
            for line in lines:
                self._hear(name, line.decode(errors="replace").rstrip())


def _end_session(process: subprocess.Popen[bytes]) -> None:
    """What a process that was killed left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
