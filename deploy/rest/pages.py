"""What every page of ours has: the deeds that it stands for, who asks, and its parts.

The matrix of rights decides who sees a page, as it decides about every other door.
"""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails
from rest_framework.exceptions import PermissionDenied as Refused

from deploy.rest.rights import refuse_unless
from deploy.rights import UNLIMITED, Deed, Roles, may


class PageRequest(HttpRequest):
    """A request for a page, as the middleware of django-htmx hands it on."""

    htmx: HtmxDetails


View = Callable[..., HttpResponse]


def stands_for(*deeds: Deed) -> Callable[[View], View]:
    """Name the deeds of a page; `deploy.matrix` lists them, and a page without any is found."""

    def note(view: View) -> View:
        view.deeds = deeds  # type: ignore[attr-defined]
        return view

    return note


def ask(roles: Roles, *deeds: Deed) -> None:
    """Let through people who may do one of these.

    Raises:
        Http404: for them there is nothing to do it to.
        PermissionDenied: they see it, and others may do it.
    """
    deed = next((deed for deed in deeds if may(roles, deed)), deeds[0])
    try:
        refuse_unless(roles, deed, scopes=UNLIMITED)
    except Refused as refusal:
        raise PermissionDenied(str(refusal.detail)) from refusal


def sign_in_first(request: PageRequest) -> HttpResponse:
    """To the sign-in, and back to the page where they are."""
    if request.htmx:  # A part of a page: the browser goes as a whole.
        back = request.htmx.current_url_abs_path or resolve_url("home")
        return HttpResponseClientRedirect(redirect_to_login(back).url)
    return redirect_to_login(request.get_full_path())


SIGN_INS = ("account_login", "account_signup", "mfa_authenticate")


def csrf_refused(request: HttpRequest, **_: Any) -> HttpResponse:
    """Lead on people whose page has an old token: most have signed in in another tab meanwhile."""
    own = {request.get_host()}
    if request.user.is_authenticated and request.path in map(resolve_url, SIGN_INS):
        after = request.POST.get("next") or request.GET.get("next") or ""
        return redirect(after if url_has_allowed_host_and_scheme(after, own) else "home")
    back = request.headers.get("Referer", "")
    shown = {"back": back if url_has_allowed_host_and_scheme(back, own) else resolve_url("home")}
    return render(request, "pages/too_old.html", shown, status=403)


def parts(*texts: Any) -> HttpResponse:
    """Parts of a page, one after the other: what htmx puts in place, and what goes elsewhere."""
    return HttpResponse("".join(map(str, texts)))
