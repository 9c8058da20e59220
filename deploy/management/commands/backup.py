"""`manage.py backup`: the rows and the keys of the service in one file, while everybody plays."""

import sys
import tempfile
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from deploy.backups.errors import BackupError
from deploy.backups.snapshot import back_up, back_up_to, delete_all_but
from deploy.rest.clock import database_now

STREAM = "-"


class Command(BaseCommand):
    help = (
        "Writes a backup: all rows as of one moment, and the keys. Whoever reads the file can open"
        " every card, so only its owner can. The service goes on meanwhile."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "target", help="a new file, a folder to make one in, or - for the standard output"
        )
        parser.add_argument(
            "--without-keys",
            action="store_true",
            help="leave the keys out: you keep them elsewhere",
        )
        parser.add_argument(
            "--newest",
            type=int,
            metavar="COUNT",
            help="keep this many of the newest backups in the folder, and delete the older ones",
        )

    def handle(
        self,
        *args: object,
        target: str,
        without_keys: bool,
        newest: int | None,
        **options: object,
    ) -> None:
        if newest is not None and (newest < 1 or not Path(target).is_dir()):
            raise CommandError("--newest is 1 or more, and the target a folder that is there.")
        try:
            if target == STREAM:
                self._stream(has_keys=not without_keys)
                return
            path, manifest = back_up_to(Path(target), has_keys=not without_keys, at=database_now())
        except (BackupError, OperationalError, OSError) as error:
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(f"{path} ({path.stat().st_size:,} bytes)\n{manifest}")
        for old in delete_all_but(newest, folder=path.parent) if newest else ():
            self.stdout.write(f"Deleted: {old}")

    def _stream(self, *, has_keys: bool) -> None:
        if sys.stdout.isatty():
            raise CommandError("A terminal is no place for a backup: send it to a file with `>`.")
        with tempfile.TemporaryDirectory(prefix="spoil-five-backup-") as work:
            target = sys.stdout.buffer
            manifest = back_up(target, work=Path(work), has_keys=has_keys, at=database_now())
            target.flush()
        self.stderr.write(str(manifest))
