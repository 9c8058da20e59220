"""Plain SQL beside a migration: what it does, and what takes it back."""

from pathlib import Path

from django.apps import apps
from django.db.migrations import RunSQL


class RunFile(RunSQL):
    """Runs `NAME.sql` of an app's `migrations/sql`, and `NAME.reverse.sql` backwards."""

    def __init__(self, app: str, name: str) -> None:
        folder = Path(apps.get_app_config(app).path) / "migrations" / "sql"
        forwards, backwards = folder / f"{name}.sql", folder / f"{name}.reverse.sql"
        super().__init__(forwards.read_text(), backwards.read_text())
        self.app, self.name = app, name

    def deconstruct(self) -> tuple[str, list[str], dict[str, str]]:
        """Its name and arguments, as `baseline` writes them: no copy of the SQL."""
        return type(self).__name__, [self.app, self.name], {}
