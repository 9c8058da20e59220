"""Refusals of use cases, shown to the person on the next page."""

import contextlib
from collections.abc import Iterator

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from games.engine import EngineError
from games.errors import GamesError
from ledger.errors import LedgerError

REFUSALS = (GamesError, EngineError, LedgerError)


@contextlib.contextmanager
def refusals_shown(
    request: HttpRequest, done: str = "", *, refusals: tuple[type[Exception], ...] = REFUSALS
) -> Iterator[None]:
    """All of the block is done, or nothing of it and the person reads why."""
    try:
        with transaction.atomic():
            yield
    except refusals as refusal:
        messages.error(request, str(refusal))
    else:
        if done:
            messages.success(request, done)
