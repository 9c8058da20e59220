"""The treasurer's door: the books to look at, and what may be moved by hand."""

from ledger.admin.accounts import AccountAdmin
from ledger.admin.books import BookAdmin
from ledger.admin.read_only import OpenFilter, ReadOnly
from ledger.admin.transfers import EntryAdmin, TransferAdmin

__all__ = ["AccountAdmin", "BookAdmin", "EntryAdmin", "OpenFilter", "ReadOnly", "TransferAdmin"]
