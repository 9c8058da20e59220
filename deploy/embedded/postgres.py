"""A PostgreSQL of our own from a wheel, as root and as an ordinary user."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg

from deploy.database.roles import PLANNING, make_logins
from deploy.embedded.addresses import DATABASE, ROLE, postgres_url, socket_directory
from deploy.embedded.processes import Server, ServerUnavailable, spawn
from deploy.embedded.programs import server_folder

INITDB_OPTIONS = (
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
)
STOP_SIGNAL = signal.SIGINT  # A fast shutdown: it does not wait for clients.
# Statements hold values, and so do the details of errors: only the client is told them.
QUIET_LOG = {
    "log_statement": "none",
    "log_min_error_statement": "panic",
    "log_min_duration_statement": "-1",
    "log_error_verbosity": "terse",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
}
CLONE_NEWUSER = 0x10000000
NOBODY = 65534


def answers(data: Path) -> bool:
    """Whether the server of `data` runs and has its database."""
    try:
        psycopg.connect(postgres_url(data, DATABASE), connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def is_leaving(data: Path) -> bool:
    """Whether a server that lost its keeper still holds the cluster."""
    pid_file = _cluster_and_identity(data)[0] / "postmaster.pid"
    try:
        os.kill(int(pid_file.read_text().split()[0]), 0)
    except (OSError, ValueError, IndexError):
        return False
    return True


def start(data: Path, *, is_durable: bool) -> Server:
    """Start the server of `data`; its cluster and database are made where they are missing.

    Raises:
        ServerUnavailable: no program for this machine, or it did not start.
    """
    programs = server_folder()
    cluster, become = _cluster_and_identity(data)
    if not (cluster / "PG_VERSION").exists():
        _make_cluster(programs, cluster, become)
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(socket_directory(data)),
        "unix_socket_permissions": "0700",
        "max_connections": "200",
        **QUIET_LOG,
        **PLANNING,
        **({} if is_durable else {"fsync": "off", "full_page_writes": "off"}),
    }
    command = [str(programs / "postgres"), "-D", str(cluster)]
    command += [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    child = spawn(
        command,
        output=subprocess.PIPE,
        stop_signal=STOP_SIGNAL,
        become=become,
        environ=_environment(),
        folder=Path("/"),
    )
    server = Server("PostgreSQL", child, data / "postgres.log", STOP_SIGNAL)
    server.wait_until(lambda: _has_database(data))
    try:
        with psycopg.connect(postgres_url(data, DATABASE), autocommit=True) as line:
            make_logins(line, {})
    except BaseException:
        server.stop()
        raise
    return server


def _make_cluster(programs: Path, cluster: Path, become: Callable[[], None]) -> None:
    """Make the cluster in another folder and move it there whole: a kill leaves none by half."""
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


def _has_database(data: Path) -> bool:
    """Whether the server answers; its database is made where it is missing."""
    try:
        with psycopg.connect(
            postgres_url(data, "postgres"), autocommit=True, connect_timeout=5
        ) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
            if not known.fetchone():
                connection.execute(f"CREATE DATABASE {DATABASE}")
    except psycopg.OperationalError:
        return False
    return True


def _environment() -> dict[str, str]:
    """Without PG*: what points a client elsewhere would mislead the server's own programs."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


def has_cluster(data: Path) -> bool:
    """Whether there are rows, or could be."""
    return (_cluster_and_identity(data)[0] / "PG_VERSION").exists()


def copy_cluster(data: Path, *, to: Path) -> None:
    """Give another data directory, which has none, the cluster of a server that is stopped."""
    source, copy = _cluster_and_identity(data)[0], _cluster_and_identity(to)[0]
    owner = source.stat().st_uid
    shutil.copytree(source, copy)
    if owner != os.getuid():
        for path in (copy, *copy.rglob("*")):
            os.chown(path, owner, owner)


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
