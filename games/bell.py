"""The bell that wakes the live streams: PostgreSQL's NOTIFY, in a statement of its own.

A NOTIFY inside a transaction would make all commits of the database wait for each other. One that
is lost costs nothing but time: the streams look by themselves every few seconds.
"""

from functools import partial

from django.db import connection, transaction

CHANNEL = "games_tables"


def ring(table_id: int) -> None:
    """Tell the live processes, once the transaction has committed, to look at a table."""
    _once_committed(str(table_id))


def ring_log(name: str, pk: int) -> None:
    """The same for a log that an app keeps (`games.chronicle`)."""
    _once_committed(f"{name}:{pk}")


def _once_committed(named: str) -> None:
    transaction.on_commit(partial(_notify, named), robust=True)


def _notify(named: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, named])
