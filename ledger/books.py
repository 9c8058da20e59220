"""Opening books and accounts, closing those that are empty, and who moves what is in them."""

from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from operator import or_

from django.db import connection
from django.db.models import Q

from ledger.declarations import declared
from ledger.errors import NotByHand
from ledger.functions import refusals
from ledger.kinds import AccountKind
from ledger.models import Account, Book

LONGEST_NAME = 100


def open_book(name: str, *, at: datetime) -> Book:
    """A new closed economy with its bank and its correction account."""
    [book] = Book.objects.raw("SELECT * FROM ledger_open_book(%s, %s)", [name, at])
    return book


def open_account(
    book: Book, *, kind: AccountKind, name: str, holder_id: int | None = None
) -> Account:
    """An empty account, which cannot be overdrawn where its kind has a floor.

    Args:
        name: Cut where it is too long: it is made of names that may be as long themselves.
    """
    floor = 0 if kind.has_floor else None
    [account] = Account.objects.raw(
        "SELECT * FROM ledger_open(%s, %s, %s, %s, %s)",
        [book.pk, kind, name[:LONGEST_NAME], holder_id, floor],
    )
    return account


def check_book(book_id: int) -> None:
    """See that chips of the book may be moved by hand.

    Raises:
        NotByHand: they are the playing chips of a tournament, on which its standings rest.
    """
    is_playing = reduce(or_, declared("playing_books"), Q(pk__in=()))
    book = Book.objects.filter(is_playing, pk=book_id).first()
    if book is not None:
        raise NotByHand(
            f"The playing chips of {book} cannot be moved by hand: its standings are counted "
            "from them. Take back the deal that was wrong, or cancel the tournament."
        )


def close_accounts(accounts: Sequence[Account], *, at: datetime) -> None:
    """Close all of them, or none; what is closed already stays as it is.

    Raises:
        AccountNotEmpty: one of them still holds chips.
    """
    with refusals(), connection.cursor() as cursor:
        cursor.execute("SELECT ledger_close(%s, %s)", [[account.pk for account in accounts], at])
