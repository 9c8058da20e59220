"""Making a backup: one snapshot of the database, dumped and described while everybody plays on."""

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection, transaction

from deploy.backups.archive import ROWS, pack
from deploy.backups.clients import find_clients
from deploy.backups.errors import Refused
from deploy.backups.manifest import Manifest, read_manifest
from deploy.embedded.addresses import SEALING

PREFIX, SUFFIX = "spoil-five-", ".backup"


def back_up(target: IO[bytes], *, work: Path, has_keys: bool, at: datetime) -> Manifest:
    """Write a backup of the database and keys of the settings.

    Args:
        work: A folder with room for the dump, for our eyes alone.
        has_keys: Whether the keys are written, too.

    Raises:
        BackupError: no client fits, the dump failed, or there is nothing to back up.
    """
    clients = find_clients()
    rows = work / ROWS
    with _snapshot() as name, clients.dumping(rows, snapshot=name):
        manifest = read_manifest(at=at, client=clients.version, has_keys=has_keys)
    pack(target, manifest, keys_of_settings() if has_keys else {}, rows)
    return manifest


def back_up_to(path: Path, *, has_keys: bool, at: datetime) -> tuple[Path, Manifest]:
    """Write it to a new file that its owner alone can read, or to one in that folder.

    Raises:
        BackupError: as `back_up`; or the file is there already. No file is left by half.
    """
    if path.is_dir():
        path /= f"{PREFIX}{at:%Y%m%dT%H%M%SZ}{SUFFIX}"
    if path.exists():
        raise Refused(f"{path} is there already, and no backup is written over: name another file.")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=path.parent) as folder:
        part = Path(folder, path.name)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            manifest = back_up(file, work=Path(folder), has_keys=has_keys, at=at)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)  # Whole at once. Not a link: many a disk for backups has none.
    return path, manifest


def delete_all_but(newest: int, *, folder: Path) -> list[Path]:
    """Delete old backups of a folder, however old: those that `back_up_to` named, and no others.

    Args:
        newest: The number of backups that stay, 1 or more; they have the latest moments.

    Returns:
        What was deleted, the latest first.
    """
    named = re.compile(rf"{PREFIX}\d{{8}}T\d{{6}}Z{re.escape(SUFFIX)}")
    found = sorted(path for path in folder.iterdir() if named.fullmatch(path.name))
    old = found[::-1][newest:]
    for path in old:
        path.unlink()
    return old


def keys_of_settings() -> dict[str, str]:
    sealing = {name: ",".join(getattr(settings, name)) for name in SEALING}
    return {"SECRET_KEY": settings.SECRET_KEY, **sealing}


@contextlib.contextmanager
def _snapshot() -> Iterator[str]:
    """A transaction that sees the database of one moment; gives the name for others to join it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for time_out in ("statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SET LOCAL {time_out} = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        (name,) = cursor.fetchone()
        yield name
