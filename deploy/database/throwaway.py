"""A database for a while, in the place of the default one."""

import contextlib
from collections.abc import Iterator

from django.db import connection, connections
from psycopg.sql import SQL, Identifier


@contextlib.contextmanager
def throwaway_database(name: str) -> Iterator[None]:
    """The default database is a new, empty one within the block, and dropped afterwards.

    One of that name that an earlier block left behind is dropped first.
    """
    before = connection.settings_dict["NAME"]
    connections.close_all()
    _outside("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    _outside("CREATE DATABASE {}", name)
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connections.close_all()
        connection.settings_dict["NAME"] = before
        _outside("DROP DATABASE {} WITH (FORCE)", name)


def _outside(statement: str, database: str) -> None:
    """Run a statement about a database in the one that every server has."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(SQL(statement).format(Identifier(database)))
