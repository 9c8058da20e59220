"""Which version a database belongs to, by the migrations that were applied to it."""

from collections.abc import Iterable

from django.db.migrations.loader import MigrationLoader

OURS = {"clubs", "games", "ledger", "tournaments"}


def unknown(applied: Iterable[tuple[str, str]]) -> list[str]:
    """Those of ours, (app, name), that this version does not have, in order as `app.name`."""
    on_disk = MigrationLoader(None).disk_migrations
    gone = sorted(key for key in applied if key not in on_disk)
    return [f"{app}.{name}" for app, name in gone if app in OURS]
