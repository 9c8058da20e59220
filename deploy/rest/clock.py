"""The one clock: the database's, read by doors and passed down as `at`."""

from datetime import datetime

from django.db import connection
from django.db.models import DateTimeField, Func


class Clock(Func):
    """The same time, read by a statement that does something else as well."""

    template = "clock_timestamp()"
    output_field = DateTimeField()


def database_now() -> datetime:
    """The time of day at the database, within a transaction too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime)
    return now
