"""What people move by hand, drafted first so that they see it before it is posted."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet

from ledger.books import check_book
from ledger.chips import check_chips
from ledger.declarations import declared
from ledger.errors import HandMissing, NotByHand
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting
from ledger.reasons import ADJUSTMENT, ISSUE, REDEEM, Reason
from ledger.wording import FLOW_OF_KIND


class Direction(StrEnum):
    """Which way chips go between the bank and a purse."""

    ISSUE = "issue"
    REDEEM = "redeem"


@dataclass(frozen=True, kw_only=True)
class Instruction:
    """Who moves chips, if anybody, and the key by which it is known that it comes twice."""

    key: str
    actor_id: int | None = None
    memo: str = ""


@dataclass(frozen=True, kw_only=True)
class Hand(Instruction):
    """A person who says why."""

    actor_id: int

    def __post_init__(self) -> None:
        if not self.memo.strip():
            raise HandMissing("Say why the chips are moved")


@dataclass(frozen=True)
class Bar:
    """What keeps chips from being issued to a purse; an app above lists its own in `issuing`.

    Attributes:
        check: Raises `refusal` if this purse is issued none.
    """

    check: Callable[[Account], None]
    refusal: type[Exception]


def bars() -> tuple[Bar, ...]:
    """What every app has declared."""
    return tuple(declared("issuing"))


def draft_exchange(
    purse: Account, direction: Direction, *, chips: int, hand: Instruction
) -> Posting:
    """Chips from the bank into a purse, or out of it back into the bank.

    Raises:
        NotChips: that is no number of chips.
        NotByHand: the account is no purse, or the book is a tournament's own.
        The refusal of a `Bar`: an app above lets no chips be issued to this purse.
    """
    check_chips(chips)
    draft = draft_flow(purse, direction, chips=chips, hand=hand)
    if direction is Direction.ISSUE:
        for bar in bars():
            bar.check(purse)
    return draft


def draft_flow(purse: Account, direction: Direction, *, chips: int, hand: Instruction) -> Posting:
    """As `draft_exchange`, for a number that follows from other numbers, however large.

    Raises:
        NotByHand: as `draft_exchange` does.
    """
    check_book(purse.book_id)
    if purse.kind != AccountKind.PURSE:
        raise NotByHand(
            f"{purse} is not a purse: chips are issued to purses and redeemed from them."
        )
    bank = Account.objects.get(book=purse.book_id, kind=AccountKind.BANK)
    if direction is Direction.ISSUE:
        return _between(bank, purse, chips, ISSUE, hand)
    return _between(purse, bank, chips, REDEEM, hand)


def draft_adjustment(giver: Account, taker: Account, *, chips: int, hand: Hand) -> Posting:
    """Chips from a purse to another of its book or to the corrections, to put a mistake right.

    A purse that nobody holds is the house's: it deals with the bank and the corrections alone, so
    that what it won and lost stays what the bots won and lost.

    Raises:
        NotChips: that is no number of chips.
        NotByHand: they are not two such accounts, or the book is a tournament's own.
    """
    check_chips(chips)
    check_book(giver.book_id)
    if giver.pk == taker.pk or giver.book_id != taker.book_id:
        raise NotByHand("Chips move from one account to another account of the same book.")
    for account in (giver, taker):
        kind = AccountKind(account.kind)
        if not kind.is_moved_by_hand:
            raise NotByHand(f"The chips of {account} cannot be moved by hand. {FLOW_OF_KIND[kind]}")
    if all(account.kind == AccountKind.PURSE for account in (giver, taker)):
        for account in (giver, taker):
            if account.holder_id is None:
                raise NotByHand(
                    f"{account} belongs to the club, not to a player: issue chips to it, redeem "
                    "them, or put it right with the corrections."
                )
    return _between(giver, taker, chips, ADJUSTMENT, hand)


def corrections_of(account: Account) -> Account:
    """Where differences of the account's book stand until somebody explains them."""
    return Account.objects.get(book=account.book_id, kind=AccountKind.CORRECTION)


def others(account: Account) -> QuerySet[Account]:
    """The open accounts of its book that it may be put right with, corrections first."""
    same_book = Account.objects.open().filter(book=account.book_id).exclude(pk=account.pk)
    purses = Q(kind=AccountKind.PURSE, holder__isnull=False)
    if account.kind == AccountKind.PURSE and account.holder_id is None:
        purses = Q(pk__in=[])
    elif account.kind == AccountKind.CORRECTION:
        purses = Q(kind=AccountKind.PURSE)
    chosen = same_book.filter(purses | Q(kind=AccountKind.CORRECTION))
    return chosen.order_by("kind", "holder__sort_name", "name", "pk")


def _between(
    giver: Account, taker: Account, chips: int, reason: Reason, hand: Instruction
) -> Posting:
    return Posting(
        book_id=giver.book_id,
        reason=reason,
        key=hand.key,
        legs={giver.pk: -chips, taker.pk: chips},
        memo=hand.memo.strip(),
        actor_id=hand.actor_id,
    )
