"""The migrated database that all databases of tests are copies of, kept between runs.

It is known by its key: a digest of all that makes it. On the embedded servers a whole cluster is
kept, with the template in it; a server that DATABASE_URL names keeps the template itself.
"""

import fcntl
import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Composed, Identifier

from deploy.database import roles
from deploy.database.fingerprint import digest_of, parts
from deploy.embedded import postgres
from deploy.embedded.addresses import postgres_url
from deploy.embedded.programs import server_folder
from deploy.embedded.servers import servers
from deploy.paths import PROJECT_DIR, SETTINGS

KEPT_CLUSTERS = PROJECT_DIR / ".data" / "tests"
MOST_KEPT = 3
KEPT = "whole"  # The file that a kept cluster gets last.
LOCK = PROJECT_DIR / "requirements-dev.lock"
ROLES, CLUSTER = Path(roles.__file__), Path(postgres.__file__)
PREFIX = "template_"


@dataclass(frozen=True)
class Cluster:
    """A data directory whose server is stopped, with the template in its cluster."""

    data: Path

    def copy(self, *, to: Path) -> None:
        postgres.copy_cluster(self.data, to=to)


def key(server: str) -> str:
    """The start of a digest of all that makes a template.

    Args:
        server: The version of PostgreSQL, as the server gives it.
    """
    return digest_of(_parts(server))[:20]


def _parts(server: str) -> Iterator[tuple[str, bytes]]:
    yield from parts()
    yield "server", server.encode()
    for file in (LOCK, ROLES, CLUSTER):
        yield file.name, file.read_bytes()


def kept_cluster(folder: Path = KEPT_CLUSTERS) -> Cluster:
    """The cluster of today's key, made where it is missing; others that are old go."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = folder / key(_own_version())
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (kept / KEPT).exists():
            _make_cluster(kept)
        os.utime(kept)
        for old in sorted(_clusters(folder), key=lambda one: one.stat().st_mtime)[:-MOST_KEPT]:
            _remove(old)
    return Cluster(kept)


def _clusters(folder: Path) -> Iterator[Path]:
    return (found for found in folder.iterdir() if found.is_dir())


def _make_cluster(kept: Path) -> None:
    """Make it, over what a kill left by half."""
    _remove(kept)
    with servers(kept, is_durable=False):
        template_on(postgres_url(kept, "postgres"))
    (kept / KEPT).touch()


def _remove(kept: Path) -> None:
    postgres.remove_outside_cluster(kept)
    shutil.rmtree(kept, ignore_errors=True)


@functools.cache
def template_on(server: str) -> str:
    """The name of today's template on a server, made where it is missing; others that are old go.

    Args:
        server: The URL of another database on it.
    """
    with psycopg.connect(server, autocommit=True) as line:
        name = f"{PREFIX}{key(line.info.parameter_status('server_version') or '')}"
        line.execute("SELECT pg_advisory_lock(hashtext('spoil five: templates'))")
        if not _has_database(line, name):
            _make_template(line, name, server)
    return name


def _make_template(line: psycopg.Connection, name: str, server: str) -> None:
    part = f"part_of_{name}"
    line.execute(_sql("DROP DATABASE IF EXISTS {} WITH (FORCE)", part))
    line.execute(_sql("CREATE DATABASE {}", part))
    _migrate(make_conninfo(server, dbname=part))
    line.execute(_sql("ALTER DATABASE {} WITH ALLOW_CONNECTIONS false", part))
    line.execute(_sql("ALTER DATABASE {} RENAME TO {}", part, name))
    for old in _templates(line)[:-MOST_KEPT]:
        line.execute(_sql("DROP DATABASE {}", old))


def _migrate(address: str) -> None:
    environ = os.environ | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": SETTINGS}
    command = [sys.executable, "-m", "django", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=PROJECT_DIR, env=environ, check=True)


def _has_database(line: psycopg.Connection, name: str) -> bool:
    found = line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
    return found.fetchone() is not None


def _templates(line: psycopg.Connection) -> list[str]:
    """Those of ours that the server has, the oldest first."""
    ours = "SELECT datname FROM pg_database WHERE datname ~ %s ORDER BY oid"
    return [name for (name,) in line.execute(ours, [f"^{PREFIX}[0-9a-f]{{20}}$"])]


def _own_version() -> str:
    """The version of the embedded server, as it gives it once it runs."""
    command = [str(server_folder() / "postgres"), "--version"]
    answer: str = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return answer.strip().removeprefix("postgres (PostgreSQL) ")


def _sql(text: str, *names: str) -> Composed:
    return SQL(text).format(*map(Identifier, names))
