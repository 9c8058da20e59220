"""At the door: one page for the tablet, a tick for whoever comes in."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from clubs.admin.refusals import told
from clubs.attendance import check_in, check_out, welcome
from clubs.models import Member, Night
from deploy.rest.clock import database_now


def door_page(request: HttpRequest, night: Night, context: dict[str, Any]) -> HttpResponse:
    """Everybody of the club with a tick for who is here, and a line for who just walked in."""
    members = night.club.members.active().select_related("player")
    if request.method == "POST":
        with told(request):
            _at_the_door(night, members, request.POST)
        return redirect("admin:clubs_night_door", night.pk)
    here = set(night.attendances.here().values_list("member", flat=True))
    context |= {
        "title": f"At the door: {night}",
        "night": night,
        "here_count": len(here),
        "members": [(member, member.pk in here) for member in members.order_by("player__name")],
    }
    return render(request, "clubs/door.html", context)


@transaction.atomic
def _at_the_door(night: Night, members: QuerySet[Member], form: QueryDict) -> None:
    at = database_now()
    match form.dict():
        case {"walk_in": str(name)} if name.strip():
            welcome(night, name, at=at)
        case {"in": str(pk)}:
            check_in(night, [members.get(pk=pk)], at=at)
        case {"out": str(pk)}:
            check_out(night, members.get(pk=pk))
