"""Tables to watch, pause and close, and the people who sit there."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import display

from deploy.rest.clock import database_now
from deploy.rows import count_of
from games.admin.closing import closing_page
from games.admin.deals import told_deal
from games.admin.refusals import refusals_shown
from games.kinds import declared_kinds, row_of, whole_of
from games.models import Deal, Seat, Table
from games.models.policy_columns import NAMES as POLICIES
from games.rights import CLOSE, LOOK_AFTER, PAUSE, SEND_HOME
from games.sight.tables import last_deal
from games.tables.sittings import let_back, send_home
from games.tables.stewarding import pause, resume
from games.tasks import hint
from ledger.admin import ByDeed, OpenFilter, OwnBooksFilter, PartOfARow

SHOWN_WITH = [path for kind in declared_kinds() for path in kind.shown_with]
KIND_FILTERS = [f"{kind.row}__{field}" for kind in declared_kinds() for field in kind.filters]
COLOURS = {"open": "success", "paused": "warning"}


class OpenFirst(OpenFilter):
    """Open tables, unless somebody asks for others."""

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [*super().lookups(request, model_admin), ("all", "All")]

    def value(self) -> str:
        return super().value() or "open"

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Without Django's own choice of all, which is what nobody has chosen."""
        return islice(super().choices(changelist), 1, None)

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset if self.value() == "all" else super().queryset(request, queryset)


class KindFilter(admin.SimpleListFilter):
    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [(kind.row, kind.name) for kind in declared_kinds()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        chosen = [kind.tables for kind in declared_kinds() if kind.row == self.value()]
        return queryset.filter(*chosen)


def none_is_open(request: HttpRequest, tables: QuerySet[Table]) -> bool:
    """Whether nothing is left to do, which is told: they may have closed since the tick."""
    if tables.filter(closed_at=None).exists():
        return False
    messages.warning(request, "These tables are already closed: nothing was done.")
    return True


class Placed:
    """Mixed into an admin of seats: they are counted from 1, as on the page of a night's table."""

    @admin.display(description="Seat", ordering="number")
    def seat_number(self, seat: Seat) -> int:
        return seat.number + 1


class SeatInline(Placed, PartOfARow, TabularInline):
    model = Seat
    fields = readonly_fields = (
        *("seat_number", "player", "stack_chips", "bot_level"),
        *("is_away", "is_sitting_out", "bought_chips", "cashed_chips"),
    )
    ordering = ("place",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("player", "stack")

    @admin.display(description="Stack")
    def stack_chips(self, seat: Seat) -> int:
        return seat.stack.balance


@admin.register(Table)
class TableAdmin(ByDeed, ModelAdmin):
    deeds = {"see": LOOK_AFTER, "pause": PAUSE, "resume": PAUSE, "close": CLOSE}
    book_paths = ("club_book",)
    list_display = (
        *("name", "stage", "mode", "people", "pool_chips", "deals_played", "deals_limit"),
        *("opened_at", "open_to"),
    )
    list_select_related = ("pool", *SHOWN_WITH)
    list_filter = (
        *(OpenFirst, "opened_at", "mode", KindFilter),
        *(*KIND_FILTERS, ("book", OwnBooksFilter)),
    )
    search_fields = ("name__parts", "seats__player__name_parts")
    ordering = ("-pk",)
    fields = (
        *("open_to", "part_of"),
        *("name", "book", "mode", "pool_chips", "deals_limit", "turn_seconds", "bot_seconds"),
        *("time_bank_seconds", "pause_seconds", "spectator_delay_seconds", "reveals_each_deal"),
        *("seats_limit", *POLICIES, "play", "anchor_digits", "due_at", "opened_at"),
        *("paused_at", "closed_at"),
    )
    readonly_fields = ("open_to", "part_of", "pool_chips", "anchor_digits", "play")
    inlines = (SeatInline,)
    actions = ("pause", "resume", "close")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        shown = Q(cashed_chips=None) | Q(table__closed_at__isnull=False)
        deals = Deal.objects.filter(table=OuterRef("pk"))
        seats = Seat.objects.filter(shown, table=OuterRef("pk"))
        return (
            super()
            .get_queryset(request)
            .annotate(deals_count=count_of(deals, "table"), seats_count=count_of(seats, "table"))
        )

    @display(description="Status", label=COLOURS)  # type: ignore[untyped-decorator]
    def stage(self, table: Table) -> str:
        if table.closed_at is not None:
            return "closed"
        return "open" if table.paused_at is None else "paused"

    @admin.display(description="People", ordering="seats_count")
    def people(self, table: Any) -> int:
        count: int = table.seats_count
        return count

    @admin.display(description="Last deal, as everybody sees it")
    def play(self, table: Table) -> str:
        deal = last_deal(table, until=None)
        if deal is None:
            return "Nothing has been dealt yet."
        address = reverse("admin:games_deal_change", args=[deal.pk])
        link = '<p><a class="font-semibold text-primary-600" href="{}">Deal {}</a></p>{}'
        return format_html(link, address, deal.number, told_deal(deal))

    @admin.display(description="Who may sit down")
    def open_to(self, table: Table) -> str | None:
        found = row_of(table)
        return found and found[0].open_to(found[1])

    @admin.display(description="Part of")
    def part_of(self, table: Table) -> str | None:
        """Its night, its tournament, or whatever else, with a link if that has a page."""
        whole = whole_of(table)
        if whole is None:
            return None
        if not self.admin_site.is_registered(type(whole)):
            return str(whole)
        page = f"admin:{whole._meta.app_label}_{whole._meta.model_name}_change"
        link = '<a class="font-semibold text-primary-600" href="{}">{}</a>'
        return format_html(link, reverse(page, args=[whole.pk]), whole)

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

    @admin.action(description="Close tables: pools are shared, chips go home")
    def close(self, request: HttpRequest, tables: QuerySet[Table]) -> HttpResponse | None:
        """Ask first: it cannot be undone."""
        if none_is_open(request, tables):
            return None
        which = "&".join(f"table={pk}" for pk in tables.values_list("pk", flat=True))
        return redirect(f"{reverse('admin:games_table_close')}?{which}")

    @admin.action(description="Pause tables: no cards, and nobody's time runs")
    def pause(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        if none_is_open(request, tables):
            return
        with refusals_shown(
            request, "Paused. The player whose turn it is keeps the time that was left."
        ):
            for table in tables.order_by("pk"):
                pause(table, at=database_now())

    @admin.action(description="Let paused tables go on")
    def resume(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        if none_is_open(request, tables):
            return
        with refusals_shown(request, "Play goes on."):
            for table in tables.order_by("pk"):
                resume(table, at=database_now())
                transaction.on_commit(partial(hint, table.pk))

    def get_urls(self) -> list[URLPattern]:
        close = self.admin_site.admin_view(self.close_view)
        return [path("close/", close, name="games_table_close"), *super().get_urls()]

    def close_view(self, request: HttpRequest) -> HttpResponse:
        pks = [int(pk) for pk in request.GET.getlist("table") if pk.isdecimal()]
        rows = self.get_queryset(request).filter(pk__in=pks)
        self.ask(request, "close", rows)
        tables = get_list_or_404(rows.select_related("pool").order_by("pk"))
        return closing_page(request, tables, self.admin_site.each_context(request))


@admin.register(Seat)
class SeatAdmin(Placed, ByDeed, ModelAdmin):
    deeds = {"see": LOOK_AFTER, "send_home": SEND_HOME, "let_back": SEND_HOME}
    book_paths = ("club_book",)
    list_display = (
        "player",
        "table",
        "seat_number",
        "stack_chips",
        "bot_level",
        "is_away",
        "is_leaving",
        "is_sent_away",
    )
    list_select_related = ("player", "table", "stack")
    list_filter = ("is_away", "is_sitting_out", "is_leaving", "is_sent_away")
    search_fields = ("player__name_parts", "table__name__parts")
    ordering = ("-table", "place")
    actions = ("send_home", "let_back")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """The people who sit there, and those whom an organiser sent home."""
        sits = Q(cashed_chips=None)
        is_kept_out = Q(table__closed_at=None, table__may_come_and_go=True)
        found = super().get_queryset(request).filter(sits | Q(is_sent_away=True))
        return found.filter(sits | is_kept_out)

    @admin.display(description="Stack", ordering="stack__balance")
    def stack_chips(self, seat: Seat) -> int:
        return seat.stack.balance

    @admin.action(description="Send people home from free tables and the tables of a night")
    def send_home(self, request: HttpRequest, seats: QuerySet[Seat]) -> None:
        with refusals_shown(request, "They get up now, or after the deal in play."):
            bots_first = seats.select_related("table").order_by("table", "-bot_level")
            for seat in bots_first:
                send_home(seat.table, number=seat.number, at=database_now())

    @admin.action(description="Let people back who were sent home")
    def let_back(self, request: HttpRequest, seats: QuerySet[Seat]) -> None:
        with refusals_shown(request, "They can sit down there again."):
            for seat in seats.select_related("table").order_by("pk"):
                let_back(seat.table, number=seat.number)
