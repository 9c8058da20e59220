"""Cancelling is asked first, with the fees that go back."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import pluralize
from django.urls import reverse

from clubs.admin.refusals import refusals_shown
from clubs.models import Player
from deploy.rest.clock import database_now
from ledger.admin import Section, asking_page
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.models import Tournament
from tournaments.tournaments import cancel, draft_cancelling


def cancelling_page(
    request: HttpRequest, tournaments: Sequence[Tournament], context: dict[str, Any]
) -> HttpResponse:
    """Show whose fees go back, and cancel each tournament when the person says so."""
    if request.method == "POST":
        assert isinstance(request.user, Player)  # Only who is signed in comes here.
        for tournament in tournaments:
            with refusals_shown(request, refusals=ALL_REFUSALS):
                cancel(tournament, by=request.user.pk, at=database_now())
                messages.success(request, f"{tournament} is cancelled; all fees went back.")
        return redirect("admin:tournaments_tournament_changelist")
    sections, is_ready = [], False
    for tournament in tournaments:
        try:
            sections.append(_section(tournament))
            is_ready = True
        except ALL_REFUSALS as refusal:
            sections.append(Section(str(tournament), str(refusal)))
    return asking_page(
        request,
        context,
        title="Cancel tournaments",
        sections=sections,
        label="Cancel for good" if is_ready else "",
        back=reverse("admin:tournaments_tournament_changelist"),
    )


def _section(tournament: Tournament) -> Section:
    gains = draft_cancelling(tournament)
    count = sum(chips > 0 for chips in gains.values())
    fees = (
        f"{count} fee{pluralize(count)} of {tournament.entry_chips} chips go{'es' * (count == 1)}"
    )
    return Section(str(tournament), f"{fees} back." if gains else "No chips move.", gains)
