"""Until when the caller of a door is told what has happened at a table."""

from datetime import datetime

from rest_framework.request import Request

from deploy.rest.clock import database_now
from games.models import Table
from games.sight.delay import shown_until


def told_until(table: Table, request: Request) -> datetime | None:
    """As `games.sight.delay.shown_until`; asks the clock only where it matters."""
    if not table.spectator_delay_seconds:
        return None
    return shown_until(table, request.user.pk, at=database_now())
