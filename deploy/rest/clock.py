"""The one clock: the database's, read by doors and passed down as `at`."""

from datetime import datetime

from django.db import connection


def database_now() -> datetime:
    """The time of day at the database, within a transaction too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime)
    return now
