"""What a use case refuses is told on the organiser's next page."""

import contextlib
from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest

from clubs.errors import ClubsError
from games.engine import EngineError
from games.errors import GamesError
from ledger.errors import LedgerError

REFUSALS = (ClubsError, GamesError, EngineError, LedgerError)


@contextlib.contextmanager
def told(request: HttpRequest) -> Iterator[None]:
    try:
        yield
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
