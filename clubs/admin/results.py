"""A table of a night: its chips, its deals, and for real cards how the next one ended."""

from typing import Any, cast, get_args

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from clubs.admin.refusals import told
from clubs.models import NightTable
from deploy.rest.clock import database_now
from games.engine.outcome import OutcomeKind
from games.lineup import next_lineup
from games.models import Deal, Mode, Table
from games.recording import Result, record_deal

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
        with told(request):
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
    }
    return render(request, "clubs/results.html", context)


def _next_deal(table: Table, names: dict[int, str]) -> dict[str, Any] | None:
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
        winner=int(winner) if winner else None,
        barred=[int(number) for number in form.getlist("barred")],
    )
    return record_deal(table, result, number=int(form.get("number", 0)), at=database_now())


def _told_deal(deal: Deal, names: dict[int, str]) -> dict[str, Any]:
    outcome = deal.outcome
    winners = [names[deal.seat_numbers[place]] for place in outcome.winners] if outcome else []
    return {
        "number": deal.number,
        "ended": WORDS.get(outcome.kind, outcome.kind) if outcome else "in play",
        "winners": " and ".join(winners),
    }
