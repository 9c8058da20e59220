"""From a fresh clone to the first page: what a newcomer waits, with a warm package cache."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from deploy.bench.measures import Measure, at_most
from deploy.bench.ports import free_port
from deploy.paths import PROJECT_DIR

BASE_PYTHON = str(Path(sys.base_prefix) / "bin" / "python3")
PATIENCE_SECONDS = 300


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """The commit that is checked out, in a temporary folder; the peer is plain pip alone."""
    with tempfile.TemporaryDirectory(prefix="spoil-five-bench-") as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", str(PROJECT_DIR), str(clone)], check=True)
        pip = None if is_quick else _pip_seconds(clone, Path(folder) / "peer")
        yield Measure(
            "fresh clone to first page, seconds",
            _first_page_seconds(clone),
            goal=at_most(35),
        )
        yield Measure(
            "second start to first page, seconds",
            _first_page_seconds(clone),
            goal=at_most(4),
            peer=pip,
            peer_name="pip installing the same lock",
        )


def _first_page_seconds(clone: Path) -> float:
    port = free_port()
    began = time.monotonic()
    with _demo(clone, port) as demo:
        while not _answers(port):
            if demo.poll() is not None or time.monotonic() - began > PATIENCE_SECONDS:
                raise RuntimeError("the demo showed no page")
            time.sleep(0.05)
        return time.monotonic() - began


@contextlib.contextmanager
def _demo(clone: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The demo of a clone, outside our environment and apart from our servers."""
    ours = {"VIRTUAL_ENV", "DATABASE_URL", "REDIS_URL", "SPOIL_FIVE_DATA", "SPOIL_FIVE_EMBEDDED"}
    demo = subprocess.Popen(
        [BASE_PYTHON, "manage.py", "demo", "--port", str(port)],
        cwd=clone,
        env={name: value for name, value in os.environ.items() if name not in ours},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield demo
    finally:
        demo.send_signal(signal.SIGINT)
        demo.wait(60)


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def _pip_seconds(clone: Path, folder: Path) -> float:
    """Seconds that Python's own tools need for the same packages."""
    began = time.monotonic()
    subprocess.run([BASE_PYTHON, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "pip"), "install", "-qq", "--require-hashes"]
    subprocess.run([*pip, "-r", "requirements.lock"], cwd=clone, check=True)
    return time.monotonic() - began
