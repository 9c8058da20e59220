"""The engine of the settings: it refuses a server that is too old at the first connection.

It knows which rows it has locked (`row_locks`).
"""

from typing import Any

import psycopg
from django.db import InterfaceError, OperationalError
from django.db.backends.postgresql import base, features

from deploy.database import OLDEST_VERSION
from deploy.database.row_locks import RowLocks
from deploy.rest.errors import CommitUnknown


class DatabaseFeatures(features.DatabaseFeatures):
    minimum_database_version = (OLDEST_VERSION,)


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row_locks = RowLocks(self)
        self.execute_wrappers.append(self.row_locks.note)

    def _savepoint_rollback(self, sid: str) -> None:
        super()._savepoint_rollback(sid)  # type: ignore[misc]
        self.row_locks.go_back(sid)

    def _savepoint_commit(self, sid: str) -> None:
        super()._savepoint_commit(sid)  # type: ignore[misc]
        self.row_locks.end_within_test()

    def _commit(self) -> None:
        """Keep the transaction.

        Raises:
            CommitUnknown: the line was lost before the server answered.
        """
        try:
            super()._commit()  # type: ignore[misc]  # The stubs leave it out.
        except (OperationalError, InterfaceError) as error:
            cause = error.__cause__
            if isinstance(cause, psycopg.Error) and _was_refused(cause):
                raise
            raise CommitUnknown(*error.args) from cause
        self.row_locks.give_up()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        self.row_locks.give_up()

    def _close(self) -> None:
        super()._close()  # type: ignore[misc]
        self.row_locks.give_up()


def _was_refused(cause: psycopg.Error) -> bool:
    """Tell whether the server answered, and did not end the line instead."""
    return cause.sqlstate is not None and not cause.sqlstate.startswith(("08", "57P"))
