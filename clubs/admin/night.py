"""Nights: planned, opened, checked in, seated, played and closed, from one page each."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin

from clubs.admin.door import door_page
from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.admin.refusals import told
from clubs.admin.results import results_page
from clubs.models import Night, NightStatus, NightTable
from clubs.nights import (
    close_night,
    open_night,
    open_tables,
    plan_night,
    seat_night,
)
from deploy.rest.clock import database_now
from games.models import Mode

NEXT_STEPS = {
    NightStatus.PLANNED: {"open"},
    NightStatus.OPEN: {"seat"},
    NightStatus.SEATED: {"seat", "open_tables"},
    NightStatus.PLAYING: {"close"},
    NightStatus.CLOSED: set[str](),
}


@admin.register(Night)
class NightAdmin(OfOwnClubs, ModelAdmin):
    list_display = ("starts_at", "club", "place", "status", "mode", "here", "table_count")
    list_select_related = ("club",)
    list_filter = ("status", "mode", ("club", OwnClubsFilter))
    search_fields = ("place", "club__name", "attendances__member__player__name")
    date_hierarchy = "starts_at"
    ordering = ("-starts_at", "-pk")
    autocomplete_fields = ("club",)
    fields = (
        ("club", "status"),
        ("starts_at", "place"),
        ("table_size", "capacity"),
        ("mode", "deals_limit"),
        "buy_in_chips",
        "door",
        "seating",
    )
    readonly_fields = ("status", "door", "seating")
    actions = actions_submit_line = ("open", "seat", "open_tables", "close")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        here = Count(
            "attendances", filter=Q(attendances__checked_in_at__isnull=False), distinct=True
        )
        tables = Count("tables", distinct=True)
        return super().get_queryset(request).annotate(here_count=here, tables_count=tables)

    def get_readonly_fields(
        self, request: HttpRequest, obj: Night | None = None
    ) -> tuple[str, ...]:
        """Once its tables are open a night is as it is."""
        if obj is None or obj.status in (NightStatus.PLANNED, NightStatus.OPEN):
            return (*self.readonly_fields, *(("club",) if obj else ()))
        laid = ("club", "starts_at", "table_size", "capacity", "mode", "deals_limit")
        return (*self.readonly_fields, *laid, "buy_in_chips")

    def get_actions_submit_line(self, request: HttpRequest, object_id: int) -> list[Any]:
        """The one or two steps that a night is ready for."""
        night = self.get_object(request, str(object_id))
        steps = NEXT_STEPS[NightStatus(night.status)] if isinstance(night, Night) else set()
        return [
            step
            for step in super().get_actions_submit_line(request, object_id)
            if step.action_name.removeprefix("clubs_night_") in steps
        ]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        fewer = {"show_save_and_add_another": False, "show_save_and_continue": False}
        return super().changeform_view(
            request, object_id, form_url, {**fewer, **(extra_context or {})}
        )

    def save_model(self, request: HttpRequest, obj: Night, form: ModelForm, change: bool) -> None:
        """A new night is planned, so that it has its club's house rules."""
        if change:
            super().save_model(request, obj, form, change)
            return
        given = {name: value for name, value in form.cleaned_data.items() if name != "mode"}
        obj.pk = plan_night(mode=Mode(form.cleaned_data["mode"]), **given).pk

    @admin.display(description="Here", ordering="here_count")
    def here(self, night: Any) -> int:
        count: int = night.here_count
        return count

    @admin.display(description="Tables")
    def table_count(self, night: Any) -> int:
        count: int = night.tables_count
        return count

    @admin.display(description="At the door")
    def door(self, night: Night) -> str:
        if night.pk is None:
            return "Save the night first."
        address = reverse("admin:clubs_night_door", args=[night.pk])
        here = night.attendances.here().count()
        link = '<a class="font-semibold text-primary-600" href="{}">Check people in</a> ({} here)'
        return format_html(link, address, here)

    @admin.display(description="Tables")
    def seating(self, night: Night) -> str:
        tables: dict[NightTable, list[str]] = {}
        for one in night.attendances.seated().select_related("night_table", "member__player"):
            assert one.night_table is not None
            tables.setdefault(one.night_table, []).append(str(one.member))
        rows = ((_table_link(night, table), ", ".join(names)) for table, names in tables.items())
        return format_html_join("", "<p>{}: {}</p>", rows) or "Nobody is seated yet."

    # What a night goes through: for the nights ticked in the list, and on the page of one night.

    @admin.action(description="Open for check-in")
    def open(self, request: HttpRequest, nights: QuerySet[Night] | Night) -> None:
        self._each(request, nights, open_night, "is open: people may check in")

    @admin.action(description="Seat whoever is here")
    def seat(self, request: HttpRequest, nights: QuerySet[Night] | Night) -> None:
        self._each(request, nights, seat_night, "is seated")

    @admin.action(description="Open tables")
    def open_tables(self, request: HttpRequest, nights: QuerySet[Night] | Night) -> None:
        self._each(
            request,
            nights,
            lambda night: open_tables(night, at=database_now()),
            "is playing: everybody brought chips to the table",
        )

    @admin.action(description="Close night")
    def close(self, request: HttpRequest, nights: QuerySet[Night] | Night) -> None:
        self._each(
            request,
            nights,
            lambda night: close_night(night, at=database_now()),
            "is closed: all chips went home",
        )

    def _each(
        self,
        request: HttpRequest,
        nights: QuerySet[Night] | Night,
        do: Callable[[Night], Night],
        done: str,
    ) -> None:
        for night in [nights] if isinstance(nights, Night) else nights:
            with told(request):
                messages.success(request, f"{do(night)} {done}.")

    # Two pages beside the night's own: who is at the door, and how the deals of a table ended.

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/door/", wrap(self.door_view), name="clubs_night_door"),
            path("<int:pk>/tables/<int:number>/", wrap(self.table_view), name="clubs_night_table"),
            *super().get_urls(),
        ]

    def door_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        return door_page(request, self._night(request, pk), self.admin_site.each_context(request))

    def table_view(self, request: HttpRequest, pk: int, number: int) -> HttpResponse:
        tables = self._night(request, pk).tables.select_related("night", "table__pool")
        opened = get_object_or_404(tables.exclude(table=None), number=number)
        return results_page(request, opened, self.admin_site.each_context(request))

    def _night(self, request: HttpRequest, pk: int) -> Night:
        night: Night = get_object_or_404(self.get_queryset(request).select_related("club"), pk=pk)
        return night


def _table_link(night: Night, night_table: NightTable) -> str:
    """Its name, which leads to its results as soon as it is open."""
    if night_table.table_id is None:
        return format_html("<b>{}</b>", night_table)
    address = reverse("admin:clubs_night_table", args=[night.pk, night_table.number])
    return format_html(
        '<a class="font-semibold text-primary-600" href="{}">{}</a>', address, night_table
    )
