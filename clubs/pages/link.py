"""The page that enters by a link: a phone comes to it from a QR code, and is led on."""

from typing import Final

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.by_link import keep
from clubs.errors import UnknownLink
from clubs.links import enter
from clubs.models import LinkPurpose
from clubs.rights import ENTER_BY_LINK
from deploy.rest.clock import database_now
from deploy.rest.pages import PageRequest, stands_for

LEADS_TO: Final = {
    LinkPurpose.SCORER: "desk-results",
    LinkPurpose.DOOR: "desk-door",
    LinkPurpose.HALL: "hall",
}
"""The page of the night that each kind of link is for."""

LONGEST_SECRET: Final = 64


@stands_for(ENTER_BY_LINK)
@require_http_methods(["GET", "HEAD", "POST"])
def link_page(request: PageRequest) -> HttpResponse:
    """Take the secret, which no server saw in the address, and lead on to the night.

    Somebody who is signed in goes on acting in their own name.
    """
    refusal = ""
    if request.method == "POST":
        at = database_now()
        try:
            link = enter(request.POST.get("secret", "").strip()[:LONGEST_SECRET], at=at)
        except UnknownLink as refused:
            refusal = str(refused)
        else:
            response = redirect(LEADS_TO[LinkPurpose(link.purpose)], link.night_id)
            keep(response, link, at=at)
            return response
    get_token(request)
    return render(request, "clubs/pages/link.html", {"refusal": refusal})
