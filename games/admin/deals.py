"""Deals to judge and to take back, as everybody saw them: never a hidden card."""

from functools import partial
from typing import cast

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.forms import CharField
from django.http import HttpRequest
from django.template.loader import render_to_string
from unfold.admin import ModelAdmin
from unfold.forms import ActionForm
from unfold.widgets import UnfoldAdminTextInputWidget

from deploy.rest.clock import database_now
from games.admin.refusals import refusals_shown
from games.models import Deal
from games.play.taking_back import take_back
from games.rights import LOOK_AFTER, VOID
from games.sight.commentary import comment
from games.tasks import hint
from ledger.admin import ByDeed


def told_deal(deal: Deal) -> str:
    """The deal on a page: who played, what everybody saw, which chips it moved."""
    return render_to_string("games/deal.html", {"deal": deal, "told": comment(deal)})


class InPlayFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("in_play", "In play"), ("over", "Over")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() is None:
            return queryset
        return queryset.filter(ended_at__isnull=self.value() == "in_play")


class ReasonForm(ActionForm):
    reason = CharField(
        required=False,
        max_length=200,
        widget=UnfoldAdminTextInputWidget(attrs={"placeholder": "Why"}),
    )


@admin.register(Deal)
class DealAdmin(ByDeed, ModelAdmin):
    deeds = {"see": LOOK_AFTER, "void": VOID}
    book_paths = ("club_book",)
    action_form = ReasonForm
    actions = ("void",)
    list_display = ("table", "number", "how_it_ended", "dealt_at", "ended_at", "settled_at")
    list_select_related = ("table",)
    list_filter = (InPlayFilter, "is_new_pool")
    search_fields = ("table__name__parts",)
    ordering = ("-pk",)
    fields = (
        *("table", "number", "how_it_ended", "play", "is_new_pool"),
        *("dealt_at", "ended_at", "settled_at"),
        *("voided_at", "voided_by", "void_reason"),
    )
    readonly_fields = ("how_it_ended", "play")

    @admin.action(description="Take deals back, with every chip that they moved")
    def void(self, request: HttpRequest, deals: QuerySet[Deal]) -> None:
        with refusals_shown(request, "Taken back. Everybody at the table can read why."):
            for deal in deals.select_related("table").order_by("-table", "-number"):
                take_back(
                    deal,
                    actor_id=cast(int, request.user.pk),
                    reason=request.POST.get("reason", ""),
                    at=database_now(),
                )
                transaction.on_commit(partial(hint, deal.table_id))

    @admin.display(description="Ended")
    def how_it_ended(self, deal: Deal) -> str:
        if deal.voided_at is not None:
            return "taken back"
        return deal.outcome.kind.replace("_", " ") if deal.outcome else "in play"

    @admin.display(description="As everybody saw it")
    def play(self, deal: Deal) -> str:
        return told_deal(deal)
