"""Whether there is room: on our volumes, and by what PostgreSQL said of the last write."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import psycopg

MEGABYTE = 1_000_000
FULL = "53100"
NO_WRITES = "25006"  # A server that takes none, such as a copy that was not made the main one.

_last_write = ""


def note_write(error: BaseException | None) -> None:
    """Remember what the database said of a write of this process; None where it was kept."""
    global _last_write
    cause = getattr(error, "__cause__", None)
    state = cause.sqlstate if isinstance(cause, psycopg.Error) else None
    _last_write = state or ("" if error is None else _last_write)


def fault_of_writes() -> str:
    """What is wrong by the last write; empty where it was kept, or failed for another reason."""
    words = {FULL: "the database's disk is full", NO_WRITES: "the database takes no writes"}
    return words.get(_last_write, "")


def fault_of_volumes(paths: Iterable[str], *, least_megabytes: int) -> str:
    """The first volume that is nearly full, or is not there; empty where all have room."""
    for path in paths:
        try:
            free = shutil.disk_usage(path).free // MEGABYTE
        except OSError as error:
            return f"{Path(path).name}: {error.strerror}"
        if free < least_megabytes:
            return f"{Path(path).name} has {free} MB left"
    return ""
