"""The chips that deals have moved, read from the ledger."""

from collections.abc import Iterable

from games.models import Deal
from ledger.models import Entry


def chips_moved(deals: Iterable[Deal]) -> dict[tuple[int, int], int]:
    """What each deal has moved, by deal and account, as the keys of its settlement tell."""
    deal_of = {
        f"deal:{deal.pk}:{what}": deal for deal in deals for what in ("stakes", "pool", "jink")
    }
    books = {deal.table.book_id for deal in deal_of.values()}
    entries = Entry.objects.filter(transfer__book__in=books, transfer__key__in=deal_of)
    moved: dict[tuple[int, int], int] = {}
    for key, account, chips in entries.values_list("transfer__key", "account", "chips"):
        where = (deal_of[key].pk, account)
        moved[where] = moved.get(where, 0) + chips
    return moved
