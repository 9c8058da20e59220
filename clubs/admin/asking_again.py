"""The password again, before chips are moved by hand: a session that was stolen moves none.

Asked before a form is shown. Where the time runs out between two of its pages, what was typed is
kept in the page that asks, and goes on with the password.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.errors import TooManyTries
from clubs.models import Player
from clubs.signing_in import sign_in
from deploy.rest.clock import database_now

OWN_SESSION = "own session"  # Instead of an address: somebody who guesses there sits at it already.
FIELD = "password_again"
NOTED = "password_typed"
NOT_KEPT = {FIELD, "csrfmiddlewaretoken"}


def note_password(request: HttpRequest, player: Player) -> None:
    """Keep with this session that the player has typed their password just now."""
    request.session[NOTED] = [player.pk, database_now().isoformat()]


def ask_again(request: HttpRequest, context: dict[str, Any]) -> HttpResponse | None:
    """The page that asks for the password; None where it was typed a short while ago.

    Args:
        context: What every page of the admin has.
    """
    player, refusal = request.user, ""
    assert isinstance(player, Player)  # The admin lets nobody in who is not.
    if not settings.PASSWORD_AGAIN_MINUTES or _is_fresh(request, player):
        return None
    kept = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_KEPT
        for value in values
    ]
    if FIELD in request.POST:
        refusal = _refusal(request.POST[FIELD], player)
        if not refusal:
            note_password(request, player)
            return None if kept else redirect(request.get_full_path())
    shown = {
        "title": _("Your password, please"),
        "login": player.get_username(),
        "minutes": settings.PASSWORD_AGAIN_MINUTES,
        "field": FIELD,
        "kept": kept,
        "refusal": refusal,
    }
    return render(request, "clubs/asking_again.html", {**context, **shown})


def _refusal(password: str, player: Player) -> str:
    """Why this password does not do; every try is counted as at the sign-in."""
    name, at = player.get_username(), database_now()
    try:
        found = sign_in(None, username=name, password=password, address=OWN_SESSION, at=at)
    except TooManyTries as refusal:
        return str(refusal)
    return "" if found == player else _("The password is wrong. Nothing was done yet.")


def _is_fresh(request: HttpRequest, player: Player) -> bool:
    whose, noted = request.session.get(NOTED, (None, ""))
    if whose != player.pk:
        return False
    stands = timedelta(minutes=settings.PASSWORD_AGAIN_MINUTES)
    return database_now() < datetime.fromisoformat(noted) + stands
