"""The page on which somebody accepts an invitation: they see what becomes theirs, and say yes."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.admin.refusals import REFUSALS
from clubs.by_invitation import PAGE, held_by, keep, put_away
from clubs.errors import UnknownInvitation
from clubs.invitations import LONGEST_CODE, accept_by_digest, find_invitation
from clubs.models import Member, Player
from clubs.rights import ACCEPT_INVITATION
from deploy.rest.clock import database_now
from deploy.rest.pages import PageRequest, stands_for


@stands_for(ACCEPT_INVITATION)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invited_page(request: PageRequest) -> HttpResponse:
    """Only a tap accepts; a link that is looked at, by a mail program too, does nothing."""
    if "code" in request.POST:
        return _kept(request)
    digest = held_by(request)
    player = request.user if isinstance(request.user, Player) else None
    if digest is None:
        return _shown(request)
    if player is not None and "accept" in request.POST:
        return _accepted(request, digest, player)
    try:
        found = find_invitation(digest, player=player, at=database_now())
    except UnknownInvitation as refusal:
        return _forgotten(_shown(request, refusal=str(refusal)))
    sign_in = "" if player else redirect_to_login(reverse(PAGE)).url
    return _shown(request, invitation=found, sign_in=sign_in, player=player)


def _accepted(request: PageRequest, digest: bytes, player: Player) -> HttpResponse:
    at = database_now()
    try:
        member = accept_by_digest(digest, player=player, at=at)
    except UnknownInvitation as refusal:
        return _forgotten(_shown(request, refusal=str(refusal)))
    except REFUSALS as refusal:
        found = find_invitation(digest, player=player, at=at)
        return _shown(request, refusal=str(refusal), invitation=found, player=player)
    member = Member.objects.select_related("club", "player", "purse").get(pk=member.pk)
    return _forgotten(_shown(request, member=member, player=player))


def _kept(request: PageRequest) -> HttpResponse:
    """On to what the code is for, whether or not it is good: the page says so."""
    response = redirect(PAGE)
    keep(response, request.POST["code"].strip()[:LONGEST_CODE])
    return response


def _forgotten(response: HttpResponse) -> HttpResponse:
    put_away(response)
    return response


def _shown(request: PageRequest, **told: Any) -> HttpResponse:
    get_token(request)
    return render(request, "clubs/pages/invited.html", told)
