"""Where organisers need a second factor: before they enter the admin or the desk without one."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from clubs.models import Player

GUARDED = "/admin/"
LEAVING = ("/admin/logout/", "/admin/login/")


class SecondFactorDemanded:
    """Middleware; the API asks by itself (`deploy.rest.rights`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _is_guarded(request.path) or not _is_short(request):
            return self.get_response(request)
        told = _("You look after a club: switch on a second factor first. It takes a minute.")
        messages.warning(request, told)
        if getattr(request, "htmx", False):
            return HttpResponseClientRedirect(reverse("mfa_index"))
        return redirect("mfa_index")


def _is_guarded(path: str) -> bool:
    return path.startswith(GUARDED) and path not in LEAVING


def _is_short(request: HttpRequest) -> bool:
    return isinstance(request.user, Player) and request.user.is_short_of_factor()
