"""Writes the schema that an empty database takes; a test compares it."""

import re
from collections.abc import Iterable
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from deploy.backups.clients import find_clients
from deploy.database.fingerprint import fingerprint
from deploy.database.schema import KEPT, MARK
from deploy.database.throwaway import throwaway_database

DATABASE = "spoil_five_schema"
HEADING = """\
-- What the migrations make of an empty database. `manage.py schema` writes it.
"""
# The transaction that takes it has settings of its own.
SETTINGS = "SET LOCAL check_function_bodies = false;\nSET LOCAL search_path = '';\n"
# Words for psql, settings of a session, grants (`post_migrate` makes them), comments, empty lines.
LEFT_OUT = re.compile(r"\\|SET |SELECT pg_catalog\.set_config|GRANT |--|$")
ROWS_OF = ("django_migrations", "django_content_type", "auth_permission")
# When a migration was run, as a row of it says.
APPLIED_AT = re.compile(r"'\d{4}-\d\d-\d\d \d\d:[^']+'(?=[,)])")


class Command(BaseCommand):
    help = "Write deploy/database/schema.sql: what the migrations make of an empty database."

    def handle(self, *args: Any, **options: Any) -> None:
        with throwaway_database(DATABASE):
            call_command("migrate", verbosity=0, step_by_step=True)
            KEPT.write_text(written())


def written() -> str:
    """The text of `schema.sql` for the default database."""
    clients = find_clients()
    structure = clients.script("--schema-only", "--no-owner")
    tables = (f"--table=public.{table}" for table in ROWS_OF)
    rows = clients.script("--data-only", "--inserts", "--rows-per-insert=1000", *tables)
    body = (*_counting(structure), *_counting(APPLIED_AT.sub("now()", rows)))
    return f"{HEADING}{MARK}{fingerprint()}\n{SETTINGS}{''.join(body)}"


def _counting(script: str) -> Iterable[str]:
    """The lines that count: outside of functions not all do."""
    is_body = False
    for line in script.splitlines(keepends=True):
        if is_body or not LEFT_OUT.match(line.rstrip("\n")):
            yield line
        is_body ^= bool(line.count("$$") % 2)
