"""A deal of real cards is put right: choose what happened, see what moves, and say so."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.admin.refusals import REFUSALS
from clubs.admin.sent_result import Sent, is_looking, sent_in, told_in, whole_in
from clubs.pages.frame import ASKING, frame
from clubs.pages.result_form import Form, corrected_form
from clubs.pages.result_words import told_deal, told_result
from clubs.pages.results import opened_table
from clubs.pages.visits import Visit, of_night
from deploy.rest.pages import ask
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Mode, Table
from games.play.corrections import Corrected, correct_results
from games.play.journal import evening_of, facts_of, slots_of
from games.rights import CORRECT, CORRECT_CLOSED
from games.sight.entries import with_entries

STRUCK = "none"
LONGEST_REASON = 200
UNKEPT = frozenset({"csrfmiddlewaretoken", "sure", "reason"})


@of_night(CORRECT, CORRECT_CLOSED, methods=("GET", "POST"))
def deal_page(visit: Visit, round_number: int, number: int, deal_number: int) -> HttpResponse:
    """What may have happened instead; then what that moves; then it is done."""
    laid, table = opened_table(visit, round_number, number)
    ask(visit.roles, CORRECT if table.closed_at is None else CORRECT_CLOSED)
    if table.mode != Mode.RECORDED:
        raise Http404
    form, shown = visit.request.POST, dict[str, Any]()
    if visit.request.method == "POST" and not is_looking(form):
        is_sure = "sure" in form
        try:
            with transaction.atomic():
                corrected = _put_right(visit, table, deal_number, is_dry_run=not is_sure)
        except REFUSALS as refusal:
            shown = {"refusal": str(refusal)}
        else:
            if is_sure:
                messages.success(visit.request, _said(corrected, deal_number))
                return redirect("desk-table", visit.night.pk, round_number, number)
            shown = _previewed(visit, table, corrected)
    shown |= {"laid": laid, "table": table, "tricks": "012345", **_deal(visit, table, deal_number)}
    return render(visit.request, "clubs/pages/deal.html", {**frame(visit, ASKING), **shown})


def _put_right(visit: Visit, table: Table, number: int, *, is_dry_run: bool) -> Corrected:
    form, by = visit.request.POST, visit.by
    reason = form.get("reason", "") or (_reason() if is_dry_run else "")
    correction = Correction(
        deal=number, version=whole_in(form.get("version", "")), result=_result_in(visit)
    )
    return correct_results(
        table,
        [correction],
        actor_id=by.player_id or 0,
        link_id=by.link_id,
        reason=reason[:LONGEST_REASON],
        may_be_closed=visit.may(CORRECT_CLOSED),
        is_dry_run=is_dry_run,
        at=visit.at,
    )


def _reason() -> str:
    """What most reasons say; whoever knows better writes over it."""
    return _("Entered wrongly")


def _result_in(visit: Visit) -> Result | None:
    form = visit.request.POST
    return None if form.get("result") == STRUCK else told_in(form)


def _said(corrected: Corrected, number: int) -> str:
    if not corrected.deals:
        return _("Deal {number} says so already: nothing was changed.").format(number=number)
    return _("Deal {number} is put right.").format(number=number)


def _previewed(visit: Visit, table: Table, corrected: Corrected) -> dict[str, Any]:
    """What would move, and all that was chosen, for the last tap to send again."""
    form = visit.request.POST
    names = {seat.number: str(seat.player) for seat in table.seats.select_related("player")}
    line = corrected.upcoming
    return {
        "preview": corrected,
        "wanted": told_result(_result_in(visit), names),
        "reason": form.get("reason", "") or _reason(),
        "next_dealer": names[line.numbers[line.dealer]] if line and line.numbers else "",
        "next_stakes": sum(line.contributions) if line else 0,
        "kept": [
            (name, value) for name in form if name not in UNKEPT for value in form.getlist(name)
        ],
    }


def _deal(visit: Visit, table: Table, number: int) -> dict[str, Any]:
    """The deal as it stands, and the form for what happened instead."""
    names = {seat.number: str(seat.player) for seat in table.seats.select_related("player")}
    row = with_entries(table.deals.filter(number=number)).first()
    if row is None or row.voided_at is not None:
        raise Http404
    row.table = table
    told = told_deal(row, names)
    return {"deal": told, "form": _form(visit, table, number, names)}


def _form(visit: Visit, table: Table, number: int, names: dict[Any, str]) -> Form | None:
    """None where the evening cannot be walked through again: what is asked for says why."""
    slots = slots_of(table)
    try:
        evening = evening_of(facts_of(table), slots)
    except REFUSALS:
        return None
    dealt = next(one for one in evening.deals if one.number == number)
    counted = next(slot.told for slot in slots if slot.number == number)
    assert counted is not None, "it stands"
    was = counted.result
    form = visit.request.POST
    has_chosen = visit.request.method == "POST"
    sent = sent_in(form) if has_chosen else Sent({}, was.barred, was.dealer)
    return corrected_form(table, dealt, names, sent, named=was.dealer)
