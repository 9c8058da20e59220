"""Nights: planned, opened, checked in, seated, played and closed, from one page each."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin

from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.attendance import check_in, check_out, welcome
from clubs.errors import ClubsError
from clubs.models import Member, Night, NightStatus
from clubs.nights import (
    close_night,
    open_night,
    open_tables,
    plan_night,
    seat_night,
)
from deploy.rest.clock import database_now
from games.engine import EngineError
from games.errors import GamesError
from games.models import Mode
from ledger.errors import LedgerError

NEXT_STEPS = {
    NightStatus.PLANNED: {"open"},
    NightStatus.OPEN: {"seat"},
    NightStatus.SEATED: {"seat", "open_tables"},
    NightStatus.PLAYING: {"close"},
    NightStatus.CLOSED: set[str](),
}
REFUSALS = (ClubsError, GamesError, EngineError, LedgerError)


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
        tables: dict[str, list[str]] = {}
        for one in night.attendances.seated().select_related("night_table", "member__player"):
            tables.setdefault(str(one.night_table), []).append(str(one.member))
        rows = ((table, ", ".join(names)) for table, names in tables.items())
        return format_html_join("", "<p><b>{}</b>: {}</p>", rows) or "Nobody is seated yet."

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

    # At the door: one page for the tablet, a tick for whoever comes in.

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.door_view)
        return [path("<int:pk>/door/", view, name="clubs_night_door"), *super().get_urls()]

    def door_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Everybody of the club with a tick for who is here, and a line for who just walked in."""
        night = get_object_or_404(self.get_queryset(request).select_related("club"), pk=pk)
        members = night.club.members.active().select_related("player")
        if request.method == "POST":
            with told(request):
                _at_the_door(night, members, request.POST)
            return redirect("admin:clubs_night_door", pk)
        here = set(night.attendances.here().values_list("member", flat=True))
        context = {
            **self.admin_site.each_context(request),
            "title": f"At the door: {night}",
            "night": night,
            "here_count": len(here),
            "members": [(member, member.pk in here) for member in members.order_by("player__name")],
        }
        return render(request, "clubs/door.html", context)


@contextlib.contextmanager
def told(request: HttpRequest) -> Iterator[None]:
    """What the use case refuses is told on the next page."""
    try:
        yield
    except REFUSALS as refusal:
        messages.error(request, str(refusal))


@transaction.atomic
def _at_the_door(night: Night, members: QuerySet[Member], form: QueryDict) -> None:
    at = database_now()
    match form.dict():
        case {"walk_in": str(name)} if name.strip():
            welcome(night, name, at=at)
        case {"in": str(pk)}:
            check_in(night, [members.get(pk=pk)], at=at)
        case {"out": str(pk)}:
            check_out(night, members.get(pk=pk))
