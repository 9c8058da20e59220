"""Nights: planned, opened, checked in, seated, played and closed, from one page each."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, OuterRef, QuerySet
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.decorators import display

from clubs.admin.by_hand import by_hand_page
from clubs.admin.confirm import STEPS, confirm_page
from clubs.admin.night_steps import NightSteps
from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter, doer, player_of
from clubs.admin.refusals import Telling
from clubs.admin.rules import rules_page, rules_told
from clubs.admin.seating import seating_told
from clubs.admin.versions import Versions
from clubs.attendance import AT_THE_DOOR
from clubs.house_rules import NIGHT_RULES
from clubs.local_time import turn_to
from clubs.models import Attendance, Night, NightStatus, NightTable, current_round
from clubs.nights import change_night, plan_like, plan_night
from clubs.rights import (
    ASK_FOR_SEATS,
    CANCEL_NIGHT,
    CHANGE_NIGHT,
    CHANGE_RULES,
    CLOSE_NIGHT,
    END_ROUND,
    FORM_PARTNERS,
    LOOK_AFTER_NIGHT,
    NEXT_ROUND,
    OPEN_NIGHT,
    OPEN_TABLES,
    PLAN_NIGHT,
    REPAIR_ROUNDS,
    SEAT_NIGHT,
)
from deploy.rest.clock import database_now
from deploy.rows import count_of
from games.models import TERMS, Mode

COLOURS = {
    NightStatus.PLANNED.label: "info",
    NightStatus.OPEN.label: "success",
    NightStatus.SEATED.label: "success",
    NightStatus.PLAYING.label: "warning",
}
CANCELLED = "cancelled"
DESK = '<a class="font-semibold text-primary-600" href="{}">Open the desk</a> ({})'
BY_HAND = '<a class="font-semibold text-primary-600" href="{}">Change by hand</a>'
AT_ONLINE_TABLES = "typeof mode === 'undefined' || mode === 'online'"
"""Shown where nobody chooses, or online tables are chosen."""

PLAN = (
    *("starts_at", "venue", "table_size", "capacity", "mode", "deals_limit", "buy_in_chips"),
    *TERMS,
)


@admin.register(Night)
class NightAdmin(Telling, NightSteps, Versions, OfOwnClubs, ModelAdmin):
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
        "cancel": CANCEL_NIGHT,
        "confirm": (OPEN_TABLES, END_ROUND, NEXT_ROUND, CLOSE_NIGHT, CANCEL_NIGHT),
        "by_hand": (SEAT_NIGHT, ASK_FOR_SEATS, FORM_PARTNERS),
        "rules": CHANGE_RULES,
    }
    list_display = ("starts_at", "club", "venue", "stage", "here", "table_count")
    list_select_related = ("club",)
    list_filter = ("status", "mode", ("club", OwnClubsFilter))
    search_fields = (
        *("venue__parts", "club__name__parts"),
        "attendances__member__player__name_parts",
    )
    date_hierarchy = "starts_at"
    ordering = ("-starts_at", "-pk")
    autocomplete_fields = ("club",)
    readonly_fields = (
        "stage",
        "next_step",
        "desk",
        "by_hand",
        "seating",
        "rules_now",
        "rules_read",
    )
    plan_fields = (
        "starts_at",  # Two fields side by side, with no room for a third.
        "venue",
        ("table_size", "capacity"),
        ("mode", "deals_limit"),
        "buy_in_chips",
        TERMS[:2],
        TERMS[2:],
    )
    conditional_fields = dict.fromkeys(TERMS, AT_ONLINE_TABLES)
    actions = (
        "open",
        "seat",
        "repair",
        "open_tables",
        "next_round",
        "end_round",
        "close",
        "cancel",
    )

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """On the evening itself what goes on stands above what was planned."""
        if obj is None:
            return [(None, {"fields": ("club", *self.plan_fields)})]
        may_change = self.may(request, "change", obj)
        steps = ("next_step", "desk", "by_hand") if may_change else ("desk",)
        rules = "rules_now" if may_change else "rules_read"
        return [
            ("The evening", {"fields": (("club", "stage"), *steps, "seating")}),
            ("The plan", {"fields": (*self.plan_fields, rules)}),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        here = Attendance.objects.filter(night=OuterRef("pk"), checked_in_at__isnull=False)
        tables = NightTable.objects.filter(round=OuterRef("current_round"))
        return (
            super()
            .get_queryset(request)
            .annotate(here_count=count_of(here, "night"), current_round=current_round())
            .annotate(tables_count=count_of(tables, "round"))
        )

    def get_readonly_fields(
        self, request: HttpRequest, obj: Night | None = None
    ) -> tuple[str, ...]:
        """Once people are seated a night is as it is."""
        if obj is None:
            return self.readonly_fields
        is_laid = obj.status not in (NightStatus.PLANNED, NightStatus.OPEN)
        return (*self.readonly_fields, "club", *(PLAN if is_laid else ()))

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A new night is planned like the club's last one."""
        given: dict[str, Any] = super().get_changeform_initial_data(request)
        nights = Night.objects.filter(club__in=self.clubs(request, "add")).select_related("club")
        if str(given.get("club", "")).isdecimal():
            nights = nights.filter(club=given["club"])
        last = nights.order_by("-starts_at", "-pk").first()
        if last:
            turn_to(request, last.club)
        like = {"club": last.club_id, **plan_like(last, at=database_now())} if last else {}
        return like | given

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
            obj.pk = plan_night(
                form.cleaned_data["club"], by=player_of(request), at=database_now(), **given
            ).pk
        elif given:
            change_night(obj, by=doer(request), at=database_now(), **given)

    def response_add(self, request: HttpRequest, obj: Night, *_: Any) -> HttpResponse:
        """On to the page of the night, from which it is opened."""
        messages.success(request, f"{obj} is planned.")
        return redirect("admin:clubs_night_change", obj.pk)

    @display(  # type: ignore[untyped-decorator]
        description="Status", ordering="status", label=COLOURS
    )
    def stage(self, night: Any) -> str:
        return CANCELLED if night.is_cancelled else str(NightStatus(night.status).label)

    @admin.display(description="Here", ordering="here_count")
    def here(self, night: Any) -> int:
        count: int = night.here_count
        return count

    @admin.display(description="Tables", ordering="tables_count")
    def table_count(self, night: Any) -> int:
        count: int = night.tables_count
        return count

    @admin.display(description="At the desk")
    def desk(self, night: Any) -> SafeString:
        """The page of the evening itself; scorers find the results there."""
        is_open = night.status in AT_THE_DOOR
        words = f"{night.here_count} {'here' if is_open else 'came'}"
        return format_html(DESK, reverse("desk", args=[night.pk]), words)

    @admin.display(description="By hand")
    def by_hand(self, night: Any) -> SafeString | str:
        if night.status not in AT_THE_DOOR:
            return "-"
        return format_html(BY_HAND, reverse("admin:clubs_night_by_hand", args=[night.pk]))

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

    # Pages beside the night's own: the deals of a table, and what is to be confirmed.

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/by-hand/", wrap(self.by_hand_view), name="clubs_night_by_hand"),
            path("<int:pk>/rules/", wrap(self.rules_view), name="clubs_night_rules"),
            path("confirm/<slug:step>/", wrap(self.confirm_view), name="clubs_night_confirm"),
            *super().get_urls(),
        ]

    def by_hand_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        [night] = self._nights(request, "by_hand", pk)
        return by_hand_page(request, night, self.admin_site.each_context(request))

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
