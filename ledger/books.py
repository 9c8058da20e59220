"""Opening books and accounts, and closing the accounts that are empty."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from ledger.errors import AccountNotEmpty
from ledger.kinds import AccountKind
from ledger.models import Account, Book


@transaction.atomic
def open_book(name: str, *, at: datetime) -> Book:
    """A new closed economy with its bank and its correction account."""
    book = Book.objects.create(name=name, opened_at=at)
    open_account(book, kind=AccountKind.BANK, name="Bank")
    open_account(book, kind=AccountKind.CORRECTION, name="Corrections")
    return book


def open_account(
    book: Book, *, kind: AccountKind, name: str, holder_id: int | None = None
) -> Account:
    """An empty account, which cannot be overdrawn where its kind has a floor."""
    return Account.objects.create(
        book=book,
        kind=kind,
        name=name,
        holder_id=holder_id,
        min_balance=0 if kind.has_floor else None,
    )


@transaction.atomic
def close_accounts(accounts: Sequence[Account], *, at: datetime) -> None:
    """Close all of them, or none; what is closed already stays as it is.

    Raises:
        AccountNotEmpty: one of them still holds chips.
    """
    ids = [account.pk for account in accounts]
    for account in Account.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True):
        if account.balance:
            raise AccountNotEmpty(f"{account} still holds {account.balance} chips")
    Account.objects.open().filter(pk__in=ids).update(closed_at=at)
