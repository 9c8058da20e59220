"""What a page of a tournament listens to."""

from typing import Any, Final

from tournaments.chronicles import OVER
from tournaments.models import NewsKind, Tournament
from tournaments.news import last_number

KINDS: Final = " ".join((*NewsKind, "table", "gone", "snapshot"))


def stream_of(tournament: Tournament) -> dict[str, Any]:
    """The stream from here on; nothing where no more will come."""
    if tournament.status in OVER:
        return {}
    return {
        "stream": f"/live/tournaments/{tournament.pk}",
        "stream_kinds": KINDS,
        "after": last_number(tournament),
    }
