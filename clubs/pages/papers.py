"""Papers of a night, each a page that a browser prints on A4."""

from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.pages.visits import Visit, of_night
from clubs.papers import expected_at, papers_of, score_sheets
from clubs.rights import LOOK_AFTER_NIGHT

PAPERS: Final[dict[str, Promise]] = {
    "seating": _("Who sits where"),
    "cards": _("Cards for the tables"),
    "sheets": _("Score sheets"),
    "rounds": _("All rounds that are drawn"),
    "sign-in": _("Sign-in sheet"),
}
"""By the last word of their addresses."""

DEALS_OF_A_SHEET: Final = range(1, 26)
LINES_FOR_GUESTS: Final = range(8)


@of_night(LOOK_AFTER_NIGHT)
def paper_page(visit: Visit, paper: str) -> HttpResponse:
    """One of them, by the round that is played or comes next."""
    if paper not in PAPERS:
        raise Http404
    papers = papers_of(visit.night)
    shown = {
        "night": visit.night,
        "label": PAPERS[paper],
        "papers": papers,
        "sheets": score_sheets(visit.night, papers) if paper == "sheets" else [],
        "needs_seats": paper != "sign-in",
        "deals": DEALS_OF_A_SHEET,
        "expected": expected_at(visit.night) if paper == "sign-in" else [],
        "blank_lines": LINES_FOR_GUESTS,
    }
    return render(visit.request, f"clubs/pages/papers/{paper}.html", shown)
