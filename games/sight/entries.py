"""What was entered at a table of real cards, deal by deal."""

from datetime import datetime

from django.db.models import Prefetch, QuerySet

from games.errors import NotRecorded
from games.models import Deal, Mode, ResultEntry, Table, TotalsEntry
from games.sight.delay import deals_by


def with_entries(deals: QuerySet[Deal]) -> QuerySet[Deal]:
    """Each with its entries, the first one first, and whoever made them."""
    entries = ResultEntry.objects.select_related("by").order_by("version")
    return deals.prefetch_related(Prefetch("entries", entries))


def recorded_deals(table: Table, *, until: datetime | None = None) -> list[Deal]:
    """The deals of a table in order, those that were struck among them, with their entries.

    Args:
        until: Until when somebody is told what happened (`games.sight.delay.shown_until`).

    Raises:
        NotRecorded: its cards are dealt online.
    """
    if table.mode != Mode.RECORDED:
        raise NotRecorded(f"{table} is played online: no results are entered for it.")
    deals = with_entries(deals_by(table, until).order_by("number"))
    return list(deals.defer("sealed_seed"))


def recorded_totals(table: Table) -> QuerySet[TotalsEntry]:
    """What was entered for the whole evening of a table, the first entry first."""
    entries: QuerySet[TotalsEntry] = table.totals_entries.select_related("by").order_by("version")
    return entries
