"""What was entered at a table of a night, and one tap to undo it: a scorer's own log."""

from typing import Final

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from clubs.admin.refusals import REFUSALS
from clubs.log_pages import entered_lines
from clubs.pages.frame import RESULTS, frame
from clubs.pages.results import opened_table
from clubs.pages.visits import Visit, number_in, of_night
from clubs.rights import UNDO_AT_CLOSED_TABLE, UNDO_AT_TABLE
from clubs.undoing import undo_at_table
from deploy.rest.pages import ask

MOST_NUMBER: Final = 10**9


@of_night(UNDO_AT_TABLE, UNDO_AT_CLOSED_TABLE, methods=("GET", "POST"))
def entered_page(visit: Visit, round_number: int, number: int) -> HttpResponse:
    """The last results of a table; by a link, those that were entered by it can be undone."""
    laid, table = opened_table(visit, round_number, number)
    is_closed = table.closed_at is not None
    ask(visit.roles, UNDO_AT_CLOSED_TABLE if is_closed else UNDO_AT_TABLE)
    if visit.request.method == "POST":
        deed = number_in(visit.request.POST, "deed")
        if not 0 < deed < MOST_NUMBER:
            raise Http404
        try:
            with transaction.atomic():
                undo_at_table(laid, deed, may_be_closed=is_closed, by=visit.by, at=visit.at)
            return redirect("desk-entered", visit.night.pk, round_number, number)
        except REFUSALS as refusal:
            messages.error(visit.request, str(refusal))
    lines = entered_lines(visit.night, table, by=visit.by, at=visit.at)
    shown = {"laid": laid, "lines": lines}
    return render(visit.request, "clubs/pages/entered.html", {**frame(visit, RESULTS), **shown})
