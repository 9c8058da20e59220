"""Starting, and taking somebody out, are asked first: neither can be undone."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubs.admin.refusals import refusals_shown
from clubs.rehearsing import taken_back
from deploy.rest.clock import database_now
from ledger.admin import Section, asking_page
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.models import Entrant, Tournament, TournamentStatus
from tournaments.tournaments import start
from tournaments.waits import absent, letting_go


def starting_page(
    request: HttpRequest, tournaments: Sequence[Tournament], context: dict[str, Any]
) -> HttpResponse:
    """Say how many are in, and start each tournament when the person says so."""
    back = reverse("admin:tournaments_tournament_changelist")
    if len(tournaments) == 1:
        back = reverse("admin:tournaments_tournament_change", args=[tournaments[0].pk])
    if request.method == "POST":
        for tournament in tournaments:
            with refusals_shown(request, refusals=ALL_REFUSALS):
                started = start(tournament, by=request.user.pk, at=database_now())
                messages.success(
                    request, f"{started} has started. Its rounds follow by themselves."
                )
        return redirect(back)
    sections, is_ready = [], False
    for tournament in tournaments:
        try:
            taken_back(lambda one=tournament: start(one, at=database_now()))  # type: ignore[misc]
            sections.append(Section(str(tournament), _what_starts(tournament)))
            is_ready = True
        except ALL_REFUSALS as refusal:
            sections.append(Section(str(tournament), str(refusal)))
    label = "Start" if is_ready else ""
    return asking_page(request, context, title="Start", sections=sections, label=label, back=back)


def _what_starts(tournament: Tournament) -> str:
    entrants = tournament.entrants.playing().exclude(pk__in=absent(tournament))
    count = entrants.count() - entrants.turned_away().count()
    stack = tournament.stages.get(number=1).starting_stack
    gone = letting_go(tournament)
    return " ".join(
        (
            f"{count} are in.",
            *([gone] if gone else []),
            "Nobody enters after that, and no fee goes back.",
            f"Everybody is given {stack} chips of the tournament, and round 1 begins.",
        )
    )


class Leaving(forms.Form):
    """What the page that asks sends again."""

    out = forms.IntegerField()


def leaving_page(
    request: HttpRequest, tournament: Tournament, entrant: Entrant, context: dict[str, Any]
) -> HttpResponse:
    """Who is taken out, and what becomes of their fee."""
    fee = tournament.entry_chips
    words = f"They are out, and their fee of {fee} chips goes back to their purse."
    if tournament.status == TournamentStatus.RUNNING:
        words = (
            "They are drawn in no more rounds, and a bot plays out this one. The fee does not go "
            "back. They stay in the standings with what they have won."
        )
    return asking_page(
        request,
        context,
        title=f"Out: {tournament}",
        sections=[Section(str(entrant), words)],
        label="Take them out",
        back=reverse("admin:tournaments_tournament_entries", args=[tournament.pk]),
        form=Leaving({"out": entrant.pk}),
        is_filled=True,
    )
