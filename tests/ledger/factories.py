"""Books with purses that hold chips."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from factory.base import Factory
from factory.declarations import Sequence
from factory.django import DjangoModelFactory

from games.reasons import BUY_IN
from ledger.books import open_account, open_book
from ledger.kinds import AccountKind
from ledger.models import Account, Book
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE

AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


class HolderFactory(DjangoModelFactory[Any]):
    class Meta:
        model = settings.AUTH_USER_MODEL

    username = Sequence(lambda number: f"holder-{number}")
    name = Sequence(lambda number: f"Holder {number}")


class BookFactory(Factory[Book]):
    class Meta:
        model = open_book

    name = Sequence(lambda number: f"Book {number}")
    at = AT


def bank_of(book: Book) -> Account:
    return book.accounts.get(kind=AccountKind.BANK)


def purse(book: Book, *, chips: int = 0, name: str = "Purse") -> Account:
    """A purse into which the bank has issued `chips`."""
    account = open_account(
        book, kind=AccountKind.PURSE, name=name, holder_id=HolderFactory.create().pk
    )
    if chips:
        issue = Posting(
            book_id=book.pk,
            reason=ISSUE,
            key=f"opening:{account.pk}",
            legs={bank_of(book).pk: -chips, account.pk: chips},
        )
        post_transfer(issue, at=AT)
        account.refresh_from_db()
    return account


def gift(giver: Account, taker: Account, chips: int, *, key: str = "gift") -> Posting:
    """A movement between two accounts, for whatever reason."""
    return Posting(
        book_id=giver.book_id,
        reason=BUY_IN,
        key=key,
        legs={giver.pk: -chips, taker.pk: chips},
    )
