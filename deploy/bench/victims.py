"""The processes of a service that a soak kills at random, and starts again as an init would."""

import contextlib
import os
import signal
import time
from pathlib import Path
from random import Random

from deploy.bench.database_server import DatabaseServer
from deploy.bench.footprints import family_of, processes_of
from deploy.embedded import valkey
from deploy.supervisor import Program, Supervisor

DATABASE, BROKER = "database", "broker"


class Broker:
    """A Valkey that may be killed.

    Args:
        folder: Where its socket and log are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.start()

    def start(self) -> None:
        self._server = valkey.start(self._folder)

    def kill(self) -> None:
        self._server.process.kill()
        self._server.process.wait()

    def stop(self) -> None:
        self._server.stop()


class Victims:
    """The service's programs and both its servers."""

    def __init__(
        self,
        supervisor: Supervisor,
        programs: list[Program],
        database: DatabaseServer,
        broker: Broker,
        chance: Random,
    ) -> None:
        self.sessions: set[int] = set()
        self.killed: list[str] = []
        self._supervisor = supervisor
        self._programs = {program.name: program for program in programs}
        self._database = database
        self._broker = broker
        self._chance = chance
        for program in programs:
            self._start(program)

    def kill_one(self) -> None:
        """All of one program or server, or one process of it; it is back after a moment."""
        name = self._chance.choice([*self._programs, DATABASE, BROKER])
        is_whole = self._chance.random() < 0.5
        self.killed.append(name if is_whole else f"one process of {name}")
        if name == DATABASE:
            self._kill_database(is_whole=is_whole)
        elif name == BROKER:
            self._broker.kill()
            self._rest()
            self._broker.start()
        else:
            self._kill_program(self._programs[name], is_whole=is_whole)

    def start_what_ended(self) -> None:
        """A program that ended by itself, as one may without its servers."""
        for name, program in self._programs.items():
            if self._supervisor.child(name).poll() is not None:
                self._start(program)

    def _kill_database(self, *, is_whole: bool) -> None:
        if is_whole:
            self._database.kill()
            self._rest()
            self._database.start()
        else:  # The server then ends all its processes, and recovers.
            _kill(self._chance.choice(family_of(self._database.process.pid)))

    def _kill_program(self, program: Program, *, is_whole: bool) -> None:
        child = self._supervisor.child(program.name)
        if is_whole:
            self._supervisor.kill(program.name)
        else:
            _kill(self._chance.choice(processes_of([child.pid])))
        self._rest()
        if is_whole:
            self._start(program)

    def _start(self, program: Program) -> None:
        self._supervisor.start(program)
        self.sessions.add(self._supervisor.child(program.name).pid)

    def _rest(self) -> None:
        time.sleep(self._chance.uniform(0.2, 3))


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
