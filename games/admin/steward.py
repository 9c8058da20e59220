"""What people are told who see to order at tables."""

import contextlib
from collections.abc import Iterator

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from games.engine import EngineError
from games.errors import GamesError
from ledger.errors import LedgerError


@contextlib.contextmanager
def told(request: HttpRequest, done: str = "") -> Iterator[None]:
    """All of it is done, or nothing and the person reads why."""
    try:
        with transaction.atomic():
            yield
    except (GamesError, EngineError, LedgerError) as refusal:
        messages.error(request, str(refusal))
    else:
        if done:
            messages.success(request, done)
