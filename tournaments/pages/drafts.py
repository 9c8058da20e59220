"""A draw that waits: shown, changed by hand, or drawn again."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubs.admin.refusals import refusals_shown
from clubs.pages.visits import number_in
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.draw_documents import Move, Swap, told
from tournaments.draw_documents.moves import ByHand
from tournaments.draws import draw_again, move_in_draw
from tournaments.models import RoundDraw
from tournaments.pages.visits import Visit, of_tournament
from tournaments.rights import DRAW


@of_tournament(DRAW, methods=("POST",))
def draft_page(visit: Visit) -> HttpResponse:
    """Draw again, or move somebody; it is told what becomes of the repeat meetings."""
    form = visit.request.POST
    seen = number_in(form, "draw") or None
    with refusals_shown(visit.request, refusals=ALL_REFUSALS):
        if "again" in form:
            draw_again(visit.tournament, seen=seen, by=visit.player.pk, at=visit.at)
        else:
            changed = move_in_draw(
                visit.tournament, _move(form), seen=seen, by=visit.player.pk, at=visit.at
            )
            words = _("Repeat meetings: {before} before, {after} now.")
            counts = words.format(before=changed.before, after=changed.after)
            messages.success(visit.request, counts)
    return redirect("tournament-desk-tables", visit.tournament.pk)


def laid_out(visit: Visit, draft: RoundDraw) -> dict[str, Any]:
    """Who sits where by a draft, and what was moved by hand, with names."""
    names = {one.pk: str(one) for one in visit.tournament.entrants.named()}
    laid = draft.laid
    return {
        "laid": [[names[one] for one in table] for table in laid.tables],
        "byes": [names[bye.entrant] for bye in laid.byes],
        "moves": [told(move, names) for move in draft.moves],
        "names": sorted(
            ((one, names[one]) for one in laid.everybody), key=lambda pair: (pair[1], pair[0])
        ),
    }


def _move(form: QueryDict) -> ByHand:
    other = form.get("other", "")
    if other.startswith("t"):
        number = other.removeprefix("t")
        is_number = number.isdecimal() and len(number) < 4
        return Move(number_in(form, "one"), int(number) if is_number else 0)
    return Swap(number_in(form, "one"), number_in(form, "other"))
