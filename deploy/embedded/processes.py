"""Child processes that never outlive us: started, heard, awaited, stopped, ended by the kernel."""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

START_SECONDS = 60.0
STOP_SECONDS = 20.0
LAST_WORDS = 15  # Lines.
PR_SET_PDEATHSIG = 1


class ServerUnavailable(Exception):
    """A server of this machine's own cannot run here; the message says what to do instead."""


class Server:
    """A server that we started, and the end of what it said."""

    def __init__(
        self, name: str, process: subprocess.Popen[bytes], log: Path, stop_signal: signal.Signals
    ) -> None:
        self.name = name
        self.process = process
        self._log = log
        self._stop_signal = stop_signal
        self._words: deque[str] = deque(maxlen=LAST_WORDS)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def last_words(self) -> str:
        """Kept here as well, since a full disk takes no log."""
        if self.process.poll() is not None:
            self._listener.join(timeout=1)
        return "\n".join(self._words) or "(it said nothing)"

    def wait_until(self, is_up: Callable[[], bool]) -> None:
        """Poll until the server answers; it is stopped where it does not.

        Raises:
            ServerUnavailable: it ended, or said nothing for START_SECONDS; with its last words.
        """
        deadline = time.monotonic() + START_SECONDS
        try:
            while not is_up():
                if self.process.poll() is not None or time.monotonic() > deadline:
                    words = self.last_words()
                    raise ServerUnavailable(
                        f"{self.name} did not start. The end of {self._log}:\n{words}"
                    )
                time.sleep(0.02)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        stop(self.process, self._stop_signal)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        is_statement = False
        with self.process.stdout as lines:
            for line in lines:
                # A statement holds values. PostgreSQL shows it with a panic, whatever is set.
                is_statement = b"STATEMENT:" in line or (is_statement and line.startswith(b"\t"))
                if not is_statement:
                    self._words.append(line.decode(errors="replace").rstrip())
                    self._write(line)

    def _write(self, line: bytes) -> None:
        with contextlib.suppress(OSError), self._log.open("ab") as log:
            log.write(line)


def spawn(
    command: list[str],
    *,
    output: int | IO[bytes],
    stop_signal: signal.Signals,
    become: Callable[[], None] = lambda: None,
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own: Ctrl-C in the terminal is for us, who stop it.

    Args:
        output: Where its output and errors go, `subprocess.PIPE` included.
        stop_signal: What the kernel sends it when this thread dies (Linux only).
        become: Run in the child before its program, to change who it is.
    """
    parent = os.getpid()

    def prepare() -> None:
        become()
        die_with_parent(parent, stop_signal)  # Last: a change of user clears it.

    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=prepare,
        env=environ,
        cwd=folder,
    )


def die_with_parent(parent: int, stop_signal: signal.Signals) -> None:
    """Let the kernel send this process a signal when the thread that started it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(stop_signal))
        if os.getppid() != parent:  # It died before we asked.
            os.kill(os.getpid(), signal.SIGKILL)


def die_with_main() -> None:
    """Let the kernel end this worker with the process that forked it, if one did."""
    main = multiprocessing.parent_process()
    if main is not None and main.pid is not None:
        die_with_parent(main.pid, signal.SIGKILL)


def stop(child: subprocess.Popen[bytes], stop_signal: signal.Signals) -> None:
    """End a child politely, after STOP_SECONDS its whole session by force."""
    if child.poll() is None:
        child.send_signal(stop_signal)
        try:
            child.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
