"""The schema in one piece: what the migrations make of an empty database, as SQL.

`manage.py schema` writes it and marks it with the fingerprint of what made it. An empty database
takes it in under a second, as long as the code has that fingerprint.
"""

from pathlib import Path

from django.db import connection, transaction

from deploy.database.fingerprint import fingerprint

KEPT = Path(__file__).with_suffix(".sql")
MARK = "-- fingerprint: "
HAS_OBJECTS = """
    SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace)
        OR EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'public'::regnamespace)
"""


def is_empty() -> bool:
    """Return True if nobody has made a table, a sequence, a view or a function."""
    with connection.cursor() as cursor:
        cursor.execute(HAS_OBJECTS)
        [has_objects] = cursor.fetchone() or (True,)
    return not has_objects


def is_current() -> bool:
    """Return True if the code of today would make the schema that is kept."""
    return KEPT.exists() and f"{MARK}{fingerprint()}\n" in KEPT.read_text()


def take() -> None:
    """Give an empty database the schema, whole or not at all.

    `post_migrate` then adds what belongs to roles, and the reasons of transfers.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(KEPT.read_text())
