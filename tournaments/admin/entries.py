"""Entries: one page on which an organiser lets members in, answers who asks, and lets them go."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from clubs.admin.refusals import refusals_shown
from clubs.models import Member
from deploy.rest.clock import database_now
from games.bots import BOT_CHOICES
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.admin.starting import leaving_page
from tournaments.admission import approve, refuse, undo_withdrawal
from tournaments.entrant_list import told_states
from tournaments.entries import TOGETHER, Joining, enter_together, withdraw
from tournaments.late_entries import takes_late
from tournaments.models import (
    Admission,
    Entrant,
    EntrantMember,
    EntrantQuerySet,
    Tournament,
    TournamentStatus,
)


def entries_page(
    request: HttpRequest, tournament: Tournament, context: dict[str, Any]
) -> HttpResponse:
    """Who is in, each with a button to withdraw, and a tick for every other member."""
    members = tournament.club.members.people().select_related("player", "purse")
    entrants = tournament.entrants.entered().named()
    if "out" in request.POST and "post" not in request.POST:
        entrant = get_object_or_404(entrants, pk=_number(request.POST["out"]))
        return leaving_page(request, tournament, entrant, context)
    if request.method == "POST":
        if not _answered(request, tournament, request.POST):
            _let_in_or_out(request, tournament, members, entrants, request.POST)
        return redirect("admin:tournaments_tournament_entries", tournament.pk)
    before = tournament.status in (TournamentStatus.REGISTRATION, TournamentStatus.CHECK_IN)
    is_open = before or takes_late(tournament)
    entered = EntrantMember.objects.playing().filter(tournament=tournament, bot=None)
    others = members.exclude(pk__in=entered.values("member")) if is_open else members.none()
    told = told_states(tournament)
    context |= {
        "title": f"Entries: {tournament}",
        "tournament": tournament,
        "is_open": is_open,
        "has_fees_back": before,
        "may_leave": is_open or tournament.status == TournamentStatus.RUNNING,
        "entrants": sorted(entrants.playing(), key=_sort_name),
        "asking": entrants.filter(admission=Admission.ASKED).order_by("entered_at", "pk"),
        "waiting": entrants.waiting(),
        "gone": [(one, told[one.pk]) for one in _who_may_come_back(tournament)] if before else [],
        "others": others.order_by("player__sort_name", "pk"),
        "together": tournament.members_count > 1 and TOGETHER[tournament.members_count],
        "bots": BOT_CHOICES,
    }
    return render(request, "tournaments/entries.html", context)


def _who_may_come_back(tournament: Tournament) -> list[Entrant]:
    gone = tournament.entrants.exclude(withdrawn_at=None).filter(refusal="").named()
    entered = EntrantMember.objects.playing().filter(tournament=tournament)
    back = set(entered.values_list("member", flat=True))
    latest = {one.company[0].member_id: one for one in gone.order_by("withdrawn_at", "pk")}
    free = [
        one for one in latest.values() if back.isdisjoint(each.member_id for each in one.company)
    ]
    return sorted(free, key=_sort_name)


def _answered(request: HttpRequest, tournament: Tournament, form: QueryDict) -> bool:
    """Whether the form was an answer to somebody, or let them come back."""
    [step, *_] = [name for name in ("approve", "refuse", "back") if name in form] or [""]
    if not step:
        return False
    rows = tournament.entrants.named()
    entrant = get_object_or_404(rows, pk=_number(form.get(step, "")))
    member, by, at = entrant.company[0].person, request.user.pk, database_now()
    with refusals_shown(request, refusals=ALL_REFUSALS):
        if step == "refuse":
            reason = form.get("reason", "")
            refuse(tournament, member=member, reason=reason, by=by, at=at)
            messages.success(request, f"{entrant}: not let in, and the fee went back.")
            return True
        if step == "approve":
            now = approve(tournament, member=member, by=by, at=at)
        else:
            now = undo_withdrawal(tournament, member=member, by=by, at=at)
        messages.success(request, f"{entrant}: {now.get_admission_display()}.")
    return True


def _let_in_or_out(
    request: HttpRequest,
    tournament: Tournament,
    members: QuerySet[Member],
    entrants: EntrantQuerySet,
    form: QueryDict,
) -> None:
    """Entered one by one, so one empty purse does not block the rest; partners all at once."""
    at = database_now()
    if leaver := form.get("out"):
        entrant = get_object_or_404(entrants, pk=_number(leaver))
        with refusals_shown(request, refusals=ALL_REFUSALS):
            withdraw(tournament, member=entrant.company[0].person, by=request.user.pk, at=at)
            messages.success(request, f"{entrant} has withdrawn.")
        return
    pks = [_number(pk) for pk in form.getlist("member")]
    bot_level = form.get("bot_level", "")
    ticked = [Joining(one, bot_level) for one in members.filter(pk__in=pks).order_by("pk")]
    is_alone = tournament.members_count == 1
    for company in [[one] for one in ticked] if is_alone else [ticked]:
        with refusals_shown(request, refusals=ALL_REFUSALS):
            entrant = enter_together(tournament, company, by=request.user.pk, at=at)
            names = str(tournament.entrants.named().get(pk=entrant.pk))
            waits = " There is no place yet: they wait for one."
            said = f"{names} {'has' if is_alone else 'have'} entered."
            messages.success(request, said + waits * (entrant.admission == Admission.WAITING))


def _sort_name(entrant: Entrant) -> tuple[str, int]:
    return entrant.company[0].player.sort_name, entrant.pk


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0
