"""The environment that `manage.py` builds for itself, with nothing but Python's own library.

`.venv` holds what one of the hashed locks names. Each lock holds all of the one before, so a
command is content with its own lock or a later one.
"""

import fcntl
import hashlib
import importlib.util
import io
import json
import locale
import os
import shutil
import signal
import subprocess
import sys
import threading
import venv
from pathlib import Path
from typing import NoReturn

from deploy.paths import PROJECT_DIR

VENV_DIR = PROJECT_DIR / ".venv"
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-bench.lock")
LOCK_OF_COMMAND = {
    "baseline": LOCKS[1],
    "test": LOCKS[1],
    "lint": LOCKS[1],
    "rooms": LOCKS[1],
    "pictures": LOCKS[1],
    "bench": LOCKS[2],
}
OLDEST_PYTHON = (3, 11)


def end_in_order() -> threading.Event:
    """Take SIGTERM as Ctrl-C, once: what was begun is ended in order, and nothing interrupts it.

    Returns:
        Set once it has come: a module in C that it interrupts raises an error of its own.
    """
    told = threading.Event()

    def stop(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        told.set()
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    return told


def speak_any_language(arguments: list[str]) -> None:
    """Start again with files in UTF-8 where the environment forces another encoding.

    A terminal that cannot show a character is shown its number.
    """
    if locale.getpreferredencoding(False).lower() not in {"utf-8", "utf8"}:
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, [sys.executable, *arguments])
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def hand_over(arguments: list[str]) -> NoReturn:
    """Build or update `.venv` where needed, then become `manage.py` inside it."""
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(f"Spoil Five needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if os.name != "posix":
        sys.exit("Spoil Five runs on Linux, macOS and WSL; elsewhere use deploy/compose.yaml.")
    python = prepare(LOCK_OF_COMMAND.get(arguments[1] if len(arguments) > 1 else "", LOCKS[0]))
    os.execv(python, [str(python), *arguments])


def prepare(lock: str) -> Path:
    """Make `.venv` hold at least `lock`; the Python inside it."""
    python = VENV_DIR / "bin" / "python"
    try:
        VENV_DIR.mkdir(exist_ok=True)
        lock_file = (VENV_DIR / "lock").open("w")
    except OSError as error:
        if is_fresh(_read_stamp(), lock):
            return python
        sys.exit(
            f"{VENV_DIR} cannot be written ({error.strerror}), and Spoil Five keeps its packages "
            "there: use a copy of the project in a folder of yours."
        )
    with lock_file as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        stamp = _read_stamp()
        if not is_fresh(stamp, lock):
            wanted = max(lock, stamp.get("lock", lock), key=LOCKS.index)
            if stamp.get("python") != sys.version:
                _say("making a Python environment in .venv")
                venv.create(VENV_DIR, clear=False, symlinks=True)
            _say(f"installing what {wanted} names; this takes a moment the first time")
            _install(python, wanted)
            _stamp_path().write_text(json.dumps(stamp_of(wanted)))
    return python


def is_fresh(stamp: dict[str, str], lock: str) -> bool:
    """Whether an environment with that stamp has all of `lock` as it reads today."""
    installed = stamp.get("lock")
    return (
        installed is not None
        and LOCKS.index(installed) >= LOCKS.index(lock)
        and stamp == stamp_of(installed)
    )


def stamp_of(lock: str) -> dict[str, str]:
    digest = hashlib.sha256((PROJECT_DIR / lock).read_bytes()).hexdigest()
    return {"lock": lock, "digest": digest, "python": sys.version}


def _stamp_path() -> Path:
    return VENV_DIR / "spoil-five.json"


def _read_stamp() -> dict[str, str]:
    try:
        stamp: dict[str, str] = json.loads(_stamp_path().read_text())
    except (OSError, ValueError):
        return {}
    return stamp if stamp.get("lock") in LOCKS else {}


def _pip(python: Path) -> list[str]:
    """The pip of this Python, working on the environment; else one of the environment's own."""
    quiet = ["--disable-pip-version-check", "-qq"]
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", str(python), *quiet]
    if not importlib.util.find_spec("ensurepip"):
        sys.exit(
            "This Python has neither pip nor what makes it; install it first "
            "(Debian and Ubuntu: apt install python3-venv)."
        )
    _run([str(python), "-m", "ensurepip"])
    return [str(python), "-m", "pip", *quiet]


def _install(python: Path, lock: str) -> None:
    """With uv, pinned by hash; with pip where uv does not work here.

    uv trusts the certificates that the system trusts, or those that pip is told to trust.
    """
    _stamp_path().unlink(missing_ok=True)
    uv = VENV_DIR / "uv"
    pip = _pip(python)
    by_hash = ["install", "--require-hashes", "-r"]
    shutil.rmtree(uv, ignore_errors=True)
    made = _run([*pip, *by_hash, "requirements-uv.lock", "--target", str(uv)])
    if certificates := os.environ.get("PIP_CERT"):
        os.environ.setdefault("SSL_CERT_FILE", certificates)
    sync = ["pip", "sync", "-q", "--system-certs", "--require-hashes", "--python", str(python)]
    if made and _run([str(uv / "bin" / "uv"), *sync, lock]):
        return
    _say("uv did not do it; trying pip, which is slower")
    if not _run([*pip, *by_hash, lock]):
        sys.exit("The packages could not be installed: see above, and try again.")


def _run(command: list[str]) -> bool:
    """Whether it did its work; it ends with us."""
    try:
        # The standard output is for what the command itself has to say.
        process = subprocess.Popen(command, cwd=PROJECT_DIR, stdout=sys.stderr)
    except OSError as error:
        _say(str(error))
        return False
    try:
        return process.wait() == 0
    except KeyboardInterrupt:
        process.terminate()
        process.wait()
        raise


def _say(what: str) -> None:
    print(f"Spoil Five: {what} …", file=sys.stderr, flush=True)  # noqa: T201
