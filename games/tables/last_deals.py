"""Calling the last deals of tables: time is up, and the deals in play are played to their end."""

from games.models.table import TableQuerySet
from games.tables.holding import held


def call_last_deals(tables: TableQuerySet) -> None:
    """Let no deal follow the one in play at each of these tables, or at least the first one.

    A table between two deals closes when a worker comes to it. A pool that the house plays on for
    is still played on for. Source: RULES.md 7.7.
    """
    with held(tables.open()) as found:
        for table in found:
            begun = max(1, table.deals.filter(voided_at=None).count())
            if table.deals_limit is None or begun < table.deals_limit:
                table.deals_limit = begun
