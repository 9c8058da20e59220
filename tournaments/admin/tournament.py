"""Tournaments for organisers: announced, filled, started, followed to their standings."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, get_object_or_404, redirect
from django.template.loader import render_to_string
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
from tournaments.admin.announcement import Announcement, announcement_form, own_fields
from tournaments.admin.cancelling import cancelling_page
from tournaments.admin.entries import ALL_REFUSALS, entries_page
from tournaments.announcements import (
    CHANGED_ANY_TIME,
    Changes,
    change_tournament,
    check_nobody_entered,
    create_tournament,
    delete_tournament,
)
from tournaments.formats.settings import own_settings
from tournaments.house_rules import TOURNAMENT_RULES
from tournaments.meetings import repeat_meetings
from tournaments.models import Tournament, TournamentStatus
from tournaments.results import results_of
from tournaments.rights import (
    ANNOUNCE,
    CANCEL,
    CHANGE,
    DELETE,
    ENTER_ANOTHER,
    LOOK_AFTER,
    START,
    WITHDRAW_ANOTHER,
)
from tournaments.rounds import drawn_rounds
from tournaments.tournaments import start

COLOURS = {
    TournamentStatus.OPEN.label: "success",
    TournamentStatus.RUNNING.label: "warning",
    TournamentStatus.CANCELLED.label: "danger",
}


@admin.register(Tournament)
class TournamentAdmin(Telling, Buttons, Versions, OfOwnClubs, ModelAdmin):
    deeds = {
        "see": LOOK_AFTER,
        "add": ANNOUNCE,
        "change": CHANGE,
        "delete": DELETE,
        "start": START,
        "cancel": CANCEL,
        "entries": (ENTER_ANOTHER, WITHDRAW_ANOTHER),
        "rules": CHANGE_RULES,
    }
    refusals = ALL_REFUSALS
    list_display = ("name", "club", "stage", "entrants_in", "rounds_played", "starts_at")
    list_select_related = ("club",)
    list_filter = ("status", "starts_at", ("club", OwnClubsFilter))
    search_fields = ("name", "club__name", "entrants__member__player__name")
    ordering = ("-pk",)
    autocomplete_fields = ("club",)
    announced_fields = (
        "name",
        "starts_at",
        ("entry_chips", "prize_percents"),
        "format",
        ("starting_stack", "table_size"),
        ("rounds_count", "deals_a_round"),
        TERMS[:2],
        TERMS[2:],
    )
    followed_fields = (("club", "stage"), "next_step", "entries", "standings", "draws")
    actions = ("start", "cancel")

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """What goes on stands above what was announced."""
        if obj is None:
            return [(None, {"fields": ("club", *self.announced_fields, *own_fields())})]
        assert isinstance(obj, Tournament)
        own = ("own_settings",) * bool(obj.format_settings)
        if self._takes_settings(obj):
            own = own_fields()
        return [
            ("The tournament", {"fields": self.followed_fields}),
            ("As announced", {"fields": (*self.announced_fields, *own, "rules_now")}),
        ]

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **options: Any
    ) -> type[forms.ModelForm]:
        options["form"] = announcement_form() if self._takes_settings(obj) else Announcement
        form: type[forms.ModelForm] = super().get_form(request, obj, change, **options)
        return form

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Entrants entered under what was announced; its name and start may still change."""
        if not isinstance(obj, Tournament):
            return []
        rows = (*self.followed_fields, *self.announced_fields, "own_settings", "rules_now")
        names = [name for row in rows for name in ([row] if isinstance(row, str) else row)]
        return [name for name in names if name not in self._changeable(obj)]

    def _changeable(self, tournament: Tournament) -> Collection[str]:
        if tournament.status != TournamentStatus.OPEN:
            return ()
        is_entered = tournament.entrants.playing().exists()
        return CHANGED_ANY_TIME if is_entered else Changes.__annotations__

    def _takes_settings(self, tournament: Model | None) -> bool:
        """Whether the settings of its format may be set."""
        if not isinstance(tournament, Tournament):
            return True
        return "format_settings" in self._changeable(tournament)

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
        return super().get_queryset(request).with_counts()  # type: ignore[attr-defined]

    def buttons(self, row: Tournament) -> tuple[str, ...]:
        return ("start", "cancel") if row.status == TournamentStatus.OPEN else ()

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
        saves["show_save"] = bool(self._changeable(tournament))
        saves["show_delete"] = not tournament.entrants.exists()
        return super().change_view(request, object_id, form_url, saves | (extra_context or {}))

    def save_model(
        self, request: HttpRequest, obj: Tournament, form: forms.ModelForm, change: bool
    ) -> None:
        if not change:
            obj.pk = create_tournament(at=database_now(), **form.cleaned_data).pk
            return
        fields = Changes.__annotations__
        given = {name: form.cleaned_data[name] for name in fields if name in form.changed_data}
        if not {"format", *own_fields()}.isdisjoint(form.changed_data):
            given["format_settings"] = form.cleaned_data["format_settings"]
        if given:
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
        return f"{tournament.rounds_begun} of {tournament.rounds_count}"

    @admin.display(description="Entries")
    def entries(self, tournament: Any) -> str:
        address = reverse("admin:tournaments_tournament_entries", args=[tournament.pk])
        link = '<a class="font-semibold text-primary-600" href="{}">Who is in</a> ({})'
        return format_html(link, address, tournament.entrants_count)

    @admin.display(description="Settings of the format")
    def own_settings(self, tournament: Tournament) -> str:
        names = own_settings(tournament.played_as.settings)
        own = tournament.format_settings.items()
        return ", ".join(f"{names[key].name}: {number}" for key, number in own)

    @admin.display(description="House rules")
    def rules_now(self, tournament: Tournament) -> SafeString:
        is_changing = "format" in self._changeable(tournament)
        link = reverse("admin:tournaments_tournament_rules", args=[tournament.pk])
        return rules_told(tournament, TOURNAMENT_RULES, link=link * is_changing)

    @admin.display(description="Standings")
    def standings(self, tournament: Tournament) -> str:
        measures = tournament.played_as.measures
        rows = (
            (
                one.rank,
                one.name,
                ", ".join(each.words(one.figures[each.key]) for each in measures),
                f", prize {one.prize_chips}" * bool(one.prize_chips),
            )
            for one in results_of(tournament)
        )
        return format_html_join("", "<p>{}. <b>{}</b> {}{}</p>", rows) or "Nobody has entered."

    @admin.display(description="Draws")
    def draws(self, tournament: Tournament) -> str:
        rounds = list(drawn_rounds(tournament))
        if not rounds:
            return "Nothing is drawn yet."
        meetings = repeat_meetings(rounds)
        told = [(round, meetings[round.number]) for round in rounds]
        return render_to_string("tournaments/draws.html", {"rounds": told})

    @admin.action(description="Start")
    def start(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        for tournament in tournaments:
            with refusals_shown(request, refusals=ALL_REFUSALS):
                started = start(tournament, at=database_now())
                messages.success(
                    request, f"{started} has started. Its rounds follow by themselves."
                )

    @admin.action(description="Cancel: fees go back")
    def cancel(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> HttpResponse:
        """Ask first: it cannot be undone."""
        which = "&".join(f"tournament={pk}" for pk in tournaments.values_list("pk", flat=True))
        return redirect(f"{reverse('admin:tournaments_tournament_cancel')}?{which}")

    def get_urls(self) -> list[URLPattern]:
        wrap, name = self.admin_site.admin_view, "tournaments_tournament"
        return [
            path("<int:pk>/rules/", wrap(self.rules_view), name=f"{name}_rules"),
            path("<int:pk>/entries/", wrap(self.entries_view), name=f"{name}_entries"),
            path("cancel/", wrap(self.cancel_view), name=f"{name}_cancel"),
            *super().get_urls(),
        ]

    def cancel_view(self, request: HttpRequest) -> HttpResponse:
        pks = [int(pk) for pk in request.GET.getlist("tournament") if pk.isdecimal()]
        rows = self.get_queryset(request).filter(pk__in=pks)
        self.ask(request, "cancel", rows)
        tournaments = get_list_or_404(rows.select_related("club").order_by("pk"))
        return cancelling_page(request, tournaments, self.admin_site.each_context(request))

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
