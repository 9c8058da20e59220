"""What an organiser hands to others: links for the screen and for helpers, and papers."""

from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.admin.refusals import refusals_shown
from clubs.errors import LinkImpossible
from clubs.links import WELCOMES, count_welcomes, give_link, revoke_link
from clubs.models import LinkPurpose
from clubs.models.night_link import MOST_WELCOMES
from clubs.pages.frame import frame
from clubs.pages.papers import PAPERS
from clubs.pages.visits import Visit, of_night
from clubs.qr_codes import code_of
from clubs.rights import GIVE_LINK

LENT: Final[dict[str, Promise]] = {
    LinkPurpose.HALL: _("Link for the hall screen"),
    LinkPurpose.DOOR: _("Link for the door"),
}
"""The links that are given here; those of scorers are given at the tables."""

MOST_DIGITS = 18  # Of the id of a link.


@of_night(GIVE_LINK, methods=("GET", "POST"))
def tools_page(visit: Visit) -> HttpResponse:
    """A tap gives a link; its address is shown this once, because its secret is kept nowhere."""
    form, shown = visit.request.POST, dict[str, Any]()
    if "revoke" in form:
        with refusals_shown(visit.request):
            revoke_link(visit.night, _id_in(form["revoke"]), by=visit.by, at=visit.at)
        return redirect("desk-tools", visit.night.pk)
    if visit.request.method == "POST":
        with refusals_shown(visit.request):
            shown = _given(visit, form.get("purpose", ""), form.get("most_welcomes", ""))
    if shown:
        shown["code"] = code_of(shown["url"])  # Drawn when nothing is locked any more.
    links = visit.night.links.standing(visit.at).select_related("giver").order_by("-pk")
    shown |= {
        "lent": LENT,
        "links": count_welcomes(links, visit.night),
        "papers": PAPERS,
        "welcomes": WELCOMES,
        "most_welcomes": MOST_WELCOMES,
    }
    around = {**frame(visit, "desk-tools"), "is_read_again": False}  # The address would go.
    return render(visit.request, "clubs/pages/tools.html", {**around, **shown})


def _given(visit: Visit, purpose: str, most_welcomes: str) -> dict[str, Any]:
    if purpose not in LENT:
        raise Http404
    most = _number_in(most_welcomes) if purpose == LinkPurpose.DOOR and most_welcomes else None
    link, secret = give_link(
        visit.night,
        purpose=LinkPurpose(purpose),
        most_welcomes=most,
        by=visit.by,
        at=visit.at,
    )
    url = f"{visit.request.build_absolute_uri(reverse('link'))}#{secret}"
    return {"given": link, "given_label": LENT[purpose], "url": url}


def _number_in(text: str) -> int:
    """
    Raises:
        LinkImpossible: it is no number of people.
    """
    if not text.isdecimal() or not 1 <= int(text[:MOST_DIGITS]) <= MOST_WELCOMES:
        raise LinkImpossible(f"A door link may welcome 1 to {MOST_WELCOMES} people.")
    return int(text)


def _id_in(text: str) -> int:
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise Http404
    return int(text)
