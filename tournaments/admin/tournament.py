"""Tournaments for organisers: announced, filled, started, followed to their standings."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.widgets import UnfoldAdminTextInputWidget

from clubs.admin.buttons import Buttons
from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.admin.refusals import told
from deploy.rest.clock import database_now
from games.models import TERMS
from tournaments.admin.entries import ALL_REFUSALS, entries_page
from tournaments.awards import results_of
from tournaments.errors import ImpossibleTournament
from tournaments.models import Tournament, TournamentStatus
from tournaments.rounds import drawn_rounds
from tournaments.tournaments import cancel, check_prizes, create_tournament, start

COLOURS = {
    TournamentStatus.OPEN.label: "success",
    TournamentStatus.RUNNING.label: "warning",
    TournamentStatus.CANCELLED.label: "danger",
}


class Announcement(forms.ModelForm):
    class Meta:
        widgets: ClassVar = {"prize_percents": UnfoldAdminTextInputWidget}
        help_texts: ClassVar = {
            "prize_percents": "What each place is worth, the first one first: 50,30,20 of 100."
        }

    def clean_prize_percents(self) -> list[int]:
        percents: list[int] = self.cleaned_data["prize_percents"]
        try:
            check_prizes(percents)
        except ImpossibleTournament as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        return percents


@admin.register(Tournament)
class TournamentAdmin(Buttons, OfOwnClubs, ModelAdmin):
    form = Announcement
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
            return [(None, {"fields": ("club", *self.announced_fields)})]
        return [
            ("The tournament", {"fields": self.followed_fields}),
            ("As announced", {"fields": self.announced_fields}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Whoever entered did so under what was announced."""
        if obj is None:
            return []
        rows = (*self.followed_fields, *self.announced_fields)
        return [name for row in rows for name in ([row] if isinstance(row, str) else row)]

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
        saves = ("show_save", "show_save_and_continue", "show_save_and_add_another")
        none = dict.fromkeys(saves, False)
        return super().change_view(request, object_id, form_url, none | (extra_context or {}))

    def save_model(
        self, request: HttpRequest, obj: Tournament, form: forms.ModelForm, change: bool
    ) -> None:
        if not change:
            obj.pk = create_tournament(at=database_now(), **form.cleaned_data).pk

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

    @admin.display(description="Standings")
    def standings(self, tournament: Tournament) -> str:
        rows = (
            (
                one.rank,
                one.name,
                f"{one.chips:+}",
                f"prize {one.prize_chips}" * bool(one.prize_chips),
            )
            for one in results_of(tournament)
        )
        return format_html_join("", "<p>{}. <b>{}</b> {} {}</p>", rows) or "Nobody has entered."

    @admin.display(description="Draws")
    def draws(self, tournament: Tournament) -> str:
        rounds = drawn_rounds(tournament)
        if not rounds:
            return "Nothing is drawn yet."
        return render_to_string("tournaments/draws.html", {"rounds": rounds})

    @admin.action(description="Start", permissions=["change"])
    def start(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._each(request, tournaments, start, "runs; its rounds follow by themselves")

    @admin.action(description="Cancel: fees go back", permissions=["change"])
    def cancel(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._each(request, tournaments, cancel, "is cancelled; all fees went back")

    def _each(
        self,
        request: HttpRequest,
        tournaments: QuerySet[Tournament],
        do: Callable[..., Tournament],
        done: str,
    ) -> None:
        for tournament in tournaments:
            with told(request, ALL_REFUSALS):
                messages.success(request, f"{do(tournament, at=database_now())} {done}.")

    def get_urls(self) -> list[URLPattern]:
        entries = self.admin_site.admin_view(self.entries_view)
        return [
            path("<int:pk>/entries/", entries, name="tournaments_tournament_entries"),
            *super().get_urls(),
        ]

    def entries_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        rows = self.get_queryset(request).select_related("club")
        tournament = get_object_or_404(rows, pk=pk)
        return entries_page(request, tournament, self.admin_site.each_context(request))
