"""Entries: one page on which an organiser lets members in, and out again."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from clubs.admin.refusals import REFUSALS, refusals_shown
from clubs.models import Member
from deploy.rest.clock import database_now
from games.bots import BOT_CHOICES
from tournaments.entries import enter, withdraw
from tournaments.errors import TournamentsError
from tournaments.models import Entrant, Tournament, TournamentStatus

ALL_REFUSALS = (*REFUSALS, TournamentsError)


def entries_page(
    request: HttpRequest, tournament: Tournament, context: dict[str, Any]
) -> HttpResponse:
    """Who is in, each with a button to withdraw, and a tick for every other member."""
    members = tournament.club.members.people().select_related("player", "purse")
    entrants = tournament.entrants.playing().select_related("member__player")
    if request.method == "POST":
        _let_in_or_out(request, tournament, members, entrants, request.POST)
        return redirect("admin:tournaments_tournament_entries", tournament.pk)
    is_open = tournament.status == TournamentStatus.OPEN
    others = members.exclude(pk__in=entrants.values("member")) if is_open else members.none()
    context |= {
        "title": f"Entries: {tournament}",
        "tournament": tournament,
        "is_open": is_open,
        "may_leave": is_open or tournament.status == TournamentStatus.RUNNING,
        "entrants": entrants.order_by("member__player__name", "pk"),
        "others": others.order_by("player__name", "pk"),
        "bots": BOT_CHOICES,
    }
    return render(request, "tournaments/entries.html", context)


def _let_in_or_out(
    request: HttpRequest,
    tournament: Tournament,
    members: QuerySet[Member],
    entrants: QuerySet[Entrant],
    form: QueryDict,
) -> None:
    """Entered one by one, so one empty purse does not block the rest."""
    at = database_now()
    if leaver := form.get("out"):
        entrant = get_object_or_404(entrants, pk=_number(leaver))
        with refusals_shown(request, refusals=ALL_REFUSALS):
            withdraw(tournament, member=entrant.member, at=at)
            messages.success(request, f"{entrant} has withdrawn.")
        return
    ticked = [_number(pk) for pk in form.getlist("member")]
    for member in members.filter(pk__in=ticked).order_by("pk"):
        with refusals_shown(request, refusals=ALL_REFUSALS):
            enter(tournament, member=member, bot_level=form.get("bot_level", ""), at=at)
            messages.success(request, f"{member} has entered.")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0
