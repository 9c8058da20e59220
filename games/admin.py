"""Tables and deals to look at, never a hidden card; a table may be closed."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from deploy.rest.clock import database_now
from games.engine import EngineError
from games.errors import GamesError
from games.models import Deal, Seat, Table
from games.tables import close_tables
from ledger.admin import OpenFilter, ReadOnly


class SeatInline(ReadOnly, TabularInline):
    model = Seat
    fields = readonly_fields = (
        *("number", "player", "stack_chips", "bot_level"),
        *("is_away", "bought_chips", "cashed_chips"),
    )
    ordering = ("number",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("player", "stack")

    @admin.display(description="Stack")
    def stack_chips(self, seat: Seat) -> int:
        return seat.stack.balance


@admin.register(Table)
class TableAdmin(ReadOnly, ModelAdmin):
    list_display = ("name", "mode", "pool_chips", "deals_played", "deals_limit", "opened_at")
    list_select_related = ("pool",)
    list_filter = (OpenFilter, "mode", "book")
    search_fields = ("name", "seats__player__name")
    date_hierarchy = "opened_at"
    ordering = ("-pk",)
    fields = (
        *("name", "book", "mode", "pool_chips", "deals_limit", "turn_seconds", "bot_seconds"),
        *("is_all_in", "anchor_digits", "due_at", "opened_at", "closed_at"),
    )
    readonly_fields = ("pool_chips", "anchor_digits")
    inlines = (SeatInline,)
    actions = ("close",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).annotate(deals_count=Count("deals"))

    @admin.display(description="Pool", ordering="pool__balance")
    def pool_chips(self, table: Table) -> int:
        return table.pool.balance

    @admin.display(description="Deals", ordering="deals_count")
    def deals_played(self, table: Any) -> int:
        count: int = table.deals_count
        return count

    @admin.display(description="Anchor of the seeds")
    def anchor_digits(self, table: Table) -> str:
        return bytes(table.anchor).hex()

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_table")

    @admin.action(
        description="Close tables: pools are shared, chips go home", permissions=["close"]
    )
    def close(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        try:
            close_tables(tables, at=database_now())
        except (GamesError, EngineError) as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, "Closed: all chips went home.")


class InPlayFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("in_play", "In play"), ("over", "Over")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() is None:
            return queryset
        return queryset.filter(ended_at__isnull=self.value() == "in_play")


@admin.register(Deal)
class DealAdmin(ReadOnly, ModelAdmin):
    list_display = ("table", "number", "how_it_ended", "dealt_at", "ended_at", "settled_at")
    list_select_related = ("table",)
    list_filter = (InPlayFilter, "is_new_pool", "table__book")
    search_fields = ("table__name",)
    show_full_result_count = False
    ordering = ("-pk",)
    fields = (
        *("table", "number", "seat_numbers", "dealer", "is_new_pool", "how_it_ended"),
        *("actions_taken", "dealt_at", "ended_at", "settled_at"),
    )
    readonly_fields = ("how_it_ended", "actions_taken")

    @admin.display(description="Ended")
    def how_it_ended(self, deal: Deal) -> str:
        return deal.outcome.kind.replace("_", " ") if deal.outcome else "in play"

    @admin.display(description="Actions seen by all")
    def actions_taken(self, deal: Deal) -> int:
        return deal.actions.filter(is_public=True).count()
