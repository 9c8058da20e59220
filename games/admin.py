"""Tables to watch, pause and close, deals to take back, and never a hidden card."""

import contextlib
from collections.abc import Iterator
from functools import partial
from typing import Any, cast

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.forms import CharField
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import ActionForm
from unfold.widgets import UnfoldAdminTextInputWidget

from deploy.rest.clock import database_now
from games.deals import told_actions
from games.engine import EngineError
from games.errors import GamesError
from games.models import Deal, Seat, Table
from games.sittings import send_home
from games.stewarding import pause, resume, void_deal
from games.tables import close_tables
from games.tasks import hint
from ledger.admin import OpenFilter, ReadOnly
from ledger.errors import LedgerError


class Steward:
    """Mixed into an admin whose actions reach into play; `permissions=["steward"]` asks it."""

    def has_steward_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_table")


@contextlib.contextmanager
def told(request: HttpRequest, done: str) -> Iterator[None]:
    """All of it is done, or nothing and the person reads why."""
    try:
        with transaction.atomic():
            yield
    except (GamesError, EngineError, LedgerError) as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done)


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
class TableAdmin(Steward, ReadOnly, ModelAdmin):
    list_display = (
        *("name", "mode", "people", "pool_chips", "deals_played", "deals_limit"),
        *("opened_at", "paused_at"),
    )
    list_select_related = ("pool",)
    list_filter: tuple[Any, ...] = (OpenFilter, "mode", "book")
    search_fields = ("name", "seats__player__name")
    date_hierarchy = "opened_at"
    ordering = ("-pk",)
    fields = (
        *("name", "book", "mode", "pool_chips", "deals_limit", "turn_seconds", "bot_seconds"),
        *("seats_limit", "is_all_in", "play", "anchor_digits", "due_at", "opened_at"),
        *("paused_at", "closed_at"),
    )
    readonly_fields = ("pool_chips", "anchor_digits", "play")
    inlines = (SeatInline,)
    actions = ("pause", "resume", "close")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        shown = Q(seats__cashed_chips=None) | Q(closed_at__isnull=False)
        deals = Count("deals", distinct=True)
        seats = Count("seats", distinct=True, filter=shown)
        return super().get_queryset(request).annotate(deals_count=deals, seats_count=seats)

    @admin.display(description="People", ordering="seats_count")
    def people(self, table: Any) -> int:
        count: int = table.seats_count
        return count

    @admin.display(description="Last deal, as everybody sees it")
    def play(self, table: Table) -> str:
        deal = table.deals.defer(None).order_by("-number").first()
        if deal is None:
            return "Nothing was dealt yet."
        deal.table = table
        return f"Deal {deal.number}: {public_play(deal) or 'nobody has acted'}"

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

    @admin.action(
        description="Close tables: pools are shared, chips go home", permissions=["steward"]
    )
    def close(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        with told(request, "Closed: all chips went home."):
            close_tables(tables, at=database_now())

    @admin.action(description="Pause tables: no card, no clock", permissions=["steward"])
    def pause(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        with told(request, "Paused: whoever was to act keeps the time that was left."):
            for table in tables.order_by("pk"):
                pause(table, at=database_now())

    @admin.action(description="Let paused tables go on", permissions=["steward"])
    def resume(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        with told(request, "Play goes on."):
            for table in tables.order_by("pk"):
                resume(table, at=database_now())
                transaction.on_commit(partial(hint, table.pk))


@admin.register(Seat)
class SeatAdmin(Steward, ReadOnly, ModelAdmin):
    list_display = (
        "player",
        "table",
        "number",
        "stack_chips",
        "bot_level",
        "is_away",
        "is_leaving",
    )
    list_select_related = ("player", "table", "stack")
    list_filter = ("is_away", "is_sitting_out", "is_leaving")
    search_fields = ("player__name", "table__name")
    ordering = ("-table", "number")
    actions = ("send_home",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).filter(cashed_chips=None)

    @admin.display(description="Stack", ordering="stack__balance")
    def stack_chips(self, seat: Seat) -> int:
        return seat.stack.balance

    @admin.action(
        description="Send people home from free tables and a night's online tables",
        permissions=["steward"],
    )
    def send_home(self, request: HttpRequest, seats: QuerySet[Seat]) -> None:
        with told(request, "They get up: now, or when the deal is over in which they are."):
            bots_first = seats.select_related("table").order_by("table", "-bot_level")
            for seat in bots_first:
                send_home(seat.table, player_id=seat.player_id, at=database_now())


def public_play(deal: Deal) -> str:
    """What everybody has seen, action by action."""
    return ", ".join(f"{row.seat + 1} {row.told}" for row in told_actions(deal, None, until=None))


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
        widget=UnfoldAdminTextInputWidget(attrs={"placeholder": "Why it is taken back"}),
    )


@admin.register(Deal)
class DealAdmin(Steward, ReadOnly, ModelAdmin):
    action_form = ReasonForm
    actions = ("void",)
    list_display = ("table", "number", "how_it_ended", "dealt_at", "ended_at", "settled_at")
    list_select_related = ("table",)
    list_filter: tuple[Any, ...] = (InPlayFilter, "is_new_pool", "table__book")
    search_fields = ("table__name",)
    show_full_result_count = False
    ordering = ("-pk",)
    fields = (
        *("table", "number", "seat_numbers", "dealer", "is_new_pool", "how_it_ended"),
        *("actions_taken", "dealt_at", "ended_at", "settled_at"),
        *("voided_at", "voided_by", "void_reason"),
    )
    readonly_fields = ("how_it_ended", "actions_taken")

    @admin.action(
        description="Take deals back, with every chip that they moved", permissions=["steward"]
    )
    def void(self, request: HttpRequest, deals: QuerySet[Deal]) -> None:
        with told(request, "Taken back; everybody at the table reads why."):
            for deal in deals.select_related("table").order_by("-table", "-number"):
                void_deal(
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

    @admin.display(description="Actions seen by all")
    def actions_taken(self, deal: Deal) -> int:
        return deal.actions.filter(is_public=True).count()
