"""The processes of this machine: those that an attack starts, and those that it looks for."""

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from deploy.embedded.addresses import socket_directory
from deploy.embedded.processes import spawn
from deploy.paths import PROJECT_DIR
from deploy.ports import PROC, parent_of
from tests.attacks.callers import wait_until

START_SECONDS, STOP_SECONDS = 240.0, 90.0  # Of a busy machine.


@contextlib.contextmanager
def running(words: list[str], environ: Mapping[str, str]) -> Iterator["Command"]:
    """A program runs for the length of the block, however the block ends.

    The kernel stops it where we are killed.
    """
    with tempfile.TemporaryFile() as output:
        process = spawn(
            words,
            output=output,
            stop_signal=signal.SIGTERM,
            environ=environ,
            folder=PROJECT_DIR,
        )
        command = Command(process, output)
        try:
            yield command
        finally:
            command.stop()


@dataclass(frozen=True)
class Command:
    """A program that runs, and its words."""

    process: subprocess.Popen[bytes]
    output: IO[bytes]

    @property
    def said(self) -> str:
        size = os.fstat(self.output.fileno()).st_size
        return os.pread(self.output.fileno(), size, 0).decode(errors="replace")

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def reaches(self, is_so: Callable[[], object]) -> bool:
        """Whether it came true before the program ended, within START_SECONDS."""
        is_known = wait_until(lambda: self.has_ended or is_so(), seconds=START_SECONDS)
        return is_known and not self.has_ended

    def stop(self) -> None:
        """As a service manager does; by force where that takes too long.

        A program that is started in the background ignores Ctrl-C.
        """
        if not self.has_ended:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(STOP_SECONDS)


def children_of(pid: int) -> list[int]:
    return [one for one in all_processes() if parent_of(one) == pid]


def all_processes() -> list[int]:
    return sorted(int(path.name) for path in PROC.iterdir() if path.name.isdecimal())


def lives(pid: int) -> bool:
    """Whether it is there, and more than the row of one that ended."""
    try:
        rest = (PROC / f"{pid}/stat").read_text(errors="replace").rpartition(")")[2]
    except OSError:
        return False
    return rest.split()[0] != "Z"


def users_of(data: Path) -> list[int]:
    """The processes of an instance on this folder: its own, its servers, and who keeps those."""
    names = [str(folder).encode() for folder in (data.resolve(), socket_directory(data))]
    return [
        pid
        for pid in all_processes()
        if pid != os.getpid() and lives(pid) and any(name in _known(pid) for name in names)
    ]


def end_users_of(data: Path) -> Iterator[str]:
    """Wait for those who are still there; kill who stays, and tell who that was."""
    if not wait_until(lambda: not users_of(data), seconds=STOP_SECONDS):
        for pid in users_of(data):
            yield f"{pid} {_known(pid).split(bytes(1))[:4]}"
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _known(pid: int) -> bytes:
    """Its command line and surroundings, as far as we may look into them."""
    known = b""
    for name in ("cmdline", "environ"):
        with contextlib.suppress(OSError):
            known += (PROC / f"{pid}/{name}").read_bytes()
    return known
