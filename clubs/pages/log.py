"""The log of a night at its desk: what was done, by whom, and one tap to undo it."""

from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.admin.refusals import REFUSALS
from clubs.log_pages import Sought, log_page
from clubs.models import NightTable
from clubs.pages.frame import frame
from clubs.pages.visits import Visit, number_in, of_night
from clubs.rights import UNDO
from clubs.undoing import undo

LABELS: Final[dict[str, Promise]] = {
    "door": _("At the door"),
    "seats": _("Seats and tables"),
    "results": _("Results"),
    "chips": _("Chips"),
    "night": _("The night itself"),
}
"""Of the groups of deeds that somebody may look for."""

MOST_NUMBER: Final = 10**9


@of_night(UNDO, methods=("GET", "POST"))
def log_of_night(visit: Visit) -> HttpResponse:
    """What was done on this night, the latest first; a tap undoes a deed."""
    if visit.request.method == "GET" or visit.request.method == "HEAD":
        return _page(visit)
    number = number_in(visit.request.POST, "deed")
    if not 0 < number < MOST_NUMBER:
        raise Http404
    try:
        with transaction.atomic():
            undo(visit.night, number, by=visit.by, at=visit.at)
    except REFUSALS as refusal:
        if visit.night.deeds.filter(number=number).exists():
            return _page(visit, refused=number, refusal=str(refusal))
        messages.error(visit.request, str(refusal))
    return redirect(f"{visit.address('desk-log')}?{_query(visit)}")


def _page(visit: Visit, **more: Any) -> HttpResponse:
    """A refusal stands at the line that was tapped."""
    sought, before = _sought(visit), number_in(visit.request.GET, "before") or None
    told = log_page(visit.night, sought, before=before, by=visit.by, at=visit.at)
    rows = visit.night.attendances.order_by("member__player__sort_name", "pk")
    tables = NightTable.objects.filter(round__night=visit.night)
    shown = {
        "told_page": told,
        "sought": sought,
        "is_first": before is None,
        "groups": LABELS,
        "people": rows.values_list("member", "member__player__name"),
        "numbers": tables.order_by("number").values_list("number", flat=True).distinct(),
        "query": _query(visit),
        "earlier": _query(visit, before=told.before) if told.before else "",
        "read_again_at": visit.request.get_full_path(),
    }
    context = {**frame(visit, "desk-log"), **shown, **more}
    return render(visit.request, "clubs/pages/log.html", context)


def _sought(visit: Visit) -> Sought:
    sent = visit.request.GET
    group = sent.get("kind", "")
    if group and group not in LABELS:
        raise Http404
    table = number_in(sent, "table")
    return Sought(group, number_in(sent, "person"), table if table < MOST_NUMBER else 0)


def _query(visit: Visit, **more: int | None) -> str:
    """By which the page comes again as it is, or with something else."""
    sought = _sought(visit)
    sent = {"kind": sought.group, "person": sought.member_id, "table": sought.table}
    sent["before"] = number_in(visit.request.GET, "before")
    return urlencode({name: value for name, value in {**sent, **more}.items() if value})
