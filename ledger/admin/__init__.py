"""The treasurer's door: the books to look at, and what may be moved by hand."""

from ledger.admin.accounts import AccountAdmin
from ledger.admin.asking import Section, asking_page
from ledger.admin.books import BookAdmin, OwnBooksFilter, ago
from ledger.admin.by_hand import ChipsOrder, bound, hand_of, order_page
from ledger.admin.deeds import ByDeed
from ledger.admin.read_only import OpenFilter, PartOfARow
from ledger.admin.statements import FILES
from ledger.admin.transfers import EntryAdmin, TransferAdmin

__all__ = [
    "FILES",
    "AccountAdmin",
    "BookAdmin",
    "ByDeed",
    "ChipsOrder",
    "EntryAdmin",
    "OpenFilter",
    "OwnBooksFilter",
    "PartOfARow",
    "Section",
    "TransferAdmin",
    "ago",
    "asking_page",
    "bound",
    "hand_of",
    "order_page",
]
