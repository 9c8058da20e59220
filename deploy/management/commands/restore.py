"""`manage.py restore`: a backup in the place of all that the database holds."""

import contextlib
import sys
import tempfile
from pathlib import Path
from typing import IO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from deploy.backups.archive import unpack
from deploy.backups.errors import BackupError, Unsound
from deploy.backups.restoration import check_place, check_rows, restore, signs_otherwise

STREAM = "-"


class Command(BaseCommand):
    help = (
        "Puts a backup of `manage.py backup` into the place of all that the database holds, in one"
        " transaction, and recounts the books. Stop the services first."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the backup, or - for the standard input")
        parser.add_argument(
            "--replace", action="store_true", help="throw away what the database holds now"
        )
        only = parser.add_mutually_exclusive_group()
        only.add_argument(
            "--check", action="store_true", help="only read the file whole, and say what it holds"
        )
        only.add_argument(
            "--drill",
            action="store_true",
            help="restore into servers that are made for it and end with it, and into no other",
        )
        only.add_argument(
            "--dry-run", action="store_true", help="also ask whether this database can take it"
        )

    def handle(
        self,
        *args: object,
        file: str,
        replace: bool,
        check: bool,
        dry_run: bool,
        drill: bool,
        **options: object,
    ) -> None:
        try:
            with (
                tempfile.TemporaryDirectory(prefix="spoil-five-restore-") as work,
                _opened(file) as source,
            ):
                backup = unpack(source, Path(work))
                self.stdout.write(str(backup.manifest))
                check_rows(backup)
                if check:
                    self.stdout.write("The file is whole.")
                    return
                check_place(backup, replaces=replace)
                if dry_run:
                    self.stdout.write("It can be restored here. Nothing was changed.")
                    return
                restore(backup)
                if signs_otherwise(backup):
                    self.stdout.write("SECRET_KEY is another one: everybody signs in again.")
        except Unsound as error:
            raise CommandError(str(error)) from error
        except (BackupError, OperationalError, OSError) as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        self.stdout.write("Restored: every table has its rows, and the books balance.")
        if drill:
            self.stdout.write("That was a drill: what was restored is gone again.")


def _opened(file: str) -> contextlib.AbstractContextManager[IO[bytes]]:
    return contextlib.nullcontext(sys.stdin.buffer) if file == STREAM else Path(file).open("rb")
