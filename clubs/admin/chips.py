"""Chips from the club's bank to members, and back: the treasurer's order, for members' purses."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404
from unfold.widgets import UnfoldAdminSelectWidget

from clubs.admin.refusals import REFUSALS
from clubs.handing_out import exchange_wherever
from deploy.rest.clock import database_now
from deploy.rights import Doer
from ledger.admin import ChipsOrder, Section, bound, hand_of, order_page
from ledger.by_hand import Direction, draft_exchange
from ledger.posting import Posting

WAYS = (
    (Direction.ISSUE.value, "Hand out{chips} to each"),
    (Direction.REDEEM.value, "Take back{chips} from each"),
)


class ExchangeOrder(ChipsOrder):
    way = forms.ChoiceField(
        label="What to do",
        choices=[(way, words.format(chips="")) for way, words in WAYS],
        widget=UnfoldAdminSelectWidget,
    )


def chips_view(member_admin: Any, request: HttpRequest) -> HttpResponse:
    """The purses of these members, and a form for what each gets or gives."""
    pks = [pk for pk in request.GET.getlist("member") if pk.isdecimal()]
    rows = member_admin.get_queryset(request).filter(pk__in=pks)
    member_admin.ask(request, "chips", rows)
    members = get_list_or_404(rows.select_related("player", "purse", "club").order_by("pk"))

    def draft(given: Mapping[str, Any]) -> list[Posting]:
        direction, chips = Direction(given["way"]), given["chips"]
        return [
            draft_exchange(one.purse, direction, chips=chips, hand=hand_of(request, given, one))
            for one in members
        ]

    def shown(given: Mapping[str, Any]) -> list[Section]:
        """The purses alone: what the bank hands out comes to the same."""
        purses = {member.purse_id for member in members}
        legs = {pk: chips for one in draft(given) for pk, chips in one.legs.items() if pk in purses}
        way = dict(WAYS)[given["way"]]
        return [Section(way.format(chips=f" {given['chips']} chips"), given["memo"], legs)]

    def post(given: Mapping[str, Any]) -> str:
        member_admin.ask(request, given["way"], rows)
        exchange_wherever(
            members,
            Direction(given["way"]),
            chips=given["chips"],
            key=f"form:{given['order']}",
            memo=given["memo"].strip(),
            by=Doer(request.user.pk),
            at=database_now(),
        )
        return f"{given['chips']} chips moved for each."

    purses = ", ".join(f"{member} {member.purse.balance}" for member in members)
    people = "1 member" if len(members) == 1 else f"{len(members)} members"
    return order_page(
        member_admin,
        request,
        bound(ExchangeOrder, request),
        title="Hand out or take back chips",
        asked=Section(f"{people}, with what is in the purse", purses),
        shown=shown,
        post=post,
        refusals=REFUSALS,
    )
