"""News of a tournament: each change that followers hear of, in the transaction that makes it."""

from typing import Final

from django.db.models import Max

from games.bell import ring_log
from tournaments.models import News, NewsKind, Tournament

NAME: Final = "tournaments"


def tell(tournament: Tournament, kind: NewsKind, *, round_number: int | None = None) -> None:
    """Tell followers that this has changed, once the transaction commits.

    The caller has locked the tournament, so that numbers are seen in their order.
    """
    News.objects.create(
        tournament=tournament,
        number=last_number(tournament) + 1,
        kind=kind,
        round_number=round_number,
    )
    ring_log(NAME, tournament.pk)


def last_number(tournament: Tournament) -> int:
    """The number of the newest; 0 where nothing has happened."""
    return tournament.news.aggregate(last=Max("number"))["last"] or 0
