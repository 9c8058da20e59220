"""What a treasurer moves by hand, drafted first so that he sees it before it is posted."""

from dataclasses import dataclass

from django.db.models import QuerySet

from ledger.errors import HandMissing, NotByHand
from ledger.kinds import AccountKind, Reason
from ledger.models import Account
from ledger.posting import Posting


@dataclass(frozen=True, kw_only=True)
class Hand:
    """Who moves chips, why, and the key by which the order is known if it comes twice."""

    actor_id: int
    memo: str
    key: str

    def __post_init__(self) -> None:
        if not self.memo.strip():
            raise HandMissing("Say why the chips are moved")


def draft_issue(purse: Account, *, chips: int, hand: Hand) -> Posting:
    """Chips from the bank into a purse.

    Raises:
        NotByHand: the account is no purse, or that is no number of chips.
    """
    return _between(_bank_of(purse, chips), purse, chips, Reason.ISSUE, hand)


def draft_redeem(purse: Account, *, chips: int, hand: Hand) -> Posting:
    """Chips out of a purse back into the bank; raises as `draft_issue`."""
    return _between(purse, _bank_of(purse, chips), chips, Reason.REDEEM, hand)


def draft_adjustment(giver: Account, taker: Account, *, chips: int, hand: Hand) -> Posting:
    """Chips from one account of a book to another, to put a mistake right.

    Raises:
        NotByHand: not two accounts of one book, or that is no number of chips.
    """
    _check(chips)
    if giver.pk == taker.pk or giver.book_id != taker.book_id:
        raise NotByHand("Chips move from one account to another account of the same book.")
    return _between(giver, taker, chips, Reason.ADJUSTMENT, hand)


def corrections_of(account: Account) -> Account:
    """Where differences of the account's book stand until somebody explains them."""
    return Account.objects.get(book=account.book_id, kind=AccountKind.CORRECTION)


def others(account: Account) -> QuerySet[Account]:
    """The open accounts of its book that it may be put right with, corrections first."""
    same_book = Account.objects.open().filter(book=account.book_id).exclude(pk=account.pk)
    return same_book.exclude(kind=AccountKind.BANK).order_by("kind", "name", "pk")


def _bank_of(purse: Account, chips: int) -> Account:
    _check(chips)
    if purse.kind != AccountKind.PURSE:
        raise NotByHand(f"{purse} is no purse: chips are issued to purses and redeemed from them.")
    return Account.objects.get(book=purse.book_id, kind=AccountKind.BANK)


def _check(chips: int) -> None:
    if type(chips) is not int or chips <= 0:
        raise NotByHand(f"{chips} is not a number of chips: write a whole number above 0.")


def _between(giver: Account, taker: Account, chips: int, reason: Reason, hand: Hand) -> Posting:
    return Posting(
        book_id=giver.book_id,
        reason=reason,
        key=hand.key,
        legs={giver.pk: -chips, taker.pk: chips},
        memo=hand.memo.strip(),
        actor_id=hand.actor_id,
    )
