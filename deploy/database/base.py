"""The engine of the settings; it refuses a server that is too old at the first connection."""

import psycopg
from django.db import InterfaceError, OperationalError
from django.db.backends.postgresql import base, features

from deploy.database import OLDEST_VERSION
from deploy.rest.errors import CommitUnknown


class DatabaseFeatures(features.DatabaseFeatures):
    minimum_database_version = (OLDEST_VERSION,)


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures

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


def _was_refused(cause: psycopg.Error) -> bool:
    """Tell whether the server answered, and did not end the line instead."""
    return cause.sqlstate is not None and not cause.sqlstate.startswith(("08", "57P"))
