"""What is asked before somebody is noted as gone, and the page on which a name is put right."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, get_object_or_404, redirect
from django.urls import reverse
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminTextInputWidget

from clubs.admin.looking_alike import asked_of, is_another
from clubs.admin.refusals import refusals_shown
from clubs.errors import LooksLike
from clubs.member_names import correct_name
from clubs.members import leave_club
from clubs.models import Member, Player
from deploy.names import NameFormField
from deploy.rest.clock import database_now
from ledger.admin import Section, asking_page

LEAVING = (
    "They are not offered at the door any more, and see nothing of the club. Their purse waits for "
    "them: “Back again” on their page takes them back."
)
NAMING = (
    "Everywhere the name is shown, it is the new one: in lists, results and statements, those of "
    "earlier nights too. The account of their purse keeps the name under which it was opened."
)
LIST = "admin:clubs_member_changelist"


def leaving_view(member_admin: Any, request: HttpRequest) -> HttpResponse:
    """Who has left, what that means, and what waits for them."""
    assert isinstance(request.user, Player)
    rows = member_admin.get_queryset(request).filter(pk__in=_numbers(request), left_at=None)
    member_admin.ask(request, "leave", rows)
    members = get_list_or_404(rows.select_related("player", "purse", "club").order_by("pk"))
    with refusals_shown(request):
        for member in members:
            member_admin.check_officer(request, "leave", member)
        if request.method != "POST":
            sections = [Section(str(one), f"{one.purse.balance} chips wait.") for one in members]
            return asking_page(
                request,
                member_admin.admin_site.each_context(request),
                title="They have left the club",
                sections=[Section("What it means", LEAVING), *sections],
                label="They have left",
                back=reverse(LIST),
            )
        for member in members:
            with refusals_shown(request):
                leave_club(member, by=request.user, at=database_now())
                messages.success(request, f"{member} has left. Their purse stays.")
    return redirect(LIST)


class Name(forms.Form):
    name = NameFormField(max_length=100, widget=UnfoldAdminTextInputWidget)
    seen = forms.CharField(widget=forms.HiddenInput)


def name_view(member_admin: Any, request: HttpRequest) -> HttpResponse:
    """One line with the name as it is; a refusal leaves what was written."""
    rows = member_admin.get_queryset(request).filter(pk__in=_numbers(request)[:1])
    member_admin.ask(request, "correct_name", rows)
    member: Member = get_object_or_404(rows.select_related("player", "club"))
    page = redirect("admin:clubs_member_change", member.pk)
    now = str(member)
    form = Name(request.POST or None, initial={"name": now, "seen": now})
    if request.method == "POST" and form.is_valid():
        given, another = form.cleaned_data, is_another(request.POST)
        with refusals_shown(request):
            try:
                correct_name(member, given["name"], seen=given["seen"], is_another=another)
            except LooksLike as refusal:
                form.add_error("name", format_html("{}{}", refusal, asked_of(refusal)))
            else:
                messages.success(request, f"{now} is called {given['name']} now.")
                return page
    return asking_page(
        request,
        member_admin.admin_site.each_context(request),
        title="Correct the name",
        sections=[Section(now, NAMING)],
        label="Correct the name",
        back=page.url,
        form=form,
    )


def _numbers(request: HttpRequest) -> list[str]:
    return [pk for pk in request.GET.getlist("member") if pk.isdecimal() and len(pk) < 19]
