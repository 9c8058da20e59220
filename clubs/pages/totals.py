"""Totals of a table that keeps no deals: entered at once, put right, or taken back."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.admin.refusals import REFUSALS
from clubs.admin.sent_result import whole_in
from clubs.pages.correcting import LONGEST_REASON, STRUCK
from clubs.pages.frame import ASKING, frame
from clubs.pages.result_words import told_totals
from clubs.pages.results import opened_table
from clubs.pages.visits import Visit, of_night
from deploy.rest.pages import ask
from games.engine import MOST_CHIPS, Unreadable
from games.evening.totals import Total, Totals
from games.models import Mode, Seat, Table
from games.play.corrections import Corrected
from games.play.record_keeping import latest_totals
from games.play.totals import enter_totals
from games.rights import CORRECT, CORRECT_CLOSED

PAGE = "clubs/pages/totals.html"
MOST_DEALS: Final = 10_000


@dataclass(frozen=True)
class Line:
    """A seat on the form, with what somebody wrote there.

    Attributes:
        has_gone: They went home before the table closed, and may be left out.
    """

    seat: Seat
    won: str
    chips: str
    has_gone: bool


@of_night(CORRECT, CORRECT_CLOSED, methods=("GET", "POST"))
def totals_page(visit: Visit, round_number: int, number: int) -> HttpResponse:
    """What was counted; then what that moves; then it is done."""
    laid, table = opened_table(visit, round_number, number)
    ask(visit.roles, CORRECT if table.closed_at is None else CORRECT_CLOSED)
    if table.mode != Mode.RECORDED:
        raise Http404
    form, shown = visit.request.POST, dict[str, Any]()
    seats = list(table.seats.select_related("player").order_by("place"))
    if visit.request.method == "POST" and "again" not in form:
        is_sure = "sure" in form
        try:
            with transaction.atomic():
                entered = _enter(visit, table, seats, is_dry_run=not is_sure)
        except REFUSALS as refusal:
            shown = {"refusal": str(refusal)}
        else:
            if is_sure:
                messages.success(visit.request, _said(form))
                return redirect("desk-table", visit.night.pk, round_number, number)
            shown = {"preview": entered, "kept": _kept(form)}
    shown |= {"laid": laid, "table": table, **_filled_in(table, seats, form)}
    return render(visit.request, PAGE, {**frame(visit, ASKING), **shown})


def _enter(visit: Visit, table: Table, seats: list[Seat], *, is_dry_run: bool) -> Corrected:
    form, by = visit.request.POST, visit.by
    version = whole_in(form.get("version", ""))
    reason = form.get("reason", "")[:LONGEST_REASON]
    return enter_totals(
        table,
        None if form.get("totals") == STRUCK else _totals_in(form, seats),
        version=version,
        actor_id=by.player_id or 0,
        link_id=by.link_id,
        reason=reason or (_("Counted wrongly") if version and is_dry_run else ""),
        may_be_closed=visit.may(CORRECT_CLOSED),
        is_dry_run=is_dry_run,
        at=visit.at,
    )


def _totals_in(form: QueryDict, seats: Iterable[Seat]) -> Totals:
    """What was counted; a seat of which nothing is told is left out."""
    told = {
        seat.number: (form.get(f"won-{seat.number}", ""), form.get(f"chips-{seat.number}", ""))
        for seat in seats
    }
    return Totals(
        deals=_count(form.get("deals", ""), most=MOST_DEALS),
        of_seats={
            number: Total(_count(won or "0", most=MOST_DEALS), _count(chips))
            for number, (won, chips) in told.items()
            if won or chips
        },
        pool=_count(form.get("pool", "") or "0"),
    )


def _count(text: str, *, most: int = MOST_CHIPS) -> int:
    try:
        count = whole_in(text)
    except Unreadable:
        count = most + 1
    if count > most:
        raise Unreadable(
            "Write whole numbers: the deals that were played, and for everybody the deals that "
            "their side won and their chips."
        )
    return count


def _said(form: QueryDict) -> str:
    if form.get("totals") == STRUCK:
        return _("The totals are taken back: the table keeps its deals again.")
    return _("The totals are entered.")


def _kept(form: QueryDict) -> list[tuple[str, str]]:
    """All that was filled in, for the last tap to send again."""
    unkept = ("csrfmiddlewaretoken", "sure", "reason")
    return [(name, form.get(name, "")) for name in form if name not in unkept]


def _filled_in(table: Table, seats: list[Seat], form: QueryDict) -> dict[str, Any]:
    """The form as somebody has filled it in; before that as the totals stand."""
    entry = latest_totals(table)
    totals = entry.totals if entry else None
    standing: dict[str, object] = {"deals": totals.deals, "pool": totals.pool} if totals else {}
    for number, one in (totals.of_seats if totals else {}).items():
        standing |= {f"won-{number}": one.deals_won, f"chips-{number}": one.chips}

    def value(name: str) -> str:
        return form.get(name, "") if "version" in form else str(standing.get(name, ""))

    is_open = table.closed_at is None
    names = {seat.number: str(seat.player) for seat in seats}
    return {
        "lines": [
            Line(
                seat,
                won=value(f"won-{seat.number}"),
                chips=value(f"chips-{seat.number}"),
                has_gone=is_open and seat.cashed_chips is not None,
            )
            for seat in seats
        ],
        "deals": value("deals"),
        "pool": value("pool"),
        "version": form.get("version", entry.version if entry else 0),
        "is_striking": form.get("totals") == STRUCK,
        "standing": told_totals(totals, names) if totals else "",
        "reason": form.get("reason", "") or _("Counted wrongly"),
        "most_deals": MOST_DEALS,
        "most_chips": MOST_CHIPS,
    }
