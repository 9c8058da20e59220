"""The steps of a tournament: taken at once, or asked about first with the chips that move."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.admin.refusals import refusals_shown
from clubs.pages.visits import number_in
from clubs.rehearsing import taken_back
from deploy.rest.pages import ask
from ledger.models import Account
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.awards import draft_payment, proposal_of
from tournaments.desk import Desk
from tournaments.pages.frame import ASKING, frame
from tournaments.pages.step_words import DEEDS, TAKEN, words_of
from tournaments.pages.visits import Visit, of_tournament
from tournaments.steps import Step, take_step
from tournaments.stopping import end_after_round
from tournaments.tournaments import draft_cancelling, start
from tournaments.waits import letting_go


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
            moved = take_step(visit.tournament, wanted, seen=seen, by=visit.player.pk, at=visit.at)
            words = _("{tournament} is {status}.")
            told = words.format(tournament=moved, status=moved.get_status_display())
            messages.success(visit.request, told)
        return redirect("tournament-desk", visit.tournament.pk)
    shown = frame(visit, ASKING)
    label = words_of(wanted, shown["told"])
    shown |= {"label": label, "button": label, "back": visit.address("tournament-desk")}
    try:
        shown |= _asked(visit, wanted, shown["told"])
    except ALL_REFUSALS as refusal:
        shown["refusal"] = str(refusal)
    return render(visit.request, "tournaments/pages/desk_asked.html", shown)


def _asked(visit: Visit, step: Step, told: Desk) -> dict[str, Any]:
    """What a step does, and whose chips it moves.

    Raises:
        TournamentsError: it cannot be taken.
    """
    match step:
        case Step.START:
            taken_back(lambda: start(visit.tournament, at=visit.at))
            return {"sentences": list(_start_words(visit))}
        case Step.PAY:
            gains = draft_payment(visit.tournament)
            names = {one.pk: str(one) for one in visit.tournament.entrants.named()}
            lines = proposal_of(visit.tournament).lines
            words = [f"{names[one.entrant]}: {one.chips}. {one.reason}" for one in lines]
            return {
                "sentences": words or [_("There are no prizes.")],
                "moves": _moves(gains),
            }
        case Step.CANCEL:
            gains = draft_cancelling(visit.tournament)
            fees = _("All fees go back.") if gains else _("No chips move.")
            words = [*_play_words(told), fees, _("This cannot be undone.")]
            return {"sentences": words, "moves": _moves(gains)}
        case Step.FINISH:
            taken_back(lambda: end_after_round(visit.tournament, by=visit.player.pk, at=visit.at))
            return {"sentences": list(_finish_words(told))}
    return {"sentences": []}


def _play_words(told: Desk) -> Iterator[str]:
    """What becomes of the play when a tournament is cancelled while it runs."""
    if told.status != "running":
        return
    if told.open_tables:
        yield ngettext(
            "{count} table of round {round} closes, and a deal in play there is void.",
            "{count} tables of round {round} close, and deals in play there are void.",
            told.open_tables,
        ).format(count=told.open_tables, round=told.round)
    yield _("Nobody wins a prize. What was played stays to be read.")


def _finish_words(told: Desk) -> Iterator[str]:
    if told.open_tables:
        yield ngettext(
            "{count} table of round {round} plays on to its end; nothing is drawn after it.",
            "{count} tables of round {round} play on to their end; nothing is drawn after them.",
            told.open_tables,
        ).format(count=told.open_tables, round=told.round)
    else:
        yield _("It ends now, with the standings after round {round}.").format(round=told.round)
    yield _("Prizes follow the standings. This cannot be undone.")


def _start_words(visit: Visit) -> Iterator[str]:
    stage = visit.tournament.stages.get(number=1)
    if gone := letting_go(visit.tournament):
        yield gone
    yield _("Nobody enters after that, and no fee goes back.")
    yield _("Everybody is given {chips} playing chips, and round 1 is drawn.").format(
        chips=stage.starting_stack
    )


def _moves(gains: dict[int, int]) -> list[tuple[str, int]]:
    """By the name of the account what it gains, the most first."""
    accounts = Account.objects.in_bulk(gains)
    moves = [(str(accounts[pk].name), chips) for pk, chips in gains.items() if chips]
    return sorted(moves, key=lambda move: (-move[1], move[0]))
