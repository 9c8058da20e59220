"""Nights: planned, opened, checked in, seated, played and closed, from one page each."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.decorators import display

from clubs.admin.buttons import Buttons
from clubs.admin.confirm import STEPS, asked_first, confirm_page
from clubs.admin.door import door_page
from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.admin.refusals import Telling, refusals_shown
from clubs.admin.results import results_page
from clubs.admin.rules import rules_page, rules_told
from clubs.admin.seating import seating_told
from clubs.admin.versions import Versions
from clubs.attendance import AT_THE_DOOR
from clubs.draws import repair_rounds, seat_night
from clubs.house_rules import NIGHT_RULES
from clubs.models import Night, NightStatus, NightTable, current_round
from clubs.nights import change_night, open_night, plan_night
from clubs.rights import (
    CHANGE_NIGHT,
    CHANGE_RULES,
    CHECK_IN,
    CHECK_OUT,
    CLOSE_NIGHT,
    END_ROUND,
    LOOK_AFTER_NIGHT,
    NEXT_ROUND,
    OPEN_NIGHT,
    OPEN_TABLES,
    PLAN_NIGHT,
    REPAIR_ROUNDS,
    SEAT_NIGHT,
    WELCOME,
)
from deploy.rest.clock import database_now
from games.models import TERMS, Mode
from games.rights import ENTER_RESULT

NEXT_STEPS = {
    NightStatus.PLANNED: ("open", "close"),
    NightStatus.OPEN: ("seat",),
    NightStatus.SEATED: ("open_tables", "seat"),
    NightStatus.PLAYING: ("next_round", "end_round", "close"),
    NightStatus.CLOSED: (),
}
COLOURS = {
    NightStatus.PLANNED.label: "info",
    NightStatus.OPEN.label: "success",
    NightStatus.SEATED.label: "success",
    NightStatus.PLAYING.label: "warning",
}
PLAN = (
    *("starts_at", "venue", "table_size", "capacity", "mode", "deals_limit", "buy_in_chips"),
    *TERMS,
)


@admin.register(Night)
class NightAdmin(Telling, Buttons, Versions, OfOwnClubs, ModelAdmin):
    deeds = {
        "see": LOOK_AFTER_NIGHT,
        "add": PLAN_NIGHT,
        "change": CHANGE_NIGHT,
        "open": OPEN_NIGHT,
        "seat": SEAT_NIGHT,
        "repair": REPAIR_ROUNDS,
        "open_tables": OPEN_TABLES,
        "end_round": END_ROUND,
        "next_round": NEXT_ROUND,
        "close": CLOSE_NIGHT,
        "confirm": (OPEN_TABLES, END_ROUND, NEXT_ROUND, CLOSE_NIGHT),
        "door": (CHECK_IN, CHECK_OUT, WELCOME),
        "table": ENTER_RESULT,
        "rules": CHANGE_RULES,
    }
    list_display = ("starts_at", "club", "venue", "stage", "here", "table_count")
    list_select_related = ("club",)
    list_filter = ("status", "mode", ("club", OwnClubsFilter))
    search_fields = ("venue", "club__name", "attendances__member__player__name")
    date_hierarchy = "starts_at"
    ordering = ("-starts_at", "-pk")
    autocomplete_fields = ("club",)
    readonly_fields = ("stage", "next_step", "door", "seating", "rules_now", "rules_read")
    plan_fields = (
        "starts_at",  # Two fields side by side, with no room for a third.
        "venue",
        ("table_size", "capacity"),
        ("mode", "deals_limit"),
        "buy_in_chips",
        TERMS[:2],
        TERMS[2:],
    )
    actions = ("open", "seat", "repair", "open_tables", "next_round", "end_round", "close")

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """On the evening itself what goes on stands above what was planned."""
        if obj is None:
            return [(None, {"fields": ("club", *self.plan_fields)})]
        may_change = self.may(request, "change", obj)
        steps = ("next_step", "door") if may_change else ()
        rules = "rules_now" if may_change else "rules_read"
        return [
            ("The evening", {"fields": (("club", "stage"), *steps, "seating")}),
            ("The plan", {"fields": (*self.plan_fields, rules)}),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        here = Count(
            "attendances", filter=Q(attendances__checked_in_at__isnull=False), distinct=True
        )
        tables = NightTable.objects.filter(round=OuterRef("current_round")).order_by()
        counted = tables.values("round").annotate(count=Count("pk")).values("count")
        nights = super().get_queryset(request).annotate(here_count=here)
        return nights.annotate(
            current_round=current_round(), tables_count=Coalesce(Subquery(counted), 0)
        )

    def get_readonly_fields(
        self, request: HttpRequest, obj: Night | None = None
    ) -> tuple[str, ...]:
        """Once people are seated a night is as it is."""
        if obj is None:
            return self.readonly_fields
        is_laid = obj.status not in (NightStatus.PLANNED, NightStatus.OPEN)
        return (*self.readonly_fields, "club", *(PLAN if is_laid else ()))

    def buttons(self, row: Night) -> tuple[str, ...]:
        """Where a round is drawn, and somebody came or went, it is repaired sooner than redrawn."""
        steps = NEXT_STEPS[NightStatus(row.status)]
        is_stale = row.status == NightStatus.OPEN and row.rounds.drafted().exists()
        return ("repair", *steps) if is_stale else steps

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
        """A new night follows its club's house rules; a changed one may have room for more."""
        given = {name: form.cleaned_data[name] for name in PLAN if name in form.changed_data}
        if not change:
            given |= {"mode": Mode(form.cleaned_data["mode"])}
            obj.pk = plan_night(form.cleaned_data["club"], at=database_now(), **given).pk
        elif given:
            change_night(obj, at=database_now(), **given)

    def response_add(self, request: HttpRequest, obj: Night, *_: Any) -> HttpResponse:
        """On to the page of the night, from which it is opened."""
        messages.success(request, f"{obj} is planned.")
        return redirect("admin:clubs_night_change", obj.pk)

    @display(  # type: ignore[untyped-decorator]
        description="Status", ordering="status", label=COLOURS
    )
    def stage(self, night: Night) -> str:
        return NightStatus(night.status).label

    @admin.display(description="Here", ordering="here_count")
    def here(self, night: Any) -> int:
        count: int = night.here_count
        return count

    @admin.display(description="Tables", ordering="tables_count")
    def table_count(self, night: Any) -> int:
        count: int = night.tables_count
        return count

    @admin.display(description="At the door")
    def door(self, night: Any) -> str:
        if night.status not in AT_THE_DOOR:
            return f"{night.here_count} came"
        address = reverse("admin:clubs_night_door", args=[night.pk])
        link = '<a class="font-semibold text-primary-600" href="{}">Check people in</a> ({} here)'
        return format_html(link, address, night.here_count)

    @admin.display(description="Tables")
    def seating(self, night: Night) -> SafeString | str:
        return seating_told(night)

    @admin.display(description="House rules")
    def rules_now(self, night: Night) -> SafeString:
        changing = night.status in (NightStatus.PLANNED, NightStatus.OPEN)
        link = reverse("admin:clubs_night_rules", args=[night.pk]) if changing else ""
        return rules_told(night, NIGHT_RULES, link=link)

    @admin.display(description="House rules")
    def rules_read(self, night: Night) -> SafeString:
        """For scorers."""
        return rules_told(night, NIGHT_RULES)

    # What a night goes through: for the nights ticked in the list, and on the page of one night.

    @admin.action(description="Open for check-in")
    def open(self, request: HttpRequest, nights: QuerySet[Night]) -> None:
        self._each(request, nights, open_night, "is open: people may check in")

    @admin.action(description="Seat the people who are here")
    def seat(self, request: HttpRequest, nights: QuerySet[Night]) -> None:
        self._each(request, nights, seat_night, "is seated")

    @admin.action(description="Seat those who came too")
    def repair(self, request: HttpRequest, nights: QuerySet[Night]) -> None:
        self._each(request, nights, repair_rounds, "is seated, and others stay where they can")

    @admin.action(description="Open tables")
    def open_tables(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("open-tables", nights)

    @admin.action(description="Next round")
    def next_round(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("next-round", nights)

    @admin.action(description="End round")
    def end_round(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("end-round", nights)

    @admin.action(description="Close night")
    def close(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("close", nights)

    def _each(
        self,
        request: HttpRequest,
        nights: QuerySet[Night],
        do: Callable[[Night], Night],
        done: str,
    ) -> None:
        for night in nights:
            with refusals_shown(request):
                messages.success(request, f"{do(night)} {done}.")

    # Pages beside the night's own: the door, the deals of a table, and what is to be confirmed.

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/door/", wrap(self.door_view), name="clubs_night_door"),
            path(
                "<int:pk>/rounds/<int:round_number>/tables/<int:number>/",
                wrap(self.table_view),
                name="clubs_night_table",
            ),
            path("<int:pk>/rules/", wrap(self.rules_view), name="clubs_night_rules"),
            path("confirm/<slug:step>/", wrap(self.confirm_view), name="clubs_night_confirm"),
            *super().get_urls(),
        ]

    def door_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        [night] = self._nights(request, "door", pk)
        return door_page(request, night, self.admin_site.each_context(request))

    def table_view(
        self, request: HttpRequest, pk: int, round_number: int, number: int
    ) -> HttpResponse:
        [night] = self._nights(request, "table", pk)
        tables = night.rounds.tables().select_related("round__night__club", "table__pool")
        opened = get_object_or_404(
            tables.exclude(table=None), round__number=round_number, number=number
        )
        return results_page(request, opened, self.admin_site.each_context(request))

    def rules_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        [night] = self._nights(request, "rules", pk)
        back = reverse("admin:clubs_night_change", args=[pk])
        context = self.admin_site.each_context(request)
        return rules_page(request, night, NIGHT_RULES, context, back=back)

    def confirm_view(self, request: HttpRequest, step: str) -> HttpResponse:
        if step not in STEPS:
            raise Http404
        pks = [int(pk) for pk in request.GET.getlist("night") if pk.isdecimal()]
        nights = self._nights(request, step.replace("-", "_"), *pks)
        return confirm_page(request, nights, STEPS[step], self.admin_site.each_context(request))

    def _nights(self, request: HttpRequest, deed: str, *pks: int) -> list[Night]:
        """Those of them that the person sees, if they may do this to all of these."""
        rows = self.get_queryset(request).filter(pk__in=pks)
        self.ask(request, deed, rows)
        nights: list[Night] = get_list_or_404(rows.select_related("club"))
        return nights
