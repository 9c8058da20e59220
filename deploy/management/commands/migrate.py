"""`manage.py migrate`: Django's, for a database that only this version or an older one has used."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from deploy.database.history import unknown

ADVICE = {
    True: "Go on with that version, or throw this data away with `python3 manage.py clean`.",
    False: "Go on with that version, or set DATABASE_URL to a new database.",
}


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        applied = MigrationRecorder(connections[options["database"]]).applied_migrations()
        if strange := unknown(applied):
            raise CommandError(
                f"This database belongs to another version of Spoil Five: {strange[0]} was applied"
                f" to it, and this version does not have it. {ADVICE[settings.IS_EMBEDDED]}"
            )
        return super().handle(*args, **options)
