"""PostgreSQL's own clients at work: pg_dump, pg_restore and psql, on the database of the settings.

They log in as Django's connection did. A pg_dump gives up on a server newer than itself, and not
every one speaks TLS (the wheel's does not), so they are looked for until they fit.
"""

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import psycopg
from django.db import connection
from psycopg.conninfo import make_conninfo

from deploy.backups.errors import ClientFailed, ClientMissing
from deploy.embedded.programs import folders_with, major_version

PROGRAMS = ("pg_dump", "pg_restore", "psql")
SCHEMA = "public"
NO_TLS = "SSL support is not compiled in"
LAST_LINES = 5
BLOCK = 2**20


@dataclass(frozen=True)
class Clients:
    """The three programs of one folder, and how they reach the database.

    Attributes:
        version: Their major version.
        address: Of the database, without a password.
    """

    folder: Path
    version: int
    address: str
    environ: dict[str, str]

    @contextlib.contextmanager
    def dumping(self, into: Path, *, snapshot: str) -> Iterator[None]:
        """Dump the schema as that snapshot shows it; the block may do something else meanwhile.

        Raises:
            ClientFailed: the dump is not whole.
        """
        what = ("--format=custom", f"--schema={SCHEMA}", f"--snapshot={snapshot}")
        with self._running("pg_dump", *what, f"--file={into}", f"--dbname={self.address}"):
            yield

    def script(self, *what: str) -> str:
        """A dump of the database as plain SQL.

        Args:
            what: Words for pg_dump that say what it leaves out, and how it writes the rest.

        Raises:
            ClientFailed: the dump is not whole.
        """
        address = f"--dbname={self.address}"
        with self._running("pg_dump", *what, address, stdout=subprocess.PIPE) as dumping:
            assert dumping.stdout is not None
            return dumping.stdout.read().decode()

    def read_through(self, rows: Path) -> None:
        """Take every row out of a dump, and leave them.

        Raises:
            ClientFailed: it cannot be read to its end.
        """
        with self._running("pg_restore", f"--file={os.devnull}", str(rows)):
            pass

    def load(self, rows: Path, *, before: str, after: str) -> None:
        """Run a dump between two pieces of SQL, all of it in one transaction.

        Only the COMMIT at its end keeps anything: whatever dies or is cut off leaves all as it was.

        Raises:
            ClientFailed: nothing was changed.
        """
        dump = ("--no-owner", f"--schema={SCHEMA}", "--file=-", str(rows))
        psql = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=terse")
        with (
            self._running("pg_restore", *dump, stdout=subprocess.PIPE) as reading,
            self._running(
                "psql", *psql, f"--dbname={self.address}", stdin=subprocess.PIPE
            ) as writing,
        ):
            script, statements = reading.stdout, writing.stdin
            assert script is not None
            assert statements is not None
            with contextlib.suppress(BrokenPipeError), statements:  # psql says why it went.
                statements.write(f"BEGIN;\n{before}\n".encode())
                while block := script.read(BLOCK):
                    statements.write(block)
                if reading.wait() == 0:
                    statements.write(f"\n{after}\nCOMMIT;\n".encode())

    @contextlib.contextmanager
    def _running(
        self, program: str, *words: str, stdin: int = subprocess.DEVNULL, stdout: int | None = None
    ) -> Iterator[subprocess.Popen[bytes]]:
        """A program that is waited for after the block, or ended where the block is broken off.

        Raises:
            ClientFailed: it did not do its work.
        """
        with (
            tempfile.TemporaryFile() as said,
            subprocess.Popen(
                [str(self.folder / program), *words],
                stdin=stdin,
                stdout=stdout or subprocess.DEVNULL,
                stderr=said,
                env=self.environ,
            ) as process,
        ):
            try:
                yield process
                status = process.wait()
            except BaseException:
                process.kill()
                raise
            if status:
                said.seek(0)
                lines = said.read().decode(errors="replace").splitlines()
                raise ClientFailed(
                    "\n".join([f"{program} ended with status {status}:", *lines[-LAST_LINES:]])
                )


def find_clients(*, at_least: int = 0) -> Clients:
    """The first on this machine that fit the server.

    Args:
        at_least: A major version below which they are too old, whatever the server is.

    Raises:
        ClientMissing: there are none.
    """
    line = _line()
    needed = max(server_version(), at_least)
    parameters = line.info.get_parameters()
    if needs_tls := line.pgconn.ssl_in_use:
        parameters.setdefault("sslmode", "require")
    found = []
    for folder in folders_with(*PROGRAMS):
        version = major_version(folder / "pg_dump")
        if version >= needed and (speaks_tls(folder) or not needs_tls):
            kept = {name: text for name, text in os.environ.items() if not name.startswith("PG")}
            environ = kept | {"PGPASSWORD": line.info.password, "LC_ALL": "C"}
            return Clients(folder, version, make_conninfo(**parameters), environ)
        found.append(f"{version or 'none that runs'} in {folder}")
    tls = " that speak TLS" if needs_tls else ""
    raise ClientMissing(
        f"This database needs pg_dump, pg_restore and psql of PostgreSQL {needed} or newer{tls}"
        f" (found: {', '.join(found) or 'none'}). Install postgresql-client-{needed} from"
        " apt.postgresql.org or its like, or name the folder of these programs in"
        " SPOIL_FIVE_POSTGRES."
    )


def server_version() -> int:
    """The major version of the server."""
    return _line().info.server_version // 10000


def _line() -> psycopg.Connection:
    connection.ensure_connection()
    return cast("psycopg.Connection", connection.connection)


def speaks_tls(folder: Path) -> bool:
    """Whether the clients there were built with TLS; asked without a server."""
    asked = subprocess.run(
        [folder / "pg_dump", f"--dbname=host={folder / 'no-server'} sslmode=require"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"LC_ALL": "C"},
    )
    return NO_TLS not in asked.stderr
