"""The results of a night: a list of its tables, and the page of each."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.admin.refusals import REFUSALS
from clubs.admin.sent_result import Sent, is_looking, number_in, sent_in, told_in, whole_in
from clubs.models import NightTable, RoundStatus
from clubs.pages.frame import RESULTS, frame
from clubs.pages.held_up import waits_of
from clubs.pages.result_form import Form, next_form
from clubs.pages.result_words import ended, told_deal, told_entries, told_result
from clubs.pages.visits import Visit, of_night
from clubs.places import bring_chips
from clubs.rights import BRING_FOR, GIVE_LINK
from clubs.scores import scores_of
from deploy.rest.pages import ask
from games.errors import DealRecorded
from games.evening.result import Names
from games.models import Deal, Mode, Table
from games.play.by_hand import record_deal, upcoming
from games.play.record_keeping import has_totals
from games.rights import CORRECT, CORRECT_CLOSED, ENTER_RESULT
from games.sight.entries import recorded_totals, with_entries
from ledger.chips import MOST_MOVED

PAGE = "clubs/pages/table.html"
DEALS_SHOWN = 6
POLLED_BY_LINKS = "every 1500ms"


@of_night(ENTER_RESULT)
def results_page(visit: Visit) -> HttpResponse:
    """The tables at which results are entered; a link for one table leads to it."""
    lent = visit.link.table_number if visit.link else None
    scores = scores_of(visit.night, link_table=lent, is_lent=visit.link is not None)
    if lent is not None and len(scores) == 1:
        return redirect("desk-table", visit.night.pk, scores[0].laid.round.number, lent)
    tables = [{"score": one, "last": one.last and ended(one.last, one.names)} for one in scores]
    earlier = _laid(visit).filter(round__status=RoundStatus.FINISHED)
    shown = {
        "tables": tables,
        "may_correct": visit.may(CORRECT),
        "earlier": earlier.order_by("-round__number", "number"),
    }
    return render(visit.request, "clubs/pages/results.html", {**_frame(visit), **shown})


@of_night(ENTER_RESULT, methods=("GET", "POST"))
def table_page(visit: Visit, round_number: int, number: int) -> HttpResponse:
    """A table: its next result by one tap, its chips, its deals.

    Somebody who is refused finds on the page what they had filled in.
    """
    laid, table = opened_table(visit, round_number, number)
    conflict: dict[str, Any] = {}
    form = visit.request.POST
    if visit.request.method == "POST" and not is_looking(form):
        try:
            with transaction.atomic():
                messages.success(visit.request, _do(visit, table))
            return redirect("desk-table", visit.night.pk, round_number, number)
        except DealRecorded as refusal:
            conflict = _conflict(table, form) | {"conflict": str(refusal)}
        except REFUSALS as refusal:
            messages.error(visit.request, str(refusal))
        table.pool.refresh_from_db(fields=["balance"])
    return shown_table(visit, laid, table, **conflict)


def opened_table(visit: Visit, round_number: int, number: int) -> tuple[NightTable, Table]:
    """A table of this night that was opened, if it is for them."""
    laid = get_object_or_404(_laid(visit), round__number=round_number, number=number)
    assert laid.table is not None
    return laid, laid.table


def _laid(visit: Visit) -> Any:
    tables = visit.night.rounds.standing().tables().exclude(table=None)
    if visit.link is not None:
        tables = tables.filter(table__in=visit.link.tables_lent(ENTER_RESULT.may))
        tables = tables.filter(table__mode=Mode.RECORDED)
    told = tables.select_related("round__night__club", "table__pool")
    return told.defer("table__sealed_tail")


def shown_table(visit: Visit, laid: NightTable, table: Table, **more: Any) -> HttpResponse:
    """The page; where nothing has changed for whoever looks on, only what stands above it."""
    seats = list(table.seats.select_related("player", "stack").order_by("place"))
    names = {seat.number: str(seat.player) for seat in seats}
    rows = list(with_entries(table.deals.order_by("-number")))
    for deal in rows:
        deal.table = table
    versions = sum(len(deal.entries.all()) for deal in rows)
    stacks = "".join(f"{seat.number}:{seat.stack.balance};" for seat in seats)
    is_open = table.closed_at is None
    totals = told_entries(recorded_totals(table), names)
    waits = waits_of(visit, laid, table)
    missing = waits.names if waits else ""
    state = f"{versions} {len(totals)} {table.pool.balance} {stacks} {is_open} {missing}"
    request = visit.request
    if request.method == "GET" and request.GET.get("seen") == state:
        above = render(request, "clubs/pages/tonight.html", {**_frame(visit), "as_part": True})
        above["HX-Reswap"] = "none"
        return above
    deals = [told_deal(deal, names) for deal in rows]
    may_correct = visit.may(CORRECT if is_open else CORRECT_CLOSED)
    form = _form(visit, table, names)
    shown = {
        "laid": laid,
        "table": table,
        "seats": seats,
        "read_again_at": _read_again_at(request.path, state, form),
        "deals": deals[:DEALS_SHOWN],
        "earlier_deals": deals[DEALS_SHOWN:],
        "meanwhile": _meanwhile(request.GET.get("next", ""), form, deals),
        "form": form,
        "waits": waits,
        "tricks": "012345",
        "most_moved": MOST_MOVED,
        "bringing": request.POST.get("seat", ""),
        "bringing_chips": request.POST.get("chips", ""),
        "may_bring": table.mode == Mode.RECORDED and is_open and visit.may(BRING_FOR),
        "may_correct": table.mode == Mode.RECORDED and may_correct,
        "may_give_link": visit.may(GIVE_LINK) and is_open,
        "has_totals": has_totals(table),
        "totals": totals,
        "keeps_deals": any(not deal.is_struck for deal in deals),
    }
    return render(request, PAGE, {**_frame(visit), **shown, **more})


def _read_again_at(path: str, state: str, form: Form | None) -> str:
    """Where the page is read again, with what stands on it now."""
    return f"{path}?{urlencode({'seen': state, 'next': form.number if form else ''})}"


def _meanwhile(seen: str, form: Form | None, deals: list[Any]) -> list[Any]:
    """The deals that others entered while this page stood there."""
    if not seen.isdecimal() or (form is not None and str(form.number) == seen):
        return []
    return [deal for deal in deals if str(deal.number) == seen and not deal.is_struck]


def _frame(visit: Visit) -> dict[str, Any]:
    shown = frame(visit, RESULTS)
    return shown | {"also": "" if shown["stream"] else f", {POLLED_BY_LINKS}"}


def _do(visit: Visit, table: Table) -> str:
    """What somebody asked for; what is done, in words."""
    form = visit.request.POST
    if "seat" in form:
        return _bring(visit, table)
    number, result = number_in(form), told_in(form)
    by = visit.by
    deal = record_deal(
        table, result, number=number, actor_id=by.player_id, link_id=by.link_id, at=visit.at
    )
    deal.table = table
    told = ended(deal, _names(table))
    return _("Deal {number} is entered. {ended}.").format(number=deal.number, ended=told)


def _names(table: Table) -> dict[Any, str]:
    return {seat.number: str(seat.player) for seat in table.seats.select_related("player")}


def _conflict(table: Table, form: QueryDict) -> dict[str, Any]:
    """What was entered by somebody else, and what this form says, side by side."""
    number, result = number_in(form), told_in(form)
    names = _names(table)
    deal: Deal = with_entries(table.deals.filter(number=number)).get()
    deal.table = table
    kept = [(name, value) for name in form for value in form.getlist(name)]
    fields = [one for one in kept if one[0] not in ("csrfmiddlewaretoken", "number")]
    return {"theirs": told_deal(deal, names), "yours": told_result(result, names), "kept": fields}


def _form(visit: Visit, table: Table, names: Names) -> Form | None:
    """The form for the next result, as it was filled in; None where there is nothing to enter."""
    following = upcoming(table)
    if following is None:
        return None
    number, form = following.usual.number, visit.request.POST
    is_for_this = form.get("number") == str(number)
    if is_looking(form) and not is_for_this:
        words = _("Somebody has entered a result meanwhile. Deal {number} comes next.")
        messages.warning(visit.request, words.format(number=number))
    return next_form(table, following, names, sent_in(form) if is_for_this else Sent())


def _bring(visit: Visit, table: Table) -> str:
    """More chips for a seat; the page said how often it had brought some."""
    ask(visit.roles, BRING_FOR)
    form = visit.request.POST
    seat = get_object_or_404(table.seats, number=whole_in(form.get("seat", "")))
    member = get_object_or_404(visit.night.club.members, player=seat.player_id)
    chips, after = _chips_in(form), whole_in(form.get("after", ""))
    bring_chips(visit.night, member, chips=chips, by=visit.by, after=after, at=visit.at)
    return _("{name} has brought {chips} more chips.").format(name=member, chips=chips)


def _chips_in(form: QueryDict) -> int:
    """How many chips somebody brings; 0 where it is no number, or larger than anybody takes."""
    text = form.get("chips", "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_MOVED))
    return int(text) if is_number else 0
