"""What the processes of a service hold: memory, open files, connections (Linux only)."""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psycopg

PROC = Path("/proc")


@dataclass(frozen=True)
class Footprint:
    """At one moment, of all processes of some sessions together.

    Attributes:
        memory_bytes: Each shared page is shared out among those who share it.
    """

    memory_bytes: int
    open_files: int
    connections: int


def footprint(sessions: Iterable[int], database_url: str) -> Footprint | None:
    """None while the database is down.

    Args:
        sessions: The process numbers of the leaders; orphans of a leader that died count too.
    """
    pids = processes_of(sessions)
    try:
        with psycopg.connect(database_url, connect_timeout=5) as asking:
            row = asking.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            ).fetchone()
    except psycopg.OperationalError:
        return None
    assert row is not None
    memory = sum(_memory_bytes(pid) for pid in pids)
    return Footprint(memory, sum(_open_files(pid) for pid in pids), row[0] - 1)


def processes_of(sessions: Iterable[int]) -> list[int]:
    """Every living process of these sessions, leaders first."""
    wanted = set(sessions)
    pids = [int(path.name) for path in PROC.iterdir() if path.name.isdecimal()]
    return sorted(pid for pid in pids if _session(pid) in wanted)


def family_of(pid: int) -> list[int]:
    """The children of a process, which may have sessions of their own."""
    with contextlib.suppress(OSError):
        return [int(one) for one in (PROC / f"{pid}/task/{pid}/children").read_text().split()]
    return []


def cpu_seconds(pids: Iterable[int]) -> float:
    """What these processes have used, and their children that have ended."""
    return sum(_ticks(pid) for pid in pids) / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> int:
    with contextlib.suppress(OSError):
        fields = (PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15]))
    return 0


def _session(pid: int) -> int | None:
    with contextlib.suppress(ProcessLookupError):
        return os.getsid(pid)
    return None


def _memory_bytes(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in (PROC / f"{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def _open_files(pid: int) -> int:
    with contextlib.suppress(OSError):
        return len(list((PROC / f"{pid}/fd").iterdir()))
    return 0
