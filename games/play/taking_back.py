"""Taking a deal back, whether its cards were dealt online or are real ones."""

from datetime import datetime

from games.evening.slots import Correction
from games.models import Deal, Mode
from games.play.corrections import correct_results
from games.tables.stewarding import void_deal


def take_back(
    deal: Deal, *, actor_id: int, link_id: int | None = None, reason: str, at: datetime
) -> Deal:
    """Take a deal back with every chip that it moved; done again by anybody it is harmless.

    Real cards may have been played on since: what follows is as if the deal had never been, and its
    number is free. Online it is the last deal that is taken back.

    Raises:
        GamesError: as in `void_deal`, or with real cards as in `correct_results`.
    """
    if deal.table.mode != Mode.RECORDED:
        return void_deal(deal, actor_id=actor_id, reason=reason, at=at)
    deal = Deal.objects.select_related("table").get(pk=deal.pk)
    if deal.voided_at is None:
        strike = Correction(deal=deal.number, version=deal.entries.count(), result=None)
        correct_results(
            deal.table, [strike], actor_id=actor_id, link_id=link_id, reason=reason, at=at
        )
        deal.refresh_from_db()
    return deal
