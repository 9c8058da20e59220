"""Taps at the door: as a form sends them, and as a tablet sends those that waited."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from clubs.admin.refusals import REFUSALS
from clubs.errors import LooksLike
from clubs.models import Member
from clubs.pages.visits import Visit, key_in, number_in, of_night
from clubs.rights import ADD_MEMBER, CHECK_IN, CHECK_OUT, WELCOME
from clubs.taps import Says, Sent, tap, tap_guest
from deploy.rest.pages import ask

LONGEST_WAIT_MS = 7 * 24 * 60 * 60 * 1000


@of_night(CHECK_IN, CHECK_OUT, WELCOME, methods=("POST",))
def waiting_tap_page(visit: Visit) -> HttpResponse:
    """Take one tap that waited on a tablet; what is refused is told, and the tablet keeps it.

    A tap is taken as the deed of the person whose it is. If somebody else has signed in meanwhile,
    nothing is done, and the tablet asks them.
    """
    form = visit.request.POST
    if form.get("sent_as") != str(visit.person.pk):
        return JsonResponse({"other": str(visit.person.pk), "name": name_of(visit)})
    waited_ms = min(number_in(form, "waited_ms"), LONGEST_WAIT_MS)
    sent = sent_with(form, made_at=visit.at - timedelta(milliseconds=waited_ms))
    if "guest" in form:
        ask(visit.roles, WELCOME)
        refused = refused_by(lambda: guest_in(visit, form["guest"], sent))
        may_be_another = isinstance(refused, LooksLike) and visit.may(ADD_MEMBER)
        return JsonResponse({"refusal": str(refused or ""), "may_be_another": may_be_another})
    says = Says.HERE if Says.HERE in form else Says.NOT_HERE
    ask(visit.roles, CHECK_IN if says == Says.HERE else CHECK_OUT)
    member = member_in(visit, says)
    refusal = refusal_of(
        lambda: tap(visit.night, member, says, sent=sent, by=visit.by, at=visit.at)
    )
    return JsonResponse({"refusal": refusal})


@of_night(CHECK_IN, CHECK_OUT, WELCOME)
def worker_page(visit: Visit) -> HttpResponse:
    """The service worker of this door; where it stands, it can stand before no other page."""
    return render(visit.request, "clubs/pages/door_worker.js", content_type="text/javascript")


def name_of(visit: Visit) -> str:
    """Who taps here, as the page tells it."""
    return _("Somebody with a link") if visit.link else str(visit.person)


def sent_with(form: QueryDict, **when: Any) -> Sent:
    return Sent(key=key_in(form), tablet=key_in(form, "tablet"), **when)


def member_in(visit: Visit, name: str) -> Member:
    """The person of the club whom a form names."""
    members = visit.night.club.members.people().select_related("player")
    return get_object_or_404(members, pk=number_in(visit.request.POST, name))


def guest_in(visit: Visit, name: str, sent: Sent) -> int:
    """Welcome somebody; the id of the member that they are. Raises as `tap_guest` does."""
    return tap_guest(
        visit.night,
        name,
        is_another="is_another" in visit.request.POST,
        may_add=visit.may(ADD_MEMBER),
        sent=sent,
        by=visit.by,
        at=visit.at,
    )


def refusal_of(deed: Callable[[], object]) -> str:
    """Why it was refused, and nothing of it is done; empty where it is done."""
    return str(refused_by(deed) or "")


def refused_by(deed: Callable[[], object]) -> Exception | None:
    """Do it, or nothing of it; the refusal, if it was refused."""
    try:
        with transaction.atomic():
            deed()
    except REFUSALS as refusal:
        return refusal
    return None
