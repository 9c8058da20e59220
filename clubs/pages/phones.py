"""A scorer's phone: a link for one table as a QR code, shown once."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from clubs.admin.refusals import refusals_shown
from clubs.links import give_link
from clubs.models import LinkPurpose
from clubs.pages.frame import RESULTS, frame
from clubs.pages.results import opened_table
from clubs.pages.visits import Visit, of_night
from clubs.qr_codes import code_of
from clubs.rights import GIVE_LINK


@of_night(GIVE_LINK, methods=("GET", "POST"))
def phone_page(visit: Visit, round_number: int, number: int) -> HttpResponse:
    """Give a phone this table in every round of the night; the code is shown this once."""
    laid, _table = opened_table(visit, round_number, number)
    shown = dict[str, Any]()
    if visit.request.method == "POST":
        with refusals_shown(visit.request):
            link, secret = give_link(
                visit.night,
                purpose=LinkPurpose.SCORER,
                table_number=number,
                by=visit.by,
                at=visit.at,
            )
            url = f"{visit.request.build_absolute_uri(reverse('link'))}#{secret}"
            shown = {"link": link, "url": url}
    if shown:
        shown["code"] = code_of(shown["url"])  # Drawn when nothing is locked any more.
    around = {**frame(visit, RESULTS), "is_read_again": False}  # The code would go.
    return render(visit.request, "clubs/pages/phone.html", {**around, "laid": laid, **shown})
