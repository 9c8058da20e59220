"""The bell that wakes the live streams: PostgreSQL's NOTIFY, in a statement of its own.

A NOTIFY inside a transaction would make all commits of the database wait for each other. One that
is lost costs nothing but time: the streams look by themselves every few seconds.
"""

from collections.abc import Iterable
from functools import partial

from django.db import connection, transaction

CHANNEL = "games_tables"
PLAYERS = "players"
MOST_PLAYERS = 500  # In one notice, which PostgreSQL wants shorter than 8000 bytes.


def ring(table_id: int) -> None:
    """Tell the live processes, once the transaction has committed, to look at a table."""
    _once_committed(str(table_id))


def ring_log(name: str, pk: int) -> None:
    """The same for a log that an app keeps (`games.chronicle`)."""
    _once_committed(f"{name}:{pk}")


def ring_players(player_ids: Iterable[int]) -> None:
    """The same for people to whom something new belongs: a seat, an entry (`games.concern`)."""
    named = [str(pk) for pk in player_ids]
    for start in range(0, len(named), MOST_PLAYERS):
        _once_committed(f"{PLAYERS}:{','.join(named[start : start + MOST_PLAYERS])}")


def _once_committed(named: str) -> None:
    transaction.on_commit(partial(_notify, named), robust=True)


def _notify(named: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, named])
