"""Transactions of tests: what is done in one is taken back, as though nothing had been done."""

import contextlib
from collections.abc import Iterator

from django.db import transaction


@contextlib.contextmanager
def taken_back() -> Iterator[None]:
    """Take back what is done in the block; orders in it lock and end as though each were alone."""
    whole = transaction.atomic()
    whole._from_testcase = True  # type: ignore[attr-defined]  # As Django's own test cases do.
    with whole:
        yield
        transaction.set_rollback(True)
