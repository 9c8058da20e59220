"""Books at a glance: whether they balance, what is out, and what is owed."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Sum

from ledger.kinds import AccountKind
from ledger.lending import debtors
from ledger.models import Account, Book

AT_PLAY = (AccountKind.STACK, AccountKind.POOL, AccountKind.FUND)


@dataclass(frozen=True)
class BookNow:
    """A book of a club.

    Attributes:
        issued: Chips that the bank has given out and not taken back.
        in_play: Chips that lie at tables and in the funds of tournaments.
        unexplained: Chips in the corrections that nobody has explained yet, loans apart.
        owed: Chips that purses owe the corrections.
        debtors: How many purses owe some.
    """

    book: Book
    issued: int
    in_play: int
    unexplained: int
    owed: int
    debtors: int
    is_balanced: bool


def books_now(books: Iterable[Book]) -> list[BookNow]:
    """How these books stand, by a constant number of queries. Closed accounts are empty."""
    books = list(books)
    living = Account.objects.filter(book__in=books, closed_at=None)
    sums = living.order_by().values_list("book", "kind")
    chips: dict[int, dict[str, int]] = defaultdict(dict)
    for book, kind, total in sums.annotate(chips=Sum("balance")):
        chips[book][kind] = total
    debts: dict[int, list[int]] = defaultdict(list)
    for purse, owed in debtors(*books):
        debts[purse.book_id].append(owed)
    return [_book(book, chips[book.pk], debts[book.pk]) for book in books]


def _book(book: Book, chips: dict[str, int], debts: list[int]) -> BookNow:
    return BookNow(
        book=book,
        issued=-chips.get(AccountKind.BANK, 0),
        in_play=sum(chips.get(kind, 0) for kind in AT_PLAY),
        unexplained=chips.get(AccountKind.CORRECTION, 0) + sum(debts),
        owed=sum(debts),
        debtors=len(debts),
        is_balanced=sum(chips.values()) == 0,
    )
