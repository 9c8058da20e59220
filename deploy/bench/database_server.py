"""A PostgreSQL for tests and soaks that kill it."""

import contextlib
import os
import signal
from pathlib import Path

import psycopg

from deploy.embedded import postgres
from deploy.embedded.addresses import DATABASE, postgres_url, socket_directory


class DatabaseServer:
    """A PostgreSQL of its own folder, whose commits wait for the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = postgres_url(folder, DATABASE)
        socket_directory(folder).mkdir(mode=0o700, exist_ok=True)
        self.start()

    def start(self) -> None:
        self._server = postgres.start(self.folder, is_durable=True)
        self.process = self._server.process

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        """Every process of it at once, so that none can write down what it still knows."""
        others = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        with psycopg.connect(self.url, autocommit=True) as asking:
            os.kill(self.process.pid, signal.SIGSTOP)  # Nobody else is let in.
            children = [pid for (pid,) in asking.execute(others)]
        for pid in (self.process.pid, *children):
            with contextlib.suppress(ProcessLookupError):  # Its client had gone meanwhile.
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
