"""Plain SQL beside a migration: what it does, and what takes it back."""

from pathlib import Path

from django.db.migrations import RunSQL

FOLDER = Path(__file__).parent / "sql"


def run_sql(name: str) -> RunSQL:
    """Runs `sql/NAME.sql`, and `sql/NAME.reverse.sql` backwards."""
    return RunSQL(
        sql=(FOLDER / f"{name}.sql").read_text(),
        reverse_sql=(FOLDER / f"{name}.reverse.sql").read_text(),
    )
