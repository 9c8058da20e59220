"""When somebody typed their password last in this session."""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest

from clubs.models import Player

NOTED = "password_typed"


def note_password(request: HttpRequest, player: Player, *, at: datetime) -> None:
    """Keep with this session that the player has typed their password just now."""
    request.session[NOTED] = [player.pk, at.isoformat()]


def is_fresh(request: HttpRequest, player: Player, *, at: datetime) -> bool:
    """Whether that was a short while ago (PASSWORD_AGAIN_MINUTES)."""
    whose, noted = request.session.get(NOTED, (None, ""))
    if whose != player.pk:
        return False
    stands = timedelta(minutes=settings.PASSWORD_AGAIN_MINUTES)
    return at < datetime.fromisoformat(noted) + stands
