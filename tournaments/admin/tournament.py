"""Tournaments for organisers: announced, filled, started, followed to their standings."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.decorators import display

from clubs.admin.buttons import Buttons
from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.admin.refusals import Telling, refusals_shown
from clubs.admin.rules import rules_page, rules_told
from clubs.admin.versions import Versions
from clubs.rights import CHANGE_RULES
from deploy.rest.clock import database_now
from games.models import TERMS
from tournaments.admin.announcement import (
    Announcement,
    announcement_form,
    own_fields,
    stage_fields,
)
from tournaments.admin.cancelling import cancelling_page
from tournaments.admin.correcting import CORRECTION_PAGES, Correcting
from tournaments.admin.drawing import Drawing, draw_buttons
from tournaments.admin.entries import entries_page
from tournaments.admin.paying import paying_page
from tournaments.admin.prizes import CategoriesField
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.admin.schedule import Pausing, each_moved, steps_of
from tournaments.admin.starting import starting_page
from tournaments.announcements import (
    Changes,
    change_tournament,
    check_nobody_entered,
    create_tournament,
    delete_tournament,
)
from tournaments.changeable import changeable_at
from tournaments.house_rules import TOURNAMENT_RULES
from tournaments.life import moment_of
from tournaments.models import Tournament, TournamentStatus, with_counts
from tournaments.rights import (
    ADMIT,
    ANNOUNCE,
    ANNOUNCE_DRAFT,
    CANCEL,
    CHANGE,
    DELETE,
    DRAW,
    ENTER_ANOTHER,
    LOOK_AFTER,
    OPEN,
    PAUSE,
    PAY,
    START,
    WITHDRAW_ANOTHER,
)
from tournaments.stages import told
from tournaments.tournaments import announce, open_check_in, open_entries
from tournaments.waits import told_wait

COLOURS = {
    TournamentStatus.REGISTRATION.label: "success",
    TournamentStatus.CHECK_IN.label: "success",
    TournamentStatus.RUNNING.label: "warning",
    TournamentStatus.CANCELLED.label: "danger",
}


@admin.register(Tournament)
class TournamentAdmin(
    Correcting, Drawing, Pausing, Telling, Buttons, Versions, OfOwnClubs, ModelAdmin
):
    deeds = {
        "see": LOOK_AFTER,
        "add": ANNOUNCE,
        "change": CHANGE,
        "delete": DELETE,
        "announce": ANNOUNCE_DRAFT,
        "open_entries": OPEN,
        "open_check_in": OPEN,
        "start": START,
        "pay": PAY,
        "confirm_draw": DRAW,
        "draw_again": DRAW,
        **CORRECTION_PAGES,
        "cancel": CANCEL,
        **dict.fromkeys(("pause", "resume", "end_break"), PAUSE),
        "entries": (ENTER_ANOTHER, WITHDRAW_ANOTHER, ADMIT),
        "rules": CHANGE_RULES,
    }
    refusals = ALL_REFUSALS
    list_display = ("name", "club", "stage", "desk", "entrants_in", "rounds_played", "starts_at")
    list_select_related = ("club",)
    list_filter = ("status", "starts_at", ("club", OwnClubsFilter))
    search_fields = (
        *("name__parts", "club__name__parts"),
        "entrants__members__member__player__name_parts",
    )
    ordering = ("-pk",)
    autocomplete_fields = ("club",)
    announced_fields = (
        "name",
        "opens_at",  # Two fields side by side, with no room for a third.
        "starts_at",
        ("check_in_minutes", "check_in_grace_minutes"),
        ("payout_minutes", "draw_minutes"),
        "is_public",
        "entry_chips",
        ("prize_percents", "fixed_prizes"),
        "prize_categories",
        ("prize_ties", "odd_chips"),
        "prizes_for_who_left",
        ("members_count", "breaks"),
        ("capacity", "starts_when_full"),
        ("needs_approval", "is_members_only"),
        ("least_rating", "most_rating"),
        ("invitation_code", "no_show_minutes", "late_until_round"),
        ("bots_limit", "bots_level"),
        TERMS[:2],
        TERMS[2:],
    )
    only_stage = (
        "format",
        ("starting_stack", "table_size"),
        ("rounds_count", "deals_a_round"),
        "round_minutes",
    )
    followed_fields = (
        ("club", "stage"),
        "next_step",
        "waits_for",
        "desk",
        "entries",
        "board",
        "standings",
        "draws",
        "corrections",
    )
    actions = (
        *("announce", "open_entries", "open_check_in", "start", "confirm_draw", "draw_again"),
        *("pause", "resume", "end_break", "pay", "cancel"),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """What goes on stands above what was announced."""
        stage = (*self.only_stage, *own_fields())
        if obj is None:
            return [(None, {"fields": ("club", *self.announced_fields, *stage)})]
        assert isinstance(obj, Tournament)
        if not self._takes_stage(obj):
            stage = ("stages_now",)
        return [
            ("The tournament", {"fields": self.followed_fields}),
            ("As announced", {"fields": (*self.announced_fields, *stage, "rules_now")}),
        ]

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **options: Any
    ) -> type[forms.ModelForm]:
        options["form"] = announcement_form() if self._takes_stage(obj) else Announcement
        form: type[forms.ModelForm] = super().get_form(request, obj, change, **options)
        return form

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        if db_field.name == "prize_categories":
            return CategoriesField()
        return super().formfield_for_dbfield(db_field, request, **options)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Entrants entered under what was announced; its name and start may still change."""
        if not isinstance(obj, Tournament):
            return []
        rows = (*self.followed_fields, *self.announced_fields, "stages_now", "rules_now")
        names = [name for row in rows for name in ([row] if isinstance(row, str) else row)]
        return [name for name in names if name not in self._changeable(obj)]

    def _changeable(self, tournament: Tournament) -> Collection[str]:
        return changeable_at(moment_of(tournament))

    def _takes_stage(self, tournament: Model | None) -> bool:
        """Whether this form sets its only stage; several are set by programs."""
        if not isinstance(tournament, Tournament):
            return True
        return "stages" in self._changeable(tournament) and tournament.stages.count() == 1

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """One at a time."""
        return obj is not None and super().has_delete_permission(request, obj)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Once somebody has entered, it is said what to do instead."""
        tournament = self.get_object(request, object_id)
        assert isinstance(tournament, Tournament)
        with refusals_shown(request, refusals=ALL_REFUSALS):
            if self.has_delete_permission(request, tournament):
                check_nobody_entered(tournament)
            return super().delete_view(request, object_id, extra_context)
        return redirect("admin:tournaments_tournament_change", tournament.pk)

    def delete_model(self, request: HttpRequest, obj: Tournament) -> None:
        delete_tournament(obj, at=database_now())

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows: Any = super().get_queryset(request)
        return with_counts(rows)

    def buttons(self, row: Tournament) -> tuple[str, ...]:
        return (*draw_buttons(row), *steps_of(row))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        tournament = self.get_object(request, object_id)
        assert isinstance(tournament, Tournament)
        saves = dict.fromkeys(("show_save_and_continue", "show_save_and_add_another"), False)
        saves["show_delete"] = not tournament.entrants.exists()
        return super().change_view(request, object_id, form_url, saves | (extra_context or {}))

    def save_model(
        self, request: HttpRequest, obj: Tournament, form: forms.ModelForm, change: bool
    ) -> None:
        if not change:
            obj.pk = create_tournament(at=database_now(), **form.cleaned_data).pk
            return
        stage = {"format_settings", *stage_fields()}
        fields = set(Changes.__annotations__)
        if stage.isdisjoint(form.changed_data):
            fields -= stage
        given = {name: form.cleaned_data[name] for name in fields & {*form.cleaned_data}}
        if form.changed_data:
            change_tournament(obj, at=database_now(), **given)

    def response_add(self, request: HttpRequest, obj: Tournament, *_: Any) -> HttpResponse:
        """On to the entries."""
        messages.success(request, f"{obj} is announced: members may enter.")
        return redirect("admin:tournaments_tournament_entries", obj.pk)

    @display(  # type: ignore[untyped-decorator]
        description="Status", ordering="status", label=COLOURS
    )
    def stage(self, tournament: Tournament) -> str:
        return TournamentStatus(tournament.status).label

    @admin.display(description="Entrants", ordering="entrants_count")
    def entrants_in(self, tournament: Any) -> int:
        count: int = tournament.entrants_count
        return count

    @admin.display(description="Rounds")
    def rounds_played(self, tournament: Any) -> str:
        return f"{tournament.rounds_begun} of {tournament.rounds_planned}"

    @admin.display(description="Waits for")
    def waits_for(self, tournament: Tournament) -> str:
        return told_wait(tournament) or "-"

    @admin.display(description="At the desk")
    def desk(self, tournament: Tournament) -> str:
        """The page from which it is run."""
        link = '<a class="font-semibold text-primary-600" href="{}">Open the desk</a>'
        return format_html(link, reverse("tournament-desk", args=[tournament.pk]))

    @admin.display(description="Entries")
    def entries(self, tournament: Any) -> str:
        address = reverse("admin:tournaments_tournament_entries", args=[tournament.pk])
        link = '<a class="font-semibold text-primary-600" href="{}">Who is in</a> ({})'
        return format_html(link, address, tournament.entrants_count)

    @admin.display(description="Board")
    def board(self, tournament: Tournament) -> str:
        """Where everybody reads it, or the club alone."""
        who = "for everybody" if tournament.is_public else "for the club alone"
        link = '<a class="font-semibold text-primary-600" href="{}">{}</a>'
        return format_html(
            f"{link}, {link} ({{}})",
            *(reverse("board", args=[tournament.pk]), "Rounds and standings"),
            *(reverse("board-screen", args=[tournament.pk]), "Screen of the hall"),
            who,
        )

    @admin.display(description="Stages")
    def stages_now(self, tournament: Tournament) -> str:
        stages = tournament.stages.order_by("number")
        return format_html_join("", "<p>{}. {}</p>", ((one.number, told(one)) for one in stages))

    @admin.display(description="House rules")
    def rules_now(self, tournament: Tournament) -> SafeString:
        is_changing = "stages" in self._changeable(tournament)
        link = reverse("admin:tournaments_tournament_rules", args=[tournament.pk])
        return rules_told(tournament, TOURNAMENT_RULES, link=link * is_changing)

    @admin.action(description="Announce")
    def announce(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        each_moved(request, tournaments, lambda one: announce(one, at=database_now()))

    @admin.action(description="Open for entries")
    def open_entries(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        each_moved(request, tournaments, open_entries)

    @admin.action(description="Begin the check-in")
    def open_check_in(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        each_moved(request, tournaments, open_check_in)

    @admin.action(description="Pay the prizes")
    def pay(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> HttpResponse:
        """Ask first: it cannot be undone."""
        return self._asked_first("pay", tournaments)

    @admin.action(description="Start")
    def start(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> HttpResponse:
        """Ask first: it cannot be undone."""
        return self._asked_first("start", tournaments)

    @admin.action(description="Cancel: fees go back")
    def cancel(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> HttpResponse:
        """Ask first: it cannot be undone."""
        return self._asked_first("cancel", tournaments)

    def _asked_first(self, step: str, tournaments: QuerySet[Tournament]) -> HttpResponse:
        which = "&".join(f"tournament={pk}" for pk in tournaments.values_list("pk", flat=True))
        return redirect(f"{reverse(f'admin:tournaments_tournament_{step}')}?{which}")

    def get_urls(self) -> list[URLPattern]:
        wrap, name = self.admin_site.admin_view, "tournaments_tournament"
        return [
            path("<int:pk>/rules/", wrap(self.rules_view), name=f"{name}_rules"),
            path("<int:pk>/entries/", wrap(self.entries_view), name=f"{name}_entries"),
            path("cancel/", wrap(self.cancel_view), name=f"{name}_cancel"),
            path("pay/", wrap(self.pay_view), name=f"{name}_pay"),
            path("start/", wrap(self.start_view), name=f"{name}_start"),
            *self.correction_urls(),
            *super().get_urls(),
        ]

    def cancel_view(self, request: HttpRequest) -> HttpResponse:
        tournaments = self._tournaments(request, "cancel")
        return cancelling_page(request, tournaments, self.admin_site.each_context(request))

    def pay_view(self, request: HttpRequest) -> HttpResponse:
        tournaments = self._tournaments(request, "pay")
        return paying_page(request, tournaments, self.admin_site.each_context(request))

    def start_view(self, request: HttpRequest) -> HttpResponse:
        tournaments = self._tournaments(request, "start")
        return starting_page(request, tournaments, self.admin_site.each_context(request))

    def _tournaments(self, request: HttpRequest, deed: str) -> list[Tournament]:
        """Those that the address names, if the person may do this to all of them."""
        pks = [int(pk) for pk in request.GET.getlist("tournament") if pk.isdecimal()]
        rows = self.get_queryset(request).filter(pk__in=pks)
        self.ask(request, deed, rows)
        found: list[Tournament] = get_list_or_404(rows.select_related("club").order_by("pk"))
        return found

    def entries_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        tournament = self._tournament(request, "entries", pk)
        return entries_page(request, tournament, self.admin_site.each_context(request))

    def rules_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        tournament = self._tournament(request, "rules", pk)
        return rules_page(
            request,
            tournament,
            TOURNAMENT_RULES,
            self.admin_site.each_context(request),
            back=reverse("admin:tournaments_tournament_change", args=[pk]),
            refusals=ALL_REFUSALS,
        )

    def _tournament(self, request: HttpRequest, deed: str, pk: int) -> Tournament:
        """One that the person sees, if they may do this to it."""
        rows = self.get_queryset(request).filter(pk=pk)
        self.ask(request, deed, rows)
        tournament: Tournament = get_object_or_404(rows.select_related("club"))
        return tournament
