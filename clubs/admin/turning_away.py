"""Turning people away is asked first, with what it does and why."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, redirect, render
from unfold.widgets import UnfoldAdminTextInputWidget

from clubs.admin.refusals import told
from clubs.members import seats_of
from clubs.models import Member, Player
from clubs.turning_away import turn_away
from deploy.names import NameFormField
from deploy.rest.clock import database_now


class Reason(forms.Form):
    reason = NameFormField(
        label="Why",
        max_length=300,
        widget=UnfoldAdminTextInputWidget,
        help_text="Only organisers can read this.",
    )


def turn_away_view(member_admin: Any, request: HttpRequest) -> HttpResponse:
    """Whom the club turns away, what that does, and a line for the reason."""
    assert isinstance(request.user, Player)
    pks = [pk for pk in request.GET.getlist("member") if pk.isdecimal() and len(pk) < 19]
    rows = member_admin.get_queryset(request).filter(pk__in=pks, turned_away_at=None)
    member_admin.ask(request, "turn_away", rows)
    members = get_list_or_404(rows.select_related("player", "purse", "club").order_by("pk"))
    form = Reason(request.POST or None)
    with told(request):
        for member in members:
            member_admin.check_officer(request, "turn_away", member)
        if not form.is_valid():
            context = {
                **member_admin.admin_site.each_context(request),
                "title": "Turn away from the club",
                "lines": [(member, _where(member)) for member in members],
                "form": form,
            }
            return render(request, "clubs/turn_away.html", context)
        for member in members:
            with told(request):
                reason = form.cleaned_data["reason"]
                turn_away(member, by=request.user, reason=reason, at=database_now())
                messages.success(request, f"{member} is turned away from {member.club}.")
    return redirect("admin:clubs_member_changelist")


def _where(member: Member) -> str:
    """Where somebody sits now."""
    seats = seats_of(member).select_related("table").order_by("table")
    return ", ".join(str(seat.table) for seat in seats) or "sits nowhere"
