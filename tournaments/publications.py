"""Publications: a draw as a document with which anybody can draw again."""

from itertools import groupby
from typing import Any

from tournaments.models import RoundDraw, RoundSeat, Tournament


def published_draw(tournament: Tournament, *, round_number: int | None = None) -> RoundDraw | None:
    """The published draw of a round; None where it is not published, or was not kept.

    Args:
        round_number: None for the newest.
    """
    draws = tournament.draws.published().order_by("-round_number")
    if round_number is not None:
        draws = draws.filter(round_number=round_number)
    found: RoundDraw | None = draws.select_related("stage", "tournament").first()
    return found


def document_of(draw: RoundDraw) -> dict[str, Any]:
    """A draw as a document: whole numbers, texts, lists and objects alone."""
    laid = draw.laid
    named = draw.tournament.entrants.named().in_bulk([*laid.everybody])
    return {
        "tournament": draw.tournament_id,
        "name": str(draw.tournament),
        "round": draw.round_number,
        "stage": draw.stage.number,
        "draw": draw.number,
        "status": draw.status,
        "planner": draw.planner,
        "seed": str(draw.seed),
        "drawn_at": draw.drawn_at,
        "publishes_at": draw.publishes_at,
        "published_at": draw.published_at,
        "repeat_meetings": draw.repeat_meetings,
        "least_repeats": draw.least_repeats,
        "inputs": draw.inputs,
        "drawn": draw.drawn_json,
        "moves": draw.moves_json,
        "played": laid.to_json(),
        "names": {str(one): str(entrant) for one, entrant in sorted(named.items())},
    }


def differing_rows(draw: RoundDraw) -> list[str]:
    """What of a published draw does not stand so in the rows; nothing where all is well."""
    seats = RoundSeat.objects.standing().filter(round_table__round__draw=draw)
    seats = seats.order_by("round_table__number", "seat")
    rows = seats.values_list("round_table__number", "entrant")
    tables = [
        tuple(dict.fromkeys(entrant for _, entrant in group))
        for _, group in groupby(rows, key=lambda row: row[0])
    ]
    found = []
    if tuple(tables) != draw.laid.tables:
        found.append("Others sit at the tables than were drawn.")
    byes = draw.round.byes.values_list("entrant", flat=True)
    if sorted(byes) != sorted(bye.entrant for bye in draw.laid.byes):
        found.append("Others have byes than were drawn.")
    return found
