"""A table of a night: its chips, its deals, and for real cards how the next one ended."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from clubs.admin.refusals import refusals_shown
from clubs.admin.result_form import ENDED, OFFENCES, Form, listed, next_form
from clubs.admin.sent_result import Sent, is_looking, number_in, sent_in, told_in, whole_in
from clubs.models import NightTable, Player
from clubs.places import bring_chips
from clubs.rights import BRING_FOR
from deploy.rest.clock import database_now
from deploy.rights import may
from games.engine import Outcome
from games.engine.sides import side_members
from games.evening.result import Names
from games.models import Deal, Mode, Table
from games.play.by_hand import record_deal, upcoming
from games.sight.entries import with_entries
from ledger.chips import MOST_MOVED

DEALS_SHOWN = 12


def results_page(
    request: HttpRequest, night_table: NightTable, context: dict[str, Any]
) -> HttpResponse:
    """The seats and the last deals; buttons for the next result while real cards are played.

    Somebody who is refused finds on the page what they had filled in.
    """
    table = night_table.table
    assert table is not None
    if request.method == "POST" and not is_looking(request.POST):
        is_done = False
        with refusals_shown(request):
            messages.success(request, _do(request, night_table, table))
            is_done = True
        if is_done:
            laid = night_table.round
            return redirect(
                "admin:clubs_night_table", laid.night_id, laid.number, night_table.number
            )
        table.pool.refresh_from_db(fields=["balance"])
    seats = list(table.seats.select_related("player", "stack").order_by("place"))
    names = {seat.number: str(seat.player) for seat in seats}
    form = _form(request, table, names)
    is_recorded = table.mode == Mode.RECORDED and table.closed_at is None
    context |= {
        "title": f"{night_table}, {night_table.round}",
        "night_table": night_table,
        "table": table,
        "seats": seats,
        "deals": [_told(deal, names) for deal in _last_deals(table)],
        "form": form,
        "tricks": "012345",
        "most_moved": MOST_MOVED,
        "bringing": request.POST.get("seat", ""),
        "bringing_chips": request.POST.get("chips", ""),
        "may_bring": is_recorded and _may_bring(night_table, request),
    }
    return render(request, "clubs/results.html", context)


def _do(request: HttpRequest, night_table: NightTable, table: Table) -> str:
    """What somebody asked for; what is done, in words."""
    form = request.POST
    if "seat" in form:
        return _bring(night_table, request)
    number, result = number_in(form), told_in(form)
    deal = record_deal(table, result, number=number, actor_id=request.user.pk, at=database_now())
    seats = table.seats.select_related("player")
    told = _told(deal, {seat.number: str(seat.player) for seat in seats})
    return f"Deal {deal.number} is entered. {told['ended']}."


def _form(request: HttpRequest, table: Table, names: Names) -> Form | None:
    """The form for the next result, as it was filled in; None where there is nothing to enter."""
    following = upcoming(table)
    if following is None:
        return None
    number = following.usual.number
    is_for_this = request.POST.get("number") == str(number)
    if is_looking(request.POST) and not is_for_this:
        messages.warning(
            request, f"Somebody has entered a result meanwhile. Deal {number} comes next."
        )
    return next_form(table, following, names, sent_in(request.POST) if is_for_this else Sent())


def _bring(night_table: NightTable, request: HttpRequest) -> str:
    """More chips for a seat; the page said how often it had brought some."""
    form, night = request.POST, night_table.round.night
    if not _may_bring(night_table, request):
        raise PermissionDenied
    table = night_table.table
    assert table is not None
    seat = get_object_or_404(table.seats, number=whole_in(form.get("seat", "")))
    member = get_object_or_404(night.club.members, player=seat.player_id)
    chips = _chips_in(form)
    after, by = whole_in(form.get("after", "")), request.user
    assert isinstance(by, Player)  # `_may_bring` has seen to it.
    bring_chips(night, member, chips=chips, by=by, after=after, at=database_now())
    return f"{member} has brought {chips} more chips."


def _may_bring(night_table: NightTable, request: HttpRequest) -> bool:
    """Chips are for organisers; who only enters results is shown no form for them."""
    assert isinstance(request.user, Player)
    return may(request.user.roles_in([night_table.round.night.club.book_id]), BRING_FOR)


def _chips_in(form: QueryDict) -> int:
    """How many chips somebody brings; 0 where it is no number, or larger than anybody takes."""
    text = form.get("chips", "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_MOVED))
    return int(text) if is_number else 0


def _last_deals(table: Table) -> list[Deal]:
    return list(with_entries(table.deals.order_by("-number"))[:DEALS_SHOWN])


def _told(deal: Deal, names: Names) -> dict[str, Any]:
    """A deal in words, with whoever entered it."""
    entry = list(deal.entries.all())[-1:]
    barred = entry[0].result.barred if entry and entry[0].result else {}
    return {
        "number": deal.number,
        "dealer": names[deal.seat_numbers[deal.dealer]],
        "ended": _ended(deal, deal.outcome, names),
        "barred": [f"{names[number]} {OFFENCES[why]}" for number, why in barred.items()],
        "entry": entry[0] if entry else None,
    }


def _ended(deal: Deal, outcome: Outcome | None, names: Names) -> str:
    """How a deal ended: `Won: Nora, 12 chips`."""
    if deal.voided_at is not None:
        return "Taken back"
    if outcome is None:
        return "In play"
    words = ENDED[outcome.kind]
    if outcome.winners:
        won = sum(deal.gains[place] for place in outcome.winners) if deal.gains else 0
        chips = f", {won} chips" if won else ""
        words += f": {listed(names[deal.seat_numbers[place]] for place in outcome.winners)}{chips}"
    if outcome.scores:
        sides = dict.fromkeys(side_members(deal.table.rules.sides, len(outcome.scores)))
        words += ". " + ", ".join(
            f"{listed(names[deal.seat_numbers[place]] for place in side)} {outcome.scores[side[0]]}"
            for side in sides
        )
    return f"{words}; the same dealer deals again" if deal.is_dealt_again else words
