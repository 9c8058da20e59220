"""The password again, before chips are moved by hand: a session that was stolen moves none.

Asked before a form is shown. Where the time runs out between two of its pages, what was typed is
kept in the page that asks, and goes on with the password.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.accounts.typed import is_fresh, note_password
from clubs.errors import TooManyTries
from clubs.models import Player
from clubs.signing_in import OWN_SESSION, sign_in
from deploy.rest.clock import database_now

FIELD = "password_again"
NOT_KEPT = {FIELD, "csrfmiddlewaretoken"}


def ask_again(request: HttpRequest, context: dict[str, Any]) -> HttpResponse | None:
    """The page that asks for the password; None where it was typed a short while ago.

    Args:
        context: What every page of the admin has.
    """
    player, refusal = request.user, ""
    assert isinstance(player, Player)  # The admin lets nobody in who is not.
    if not settings.PASSWORD_AGAIN_MINUTES or is_fresh(request, player, at=database_now()):
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
            note_password(request, player, at=database_now())
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
