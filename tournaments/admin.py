"""Tournaments for organisers: announced, filled, started, followed to their standings."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.html import format_html_join
from unfold.admin import ModelAdmin, TabularInline

from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from deploy.rest.clock import database_now
from ledger.admin import ReadOnly
from ledger.errors import LedgerError
from tournaments.awards import results_of
from tournaments.errors import TournamentsError
from tournaments.models import Entrant, Tournament
from tournaments.tournaments import cancel, create_tournament, start


class EntrantInline(ReadOnly, TabularInline):
    model = Entrant
    fields = ("member", "bot_level", "entered_at", "withdrawn_at")
    ordering = ("pk",)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return True  # Whoever may see the tournament.

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("member__player")


@admin.register(Tournament)
class TournamentAdmin(OfOwnClubs, ModelAdmin):
    list_display = ("name", "club", "status", "entrants_in", "rounds_played", "starts_at")
    list_select_related = ("club",)
    list_filter = ("status", ("club", OwnClubsFilter))
    search_fields = ("name", "club__name", "entrants__member__player__name")
    ordering = ("-pk",)
    autocomplete_fields = ("club",)
    readonly_fields = ("status", "standings")
    fields = (
        ("club", "status"),
        ("name", "starts_at"),
        ("entry_chips", "prize_percents"),
        ("starting_stack", "table_size"),
        ("rounds_count", "deals_a_round"),
        ("turn_seconds",),
        "standings",
    )
    inlines = (EntrantInline,)
    actions = ("start", "cancel")

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False  # Whoever entered did so under what was announced.

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).with_counts()  # type: ignore[attr-defined]

    def save_model(
        self, request: HttpRequest, obj: Tournament, form: ModelForm, change: bool
    ) -> None:
        obj.pk = create_tournament(at=database_now(), **form.cleaned_data).pk

    @admin.display(description="Entrants", ordering="entrants_count")
    def entrants_in(self, tournament: Any) -> int:
        count: int = tournament.entrants_count
        return count

    @admin.display(description="Rounds")
    def rounds_played(self, tournament: Any) -> str:
        return f"{tournament.rounds_begun} of {tournament.rounds_count}"

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

    @admin.action(description="Start", permissions=["view"])
    def start(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._each(request, tournaments, start, "runs; its rounds follow by themselves")

    @admin.action(description="Cancel: fees go back", permissions=["view"])
    def cancel(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._each(request, tournaments, cancel, "is cancelled; all fees went back")

    def _each(
        self, request: HttpRequest, tournaments: QuerySet[Tournament], do: Any, done: str
    ) -> None:
        for tournament in tournaments:
            try:
                messages.success(request, f"{do(tournament, at=database_now())} {done}.")
            except (TournamentsError, LedgerError) as refusal:
                messages.error(request, str(refusal))
