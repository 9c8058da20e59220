"""Turning people away is asked first, with what it does and why."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, redirect
from django.urls import reverse
from unfold.widgets import UnfoldAdminTextInputWidget

from clubs.admin.refusals import refusals_shown
from clubs.members import seats_of
from clubs.models import Member, Player
from clubs.turning_away import turn_away
from deploy.names import NameFormField
from deploy.rest.clock import database_now
from ledger.admin import Section, asking_page

MEANING = (
    "The whole club is closed to them: tables, nights, tournaments, invitations. A bot plays "
    "out the deal in play, then they get up, and their chips go home. They are withdrawn from "
    "tournaments. They keep their purse. This holds until somebody readmits them, even if they "
    "leave and come back."
)


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
    with refusals_shown(request):
        for member in members:
            member_admin.check_officer(request, "turn_away", member)
        if not form.is_valid():
            return asking_page(
                request,
                member_admin.admin_site.each_context(request),
                title="Turn away from the club",
                sections=[Section("What it means", MEANING), *map(_section, members)],
                label="Turn away",
                back=reverse("admin:clubs_member_changelist"),
                form=form,
            )
        for member in members:
            with refusals_shown(request):
                reason = form.cleaned_data["reason"]
                turn_away(member, by=request.user, reason=reason, at=database_now())
                messages.success(request, f"{member} is turned away from {member.club}.")
    return redirect("admin:clubs_member_changelist")


def _section(member: Member) -> Section:
    """Where somebody sits now, and with which chips."""
    seats = seats_of(member).select_related("table", "stack").order_by("table")
    sits = [f"{seat.stack.balance} at {seat.table}" for seat in seats] or ["sits at no table"]
    return Section(str(member), f"{member.purse.balance} chips in the purse; {', '.join(sits)}.")
