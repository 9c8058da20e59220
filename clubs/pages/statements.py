"""What moved on a night: its journal, what everybody takes home, and each person's statement."""

from typing import Final
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubs.chip_journal import journal_page
from clubs.holdings import period_of
from clubs.homecomings import closing_of
from clubs.pages.frame import MONEY, frame
from clubs.pages.visits import Visit, number_in, of_night
from ledger.admin import FILES
from ledger.rights import SEE_ACCOUNT, SEE_TRANSFER
from ledger.statements import statement

ENDINGS: Final = frozenset({"csv", "pdf"})
MOST_NUMBER: Final = 10**18


@of_night(SEE_TRANSFER)
def journal_of_night(visit: Visit) -> HttpResponse:
    """Every transfer of the night, the latest first."""
    sent = visit.request.GET
    has_deals = "brief" not in sent
    before = number_in(sent, "before") or None
    told = journal_page(visit.night, before=before, has_deals=has_deals, at=visit.at)
    shown = {"journal": told, "has_deals": has_deals, "is_first": before is None}
    context = {**frame(visit, MONEY), **shown, "read_again_at": visit.request.get_full_path()}
    return render(visit.request, "clubs/pages/journal.html", context)


@of_night(SEE_ACCOUNT)
def homecomings_page(visit: Visit) -> HttpResponse:
    """What everybody takes home when the night closes now, or did when it closed."""
    shown = {"closing": closing_of(visit.night, at=visit.at)}
    return render(visit.request, "clubs/pages/homecomings.html", {**frame(visit, MONEY), **shown})


@of_night(SEE_ACCOUNT)
def statement_file(visit: Visit, member_id: int, ending: str) -> HttpResponse:
    """What moved in somebody's purse on this night."""
    if ending not in ENDINGS:
        raise Http404
    members = visit.night.club.members.select_related("purse__book")
    member = get_object_or_404(members, pk=member_id)
    since, until = period_of(visit.night, at=visit.at)
    zone = ZoneInfo(visit.night.club.time_zone)
    return FILES[ending](statement(member.purse, since=since, until=until, zone=zone))
