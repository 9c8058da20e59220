"""Child processes that never outlive us: started, awaited, stopped, and ended by the kernel."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

START_SECONDS = 60.0
STOP_SECONDS = 20.0
PR_SET_PDEATHSIG = 1


class ServerUnavailable(Exception):
    """A server of this machine's own cannot run here; the message says what to do instead."""


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
        _die_with_parent(parent, stop_signal)  # Last: a change of user clears it.

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


def _die_with_parent(parent: int, stop_signal: signal.Signals) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(stop_signal))
        if os.getppid() != parent:  # It died before we asked.
            os.kill(os.getpid(), signal.SIGKILL)


def wait_until(
    is_up: Callable[[], bool], *, name: str, child: subprocess.Popen[bytes], log: Path
) -> None:
    """Poll until the child answers.

    Raises:
        ServerUnavailable: it ended, or said nothing for START_SECONDS; with the end of its log.
    """
    deadline = time.monotonic() + START_SECONDS
    while not is_up():
        if child.poll() is not None or time.monotonic() > deadline:
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:])
            raise ServerUnavailable(f"{name} did not start; the end of {log}:\n{tail}")
        time.sleep(0.02)


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
