"""Corrections on pages of their own: each asks for a reason, and says what follows."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
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
FIGURES: Final = {
    "chips": gettext_lazy("chips"),
    "deals_won": gettext_lazy("deals won"),
    "tricks": gettext_lazy("tricks"),
    "jinks": gettext_lazy("jinks"),
}


class WithReason(forms.Form):
    reason = NameFormField(
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy("Everybody in the tournament can read it."),
    )


class Undoing(WithReason):
    voids_deals = forms.BooleanField(
        label=gettext_lazy("Take back the deals that were played, too"),
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
    """A field for each figure of each seat of a table, and a row of fields for each seat."""

    def __init__(self, row: RoundTable, *args: Any) -> None:
        super().__init__(*args)
        self.seats = list(row.seats.select_related("member__member__player").order_by("seat"))
        for seat in self.seats:
            for name, words in FIGURES.items():
                self.fields[f"{name}_{seat.seat}"] = forms.IntegerField(
                    label=words,
                    initial=getattr(seat, name),
                    widget=UnfoldAdminIntegerFieldWidget,
                )

    @property
    def alone(self) -> list[forms.BoundField]:
        return [self["reason"]]

    @property
    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (str(seat.member), [self[f"{name}_{seat.seat}"] for name in FIGURES])
            for seat in self.seats
        ]

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
    words = _(
        "Its tables close, and everybody gets back the chips from before. The tournament waits "
        "until you draw again."
    )
    return _page(request, context, tournament, form, _("Undo the last draw"), words, undo_draw)


def penalising_page(
    request: HttpRequest, tournament: Tournament, context: dict[str, Any]
) -> HttpResponse:
    """Take points off somebody."""
    form = Penalising(tournament, request.POST or None)
    words = _("The points are taken off their score. Prizes follow, even if they are paid already.")
    return _page(request, context, tournament, form, _("Take points off"), words, penalise)


def replaying_page(
    request: HttpRequest, tournament: Tournament, row: RoundTable, context: dict[str, Any]
) -> HttpResponse:
    """Have a table played again."""

    def replay(tournament: Tournament, **given: Any) -> None:
        replay_table(tournament, round_number=row.round.number, table_number=row.number, **given)

    title = _("Play table {table} of round {round} again").format(**_named(row))
    words = _(
        "The same people play it again from the first deal. What they played before does not count."
    )
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

    title = _("Correct table {table} of round {round}").format(**_named(row))
    words = _("What one wins, others lose: the chips of a table add up to 0. The standings follow.")
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


def _named(row: RoundTable) -> dict[str, int]:
    return {"table": row.number, "round": row.round.number}


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
            messages.success(request, _("{what}: done.").format(what=title))
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
