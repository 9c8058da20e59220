"""`manage.py migrate`: Django's, for a database that only this version or an older one has used."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

OURS = {"clubs", "games", "ledger", "tournaments"}
ADVICE = {
    True: "Go on with that version, or throw this data away with `python3 manage.py clean`.",
    False: "Go on with that version, or set DATABASE_URL to a new database.",
}


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        if unknown := _unknown(options["database"]):
            raise CommandError(
                f"This database belongs to another version of Spoil Five: {unknown[0]} was applied"
                f" to it, and this version does not have it. {ADVICE[settings.IS_EMBEDDED]}"
            )
        return super().handle(*args, **options)


def _unknown(database: str) -> list[str]:
    """Migrations of ours that were applied to a database and are not on disk, in order."""
    recorder = MigrationRecorder(connections[database])
    on_disk = MigrationLoader(None).disk_migrations
    unknown = sorted(key for key in recorder.applied_migrations() if key not in on_disk)
    return [f"{app}.{name}" for app, name in unknown if app in OURS]
