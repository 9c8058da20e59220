"""A whole schema as words, so that two ways to make one can be compared.

The order of columns does not count, nor do numbers that rows got by chance.
"""

from pathlib import Path

import psycopg
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

PARTS = Path(__file__).with_suffix(".sql")
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
COMPARED = {"auth_permission", "django_content_type", "django_migrations"}  # By their names.


def read_schema(line: psycopg.Connection) -> dict[str, str]:
    """Every thing by its kind and name, such as `column clubs_club.name`, and every row there is.

    Columns come with types, defaults and comments, functions with their bodies, everything with
    the rights that somebody was given. Of migrations nothing is told but what they made.
    """
    with line.cursor(row_factory=tuple_row) as cursor:
        cursor.execute(SQL(PARTS.read_text()))
        found: dict[str, str] = {}
        for kind, name, said in sorted(map(tuple, cursor)):  # PostgreSQL may cut two names alike.
            found[f"{kind} {name}"] = found.get(f"{kind} {name}", "") + said
        cursor.execute(TABLES)
        for table in sorted({name for (name,) in cursor} - COMPARED):
            cursor.execute(
                SQL("SELECT to_jsonb(one)::text FROM {} AS one").format(Identifier(table))
            )
            found |= {f"row {table} {row}": "" for (row,) in cursor}
    return found


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """Things that only one of two schemas has, or that differ; none where they are the same."""
    return [
        f"{name}: {one.get(name, 'missing')} / {other.get(name, 'missing')}"
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    ]
