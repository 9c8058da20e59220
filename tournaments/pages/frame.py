"""What stands around every page of a tournament's desk: its numbers, its next step, its tabs."""

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.pages.health import health
from tournaments.desk import desk_of
from tournaments.pages.step_words import offers
from tournaments.pages.streams import stream_of
from tournaments.pages.visits import Visit
from tournaments.waits import told_wait

ENTRANTS, TABLES = "tournament-desk-entrants", "tournament-desk-tables"
STANDINGS, LOG, ASKING = "tournament-desk-standings", "tournament-desk-log", "tournament-desk-step"

TABS: Final[dict[str, Promise]] = {
    ENTRANTS: _("Entrants"),
    TABLES: _("Tables"),
    STANDINGS: _("Standings"),
    LOG: _("Log"),
}


def frame(visit: Visit, page: str) -> dict[str, Any]:
    """What the page around a room shows; `page` is the name of the room's address.

    Where a step is asked about, no other one is offered, and nothing is read again.
    """
    stream = {} if page == ASKING else stream_of(visit.tournament)
    told = desk_of(visit.tournament)  # After the stream, so that nothing is missed.
    steps = [] if page == ASKING else offers(visit, told)
    return {
        **stream,
        "tournament": visit.tournament,
        "told": told,
        "waits_for": told_wait(visit.tournament),
        "now": visit.at,
        "page": page,
        "tabs": TABS,
        "health": health(),
        "is_watched": False,
        "first_step": steps[0] if steps else None,
        "other_steps": steps[1:],
        "is_read_again": page != ASKING,
    }
