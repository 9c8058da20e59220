"""`manage.py migrate`: Django's, for a database that only this version or an older one has used."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from deploy.database import schema
from deploy.database.history import unknown

ADVICE = {
    True: "Go on with that version, or throw this data away with `python3 manage.py clean`.",
    False: "Go on with that version, or set DATABASE_URL to a new database.",
}
# Whoever asks for one of these wants migrations, not a schema.
PARTS = ("app_label", "plan", "check_unapplied", "fake", "fake_initial", "prune", "step_by_step")


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--step-by-step",
            action="store_true",
            help="Run every migration on an empty database, too, instead of taking its schema.",
        )

    def handle(self, *args: Any, **options: Any) -> str | None:
        applied = MigrationRecorder(connections[options["database"]]).applied_migrations()
        if strange := unknown(applied):
            raise CommandError(
                f"This database belongs to another version of Spoil Five: {strange[0]} was applied"
                f" to it, and this version does not have it. {ADVICE[settings.IS_EMBEDDED]}"
            )
        if not any(options[part] for part in PARTS) and schema.is_empty() and schema.is_current():
            schema.take()
            if options["verbosity"]:
                self.stdout.write("  Took the whole schema, as deploy/database/schema.sql has it.")
        return super().handle(*args, **options)
