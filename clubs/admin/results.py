"""A table of a night: its chips, its deals, and for real cards how the next one ended."""

from typing import Any, cast, get_args

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from clubs.admin.refusals import refusals_shown
from clubs.models import NightTable, Player
from clubs.nights import bring_chips
from clubs.rights import BRING_FOR
from deploy.rest.clock import database_now
from deploy.rights import may
from games.engine.outcome import OutcomeKind
from games.evening.result import Result
from games.models import Deal, Mode, Table
from games.play.by_hand import record_deal
from games.play.lineup import next_lineup
from games.seat_numbers import SeatNumber
from ledger.chips import MOST_MOVED

DEALS_SHOWN = 12
WORDS: dict[OutcomeKind, str] = {
    "won": "Won",
    "spoilt": "Spoilt: nobody won",
    "jinked": "Jinked: all five tricks",
    "jink_failed": "A jink failed",
    "misdeal": "Misdeal",
}
NEEDS_WINNER = ("won", "jinked")


def results_page(
    request: HttpRequest, night_table: NightTable, context: dict[str, Any]
) -> HttpResponse:
    """The seats and the last deals; buttons for the next result while real cards are played."""
    table = night_table.table
    assert table is not None
    if request.method == "POST":
        with refusals_shown(request):
            if "seat" in request.POST:
                messages.success(request, _bring(night_table, request))
            else:
                deal = _record(table, request.POST)
                messages.success(request, f"Deal {deal.number} is entered.")
        return redirect("admin:clubs_night_table", night_table.night_id, night_table.number)
    seats = list(table.seats.select_related("player", "stack").order_by("number"))
    names = {seat.number: str(seat.player) for seat in seats}
    context |= {
        "title": f"{night_table}, {night_table.night}",
        "night_table": night_table,
        "table": table,
        "seats": seats,
        "deals": [
            _told_deal(deal, names) for deal in table.deals.order_by("-number")[:DEALS_SHOWN]
        ],
        "next": _next_deal(table, names),
        "kinds": WORDS.items(),
        "most_moved": MOST_MOVED,
        "may_bring": table.mode == Mode.RECORDED
        and table.closed_at is None
        and _may_bring(night_table, request),
    }
    return render(request, "clubs/results.html", context)


def _next_deal(table: Table, names: dict[SeatNumber, str]) -> dict[str, Any] | None:
    """What the form for the next result needs to know; None where there is nothing to enter."""
    if table.mode != Mode.RECORDED or table.closed_at is not None:
        return None
    lineup = next_lineup(table)
    if not lineup.seats:
        return None
    return {
        "number": lineup.number,
        "dealer": names[lineup.numbers[lineup.dealer]],
        "seats": lineup.seats,
        "stakes": sum(lineup.contributions),
    }


def _record(table: Table, form: QueryDict) -> Deal:
    kind = form.get("kind", "")
    assert kind in get_args(OutcomeKind), "the page offers no other"
    winner = form.get("winner", "") if kind in NEEDS_WINNER else ""
    result = Result(
        kind=cast(OutcomeKind, kind),
        winner=SeatNumber(int(winner)) if winner else None,
        barred={SeatNumber(int(number)): "revoked" for number in form.getlist("barred")},
    )
    return record_deal(table, result, number=int(form.get("number", 0)), at=database_now())


def _bring(night_table: NightTable, request: HttpRequest) -> str:
    """More chips for a seat; the page said how often it had brought some."""
    form, night = request.POST, night_table.night
    if not _may_bring(night_table, request):
        raise PermissionDenied
    table = night_table.table
    assert table is not None
    seat = get_object_or_404(table.seats, number=_whole(form, "seat"))
    member = get_object_or_404(night.club.members, player=seat.player_id)
    chips = _whole(form, "chips")
    after, by = _whole(form, "after"), request.user
    assert isinstance(by, Player)  # `_may_bring` has seen to it.
    bring_chips(night, member, chips=chips, by=by, after=after, at=database_now())
    return f"{member} has brought {chips} more chips."


def _may_bring(night_table: NightTable, request: HttpRequest) -> bool:
    """Chips are for organisers; who only enters results is shown no form for them."""
    assert isinstance(request.user, Player)
    return may(request.user.roles_in([night_table.night.club.book_id]), BRING_FOR)


def _whole(form: QueryDict, name: str) -> int:
    """A number of the form; 0 where it is none, or larger than anybody takes."""
    text = form.get(name, "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_MOVED))
    return int(text) if is_number else 0


def _told_deal(deal: Deal, names: dict[SeatNumber, str]) -> dict[str, Any]:
    outcome = deal.outcome
    winners = [names[deal.seat_numbers[place]] for place in outcome.winners] if outcome else []
    return {
        "number": deal.number,
        "ended": WORDS.get(outcome.kind, outcome.kind) if outcome else "in play",
        "winners": " and ".join(winners),
    }
