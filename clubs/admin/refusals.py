"""What a use case refuses is told to the person on the next page."""

import contextlib
from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from clubs.errors import ClubsError
from games.engine import EngineError
from games.errors import GamesError
from ledger.errors import LedgerError

REFUSALS = (ClubsError, GamesError, EngineError, LedgerError)


@contextlib.contextmanager
def told(request: HttpRequest, refusals: tuple[type[Exception], ...] = REFUSALS) -> Iterator[None]:
    """All of the block is done, or nothing of it and the person reads why."""
    try:
        with transaction.atomic():
            yield
    except refusals as refusal:
        messages.error(request, str(refusal))


class Telling:
    """Mixed into an admin whose forms and buttons call use cases."""

    refusals: tuple[type[Exception], ...] = REFUSALS

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(  # type: ignore[misc]
                request, object_id, form_url, extra_context
            )
        except self.refusals as refusal:  # Its transaction has been rolled back.
            messages.error(request, str(refusal))
            return redirect(request.get_full_path())
