"""Corrections on pages of their own: each asks for a reason, and says what follows."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from clubs.admin.refusals import refusals_shown
from deploy.names import NameFormField
from deploy.rest.clock import database_now
from ledger.admin import Section, asking_page
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.models import RoundTable, Tournament
from tournaments.models.deed import LONGEST_REASON
from tournaments.penalties import penalise
from tournaments.recalls import replay_table, undo_draw
from tournaments.result_corrections import Figures, correct_table
from tournaments.rights import CORRECT, DRAW

CORRECTION_PAGES: Final = {
    "undo_draw": DRAW,
    "penalise": CORRECT,
    "correct": CORRECT,
    "replay": CORRECT,
}
TABLE: Final = "<int:pk>/rounds/<int:round>/tables/<int:table>"
FIGURES: Final = {"chips": "chips", "deals_won": "deals won", "tricks": "tricks", "jinks": "jinks"}


class WithReason(forms.Form):
    reason = NameFormField(
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextInputWidget,
        help_text="Everybody in the tournament can read it.",
    )


class Undoing(WithReason):
    voids_deals = forms.BooleanField(
        label="Take back the deals that were played, too",
        required=False,
        widget=UnfoldBooleanSwitchWidget,
    )


class Penalising(WithReason):
    entrant = forms.TypedChoiceField(coerce=int, widget=UnfoldAdminSelectWidget)
    points = forms.DecimalField(widget=UnfoldAdminDecimalFieldWidget)

    def __init__(self, tournament: Tournament, *args: Any) -> None:
        super().__init__(*args)
        ranked = tournament.entrants.ranked().named()
        choice = self.fields["entrant"]
        assert isinstance(choice, forms.TypedChoiceField)
        choice.choices = [(one.pk, str(one)) for one in ranked]


class PuttingRight(WithReason):
    """A field for each figure of each seat of a table."""

    def __init__(self, row: RoundTable, *args: Any) -> None:
        super().__init__(*args)
        self.seats = list(row.seats.select_related("member__member__player").order_by("seat"))
        for seat in self.seats:
            for name, words in FIGURES.items():
                self.fields[f"{name}_{seat.seat}"] = forms.IntegerField(
                    label=f"{seat.member}: {words}",
                    initial=getattr(seat, name),
                    widget=UnfoldAdminIntegerFieldWidget,
                )

    @property
    def figures(self) -> list[Figures]:
        return [
            Figures(
                int(seat.seat),
                **{name: self.cleaned_data[f"{name}_{seat.seat}"] for name in FIGURES},
            )
            for seat in self.seats
        ]


class Correcting:
    """Mixed into the admin of tournaments."""

    admin_site: AdminSite
    _tournament: Callable[[HttpRequest, str, int], Tournament]

    def correction_urls(self) -> list[URLPattern]:
        wrap, name = self.admin_site.admin_view, "tournaments_tournament"
        return [
            path("<int:pk>/undo-draw/", wrap(self.undo_draw_view), name=f"{name}_undo_draw"),
            path("<int:pk>/penalise/", wrap(self.penalise_view), name=f"{name}_penalise"),
            path(f"{TABLE}/correct/", wrap(self.correct_view), name=f"{name}_correct"),
            path(f"{TABLE}/replay/", wrap(self.replay_view), name=f"{name}_replay"),
        ]

    def undo_draw_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        tournament = self._tournament(request, "undo_draw", pk)
        return undoing_page(request, tournament, self.admin_site.each_context(request))

    def penalise_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        tournament = self._tournament(request, "penalise", pk)
        return penalising_page(request, tournament, self.admin_site.each_context(request))

    def correct_view(self, request: HttpRequest, pk: int, round: int, table: int) -> HttpResponse:
        tournament = self._tournament(request, "correct", pk)
        row = table_of(tournament, round, table)
        return correcting_page(request, tournament, row, self.admin_site.each_context(request))

    def replay_view(self, request: HttpRequest, pk: int, round: int, table: int) -> HttpResponse:
        tournament = self._tournament(request, "replay", pk)
        row = table_of(tournament, round, table)
        return replaying_page(request, tournament, row, self.admin_site.each_context(request))


def undoing_page(
    request: HttpRequest, tournament: Tournament, context: dict[str, Any]
) -> HttpResponse:
    """Undo the last draw."""
    form = Undoing(request.POST or None)
    words = (
        "Its tables close, and everybody has the chips of before. The tournament waits until you "
        "draw again."
    )
    return _page(request, context, tournament, form, "Undo the last draw", words, undo_draw)


def penalising_page(
    request: HttpRequest, tournament: Tournament, context: dict[str, Any]
) -> HttpResponse:
    """Take points off somebody."""
    form = Penalising(tournament, request.POST or None)
    words = "The points are taken off their score. Prizes follow, also those that are paid."
    return _page(request, context, tournament, form, "Take points off", words, penalise)


def replaying_page(
    request: HttpRequest, tournament: Tournament, row: RoundTable, context: dict[str, Any]
) -> HttpResponse:
    """Have a table played again."""

    def replay(tournament: Tournament, **given: Any) -> None:
        replay_table(tournament, round_number=row.round.number, table_number=row.number, **given)

    title = f"Play table {row.number} of round {row.round.number} again"
    words = "The same people play it from its first deal. What was played there counts for nothing."
    form = WithReason(request.POST or None)
    return _page(request, context, tournament, form, title, words, replay)


def correcting_page(
    request: HttpRequest, tournament: Tournament, row: RoundTable, context: dict[str, Any]
) -> HttpResponse:
    """Put right what a table came to."""
    form = PuttingRight(row, request.POST or None)

    def correct(tournament: Tournament, *, reason: str, by: int, at: Any, **_: Any) -> None:
        correct_table(
            tournament,
            form.figures,
            round_number=row.round.number,
            table_number=row.number,
            reason=reason,
            by=by,
            at=at,
        )

    title = f"Put right table {row.number} of round {row.round.number}"
    words = "What one wins others lose: the chips of the table stay as many. Standings follow."
    return _page(request, context, tournament, form, title, words, correct)


def table_of(tournament: Tournament, round: int, table: int) -> RoundTable:
    """A table of a round.

    Raises:
        Http404: there is none.
    """
    rows = RoundTable.objects.filter(round__tournament=tournament, round__undone_at=None)
    rows = rows.filter(round__number=round, number=table, voided_at=None)
    row: RoundTable | None = rows.select_related("round").first()
    if row is None:
        raise Http404
    return row


def _page(
    request: HttpRequest,
    context: dict[str, Any],
    tournament: Tournament,
    form: forms.Form,
    title: str,
    words: str,
    do: Callable[..., object],
) -> HttpResponse:
    back = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    if request.method == "POST" and form.is_valid():
        with refusals_shown(request, refusals=ALL_REFUSALS):
            do(tournament, **form.cleaned_data, by=request.user.pk, at=database_now())
            messages.success(request, f"{title}: done.")
        return redirect(back)
    return asking_page(
        request,
        context,
        title=title,
        sections=[Section(str(tournament), words)],
        label=title,
        back=back,
        form=form,
    )
