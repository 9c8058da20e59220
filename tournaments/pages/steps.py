"""The steps of a tournament: taken at once, or asked about first with the chips that move."""

import re
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.admin.refusals import refusals_shown
from clubs.pages.visits import number_in
from deploy.rest.pages import ask
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.pages.frame import ASKING, frame
from tournaments.pages.step_effects import effects_of
from tournaments.pages.step_words import DEEDS, TAKEN, words_of
from tournaments.pages.visits import Visit, of_tournament
from tournaments.steps import Step, take_step

CHOSEN: Final = re.compile(r"([1-9])-([1-9]\d{0,2})")
"""The number of a stage, and how many rounds it is to have."""


@of_tournament(*dict.fromkeys(DEEDS[step] for step in TAKEN), methods=("GET", "POST"))
def step_page(visit: Visit, step: str) -> HttpResponse:
    """Say what a step does, or take it."""
    if step not in TAKEN:
        raise Http404
    wanted = Step(step)
    ask(visit.roles, DEEDS[wanted])
    if visit.request.method == "POST":
        with refusals_shown(visit.request, refusals=ALL_REFUSALS):
            seen = number_in(visit.request.GET, "draw") or None
            moved = take_step(
                visit.tournament,
                wanted,
                seen=seen,
                rounds=_rounds_in(visit.request.POST.get("rounds", "")),
                by=visit.player.pk,
                at=visit.at,
            )
            words = _("{tournament} is {status}.")
            told = words.format(tournament=moved, status=moved.get_status_display())
            messages.success(visit.request, told)
        return redirect("tournament-desk", visit.tournament.pk)
    shown = frame(visit, ASKING)
    label = words_of(wanted, shown["told"])
    shown |= {"label": label, "button": label, "back": visit.address("tournament-desk")}
    try:
        shown |= effects_of(visit, wanted, shown["told"])
    except ALL_REFUSALS as refusal:
        shown["refusal"] = str(refusal)
    return render(visit.request, "tournaments/pages/desk_asked.html", shown)


def _rounds_in(text: str) -> dict[int, int]:
    """The rounds that were chosen for each stage, by its number; empty where none were."""
    chosen = CHOSEN.fullmatch(text)
    return {int(chosen[1]): int(chosen[2])} if chosen else {}
