"""Who sees to order at tables, and what he is told."""

import contextlib
from collections.abc import Iterator

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from games.engine import EngineError
from games.errors import GamesError
from ledger.errors import LedgerError


class Steward:
    """Mixed into an admin whose actions reach into play; `permissions=["steward"]` asks it."""

    def has_steward_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_table")


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
