"""Paying prizes is asked first, with the chips that move."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubs.admin.refusals import refusals_shown
from deploy.rest.clock import database_now
from ledger.admin import Section, asking_page
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.awards import draft_payment, pay, proposal_of
from tournaments.models import Tournament


def paying_page(
    request: HttpRequest, tournaments: Sequence[Tournament], context: dict[str, Any]
) -> HttpResponse:
    """Show who gets what and why, and pay the prizes when the person says so."""
    back = reverse("admin:tournaments_tournament_changelist")
    if len(tournaments) == 1:
        back = reverse("admin:tournaments_tournament_change", args=[tournaments[0].pk])
    if request.method == "POST":
        for tournament in tournaments:
            with refusals_shown(request, refusals=ALL_REFUSALS):
                pay(tournament, by=request.user.pk, at=database_now())
                messages.success(request, f"The prizes of {tournament} are paid.")
        return redirect(back)
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
        title="Pay the prizes",
        sections=sections,
        label="Pay the prizes" if is_ready else "",
        back=back,
    )


def _section(tournament: Tournament) -> Section:
    gains = draft_payment(tournament)
    names = {one.pk: str(one) for one in tournament.entrants.named()}
    proposal = proposal_of(tournament)
    told = [f"{names[one.entrant]}: {one.chips}. {one.reason}" for one in proposal.lines]
    if proposal.missing:
        told.append(
            f"The fixed prizes are {proposal.missing} chips more than the fund holds, so the last "
            "of them are smaller."
        )
    return Section(str(tournament), " ".join(told) or "There are no prizes.", gains)
