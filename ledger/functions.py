"""Calls of the ledger's SQL functions: what they refuse comes out as the ledger's errors."""

import contextlib
import json
from collections.abc import Iterator, Mapping

from django.db import DatabaseError
from psycopg.errors import Error as PostgresError

from ledger.errors import (
    AccountClosed,
    AccountNotEmpty,
    BooksInDoubt,
    ImpossibleMoment,
    KeyReused,
    LedgerError,
    Overdrawn,
    Unbalanced,
    UnknownAccount,
)

# The states with which the functions refuse; LG002 carries numbers and is read by hand.
REFUSALS: Mapping[str, type[LedgerError]] = {
    "LG001": Unbalanced,
    "LG003": KeyReused,
    "LG004": AccountClosed,
    "LG005": UnknownAccount,
    "LG006": AccountNotEmpty,
    "LG007": BooksInDoubt,
    "LG008": ImpossibleMoment,
}


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """A refusal is an error of the database: a transaction around the block has to be left.

    Raises:
        LedgerError: a function of the ledger refused.
    """
    try:
        yield
    except DatabaseError as error:
        cause = error.__cause__
        if not isinstance(cause, PostgresError):
            raise
        state, message = cause.sqlstate or "", cause.diag.message_primary or ""
        if state == "LG002":
            numbers = json.loads(cause.diag.message_detail or "")
            raise Overdrawn(message, **numbers) from error
        if state in REFUSALS:
            raise REFUSALS[state](message) from error
        raise
