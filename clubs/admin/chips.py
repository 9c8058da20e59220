"""Chips from the club's bank to members, and back: shown with every purse before they move."""

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, redirect, render
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from clubs.admin.refusals import told
from clubs.chips import issue_chips, redeem_chips
from clubs.models import Member, Player
from deploy.names import NameFormField
from deploy.rest.clock import database_now

WAYS = {"issue": issue_chips, "redeem": redeem_chips}


class Order(forms.Form):
    """What is to move; `order` names the form, so a form that is sent twice moves chips once."""

    way = forms.ChoiceField(
        label="What to do",
        choices=[("issue", "Hand out to each"), ("redeem", "Take back from each")],
        widget=UnfoldAdminSelectWidget,
    )
    chips = forms.IntegerField(
        min_value=1, max_value=1_000_000_000, widget=UnfoldAdminIntegerFieldWidget
    )
    memo = NameFormField(
        label="For what",
        max_length=500,
        widget=UnfoldAdminTextInputWidget,
        help_text="Shown in the statement of the purse.",
    )
    order = forms.UUIDField(widget=forms.HiddenInput)


def chips_view(member_admin: Any, request: HttpRequest) -> HttpResponse:
    """The purses of these members, and a form for what each gets or gives."""
    assert isinstance(request.user, Player)
    pks = [pk for pk in request.GET.getlist("member") if pk.isdecimal()]
    rows = member_admin.get_queryset(request).filter(pk__in=pks)
    member_admin.ask(request, "chips", rows)
    members = get_list_or_404(rows.select_related("player", "purse", "club").order_by("pk"))
    form = Order(request.POST or None, initial={"order": uuid.uuid4()})
    is_shown = form.is_valid()
    if is_shown and "post" in request.POST:
        member_admin.ask(request, form.cleaned_data["way"], rows)
        with told(request):
            _carry_out(form, members, request.user)
            messages.success(request, f"{form.cleaned_data['chips']} chips moved for each.")
            return redirect("admin:clubs_member_changelist")
    context = {
        **member_admin.admin_site.each_context(request),
        "title": "Hand out or take back chips",
        "members": members,
        "form": form,
        "moves": _moves(form, members) if is_shown else [],
    }
    return render(request, "clubs/chips.html", context)


def _moves(form: Order, members: list[Member]) -> list[tuple[Member, int, int, int]]:
    """What each purse holds, gains or gives, and will hold."""
    chips: int = form.cleaned_data["chips"]
    gain = chips if form.cleaned_data["way"] == "issue" else -chips
    return [(member, member.purse.balance, gain, member.purse.balance + gain) for member in members]


def _carry_out(form: Order, members: list[Member], actor: Player) -> None:
    order, at = form.cleaned_data, database_now()
    for member in members:
        WAYS[order["way"]](
            member,
            chips=order["chips"],
            key=f"form:{order['order']}:{member.pk}",
            actor=actor,
            memo=order["memo"],
            at=at,
        )
