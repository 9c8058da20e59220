"""At the door: one page for the tablet, a tick for everybody who comes in."""

import unicodedata
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from clubs.admin.refusals import refusals_shown
from clubs.attendance import check_in, check_out, welcome
from clubs.models import Member, Night
from deploy.rest.clock import database_now


def door_page(request: HttpRequest, night: Night, context: dict[str, Any]) -> HttpResponse:
    """All people of the club with a tick for who is here, and a line for who just walked in."""
    members = night.club.members.people().select_related("player")
    if request.method == "POST":
        with refusals_shown(request):
            _at_the_door(night, members, request.POST)
        return redirect("admin:clubs_night_door", night.pk)
    answers = {one.member_id: one for one in night.attendances.all()}
    rows: list[dict[str, Any]] = [
        {
            "member": member,
            "plain_name": plain(str(member)),
            "is_here": member.pk in answers and answers[member.pk].checked_in_at is not None,
            "answer": answers[member.pk].get_answer_display() if member.pk in answers else "",
        }
        for member in members
    ]
    context |= {
        "title": f"At the door: {night}",
        "night": night,
        "rows": sorted(rows, key=lambda row: row["plain_name"]),
        "here_count": sum(row["is_here"] for row in rows),
    }
    return render(request, "clubs/door.html", context)


def plain(name: str) -> str:
    """The name in small letters without accents, so that `aine` finds Áine."""
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _at_the_door(night: Night, members: QuerySet[Member], form: QueryDict) -> None:
    at = database_now()
    match form.dict():
        case {"walk_in": str(name)} if name.strip():
            welcome(night, name, at=at)
        case {"in": str(pk)}:
            check_in(night, [get_object_or_404(members, pk=pk)], at=at)
        case {"out": str(pk)}:
            check_out(night, get_object_or_404(members, pk=pk))
