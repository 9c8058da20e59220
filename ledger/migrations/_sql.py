"""Plain SQL beside a migration: what it does, and what takes it back."""

from pathlib import Path

from django.db.migrations import RunSQL

FOLDER = Path(__file__).parent / "sql"


def run_sql(name: str, *, folder: Path = FOLDER) -> RunSQL:
    """Runs `NAME.sql` of the folder, and `NAME.reverse.sql` backwards."""
    return RunSQL(
        sql=(folder / f"{name}.sql").read_text(),
        reverse_sql=(folder / f"{name}.reverse.sql").read_text(),
    )
