"""The engine of the settings: it refuses a server that is too old at the first connection.

It knows which rows it has locked (`row_locks`).
"""

from typing import Any

from django.db.backends.postgresql import base, features

from deploy.database import OLDEST_VERSION
from deploy.database.row_locks import RowLocks


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
        super()._commit()  # type: ignore[misc]
        self.row_locks.give_up()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        self.row_locks.give_up()

    def _close(self) -> None:
        super()._close()  # type: ignore[misc]
        self.row_locks.give_up()
