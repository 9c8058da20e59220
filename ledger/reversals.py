"""Taking a transfer back: once, with who and why, and never below what an account holds.

Flows take back what they posted; by hand only what was posted by hand is taken back.
"""

from collections import Counter
from datetime import datetime

from django.db import transaction

from ledger.books import check_book
from ledger.errors import AlreadyReversed, HandMissing, KeyReused, NotByHand, Overdrawn
from ledger.kinds import AccountKind
from ledger.models import Account, Entry, Transfer
from ledger.posting import Posting, post_transfer
from ledger.reasons import REVERSAL
from ledger.wording import FLOW_OF_KIND

ATTEMPTS = 5


def check_by_hand(transfer: Transfer) -> None:
    """See that somebody may take the transfer back by hand.

    Raises:
        NotByHand: a flow posted it, and undoes it; the message says which.
    """
    if not transfer.reason.is_by_hand:
        raise NotByHand(f"{transfer} cannot be taken back by hand. {transfer.reason.undone_by}")
    if transfer.actor_id is None:
        raise NotByHand(
            f"Nobody posted {transfer} by hand: if the purse got too many chips, redeem them."
        )
    check_book(transfer.book_id)
    for entry in transfer.entries.select_related("account").order_by("pk"):
        kind = AccountKind(entry.account.kind)
        if not kind.is_moved_by_hand and kind != AccountKind.BANK:
            raise NotByHand(
                f"{transfer} moved chips of {entry.account}, which cannot be moved by hand. "
                f"{FLOW_OF_KIND[kind]}"
            )


def reverse_by_hand(transfer: Transfer, *, actor_id: int, memo: str, at: datetime) -> Transfer:
    """As `reverse_transfer`, where somebody asks for it who need not know the flows.

    Raises:
        NotByHand: a flow posted it, and undoes it.
        AlreadyReversed, HandMissing, AccountClosed: as in `reverse_transfer`.
    """
    check_by_hand(transfer)
    return reverse_transfer(transfer, actor_id=actor_id, memo=memo, at=at)


def reverse_transfer(transfer: Transfer, *, actor_id: int, memo: str, at: datetime) -> Transfer:
    """Move every chip of the transfer back; the same person can repeat it in the same words.

    What an account does not hold any more comes from the book's corrections, and the memo of
    the reversal says so.

    Raises:
        AlreadyReversed: it was taken back before, by somebody else or for another reason.
        HandMissing: nobody says why.
        AccountClosed: an account of the transfer takes no more chips.
    """
    if not memo:
        raise HandMissing("Say why the transfer is taken back")
    for attempt in range(ATTEMPTS):
        back = Transfer.objects.filter(reverses=transfer).first()
        if back is None:
            posting = draft_reversal(transfer, actor_id=actor_id, memo=memo)
            try:
                with transaction.atomic():
                    back = post_transfer(posting, at=at)
            except (Overdrawn, KeyReused):  # Somebody was quicker: look again.
                if attempt == ATTEMPTS - 1:
                    raise
                continue
        if back.actor_id != actor_id or not back.memo.startswith(memo):
            raise AlreadyReversed(f"{back.actor} has taken {transfer} back: {back.memo}")
        return back
    raise AssertionError("the last attempt returns or raises")


def draft_reversal(transfer: Transfer, *, actor_id: int, memo: str) -> Posting:
    """What `reverse_transfer` would post if the accounts hold then what they hold now."""
    legs: Counter[int] = Counter()
    for entry in transfer.entries.select_related("account"):
        legs[entry.account_id] -= _returned(entry)
    if missing := -sum(legs.values()):
        corrections = Account.objects.get(book=transfer.book_id, kind=AccountKind.CORRECTION)
        legs[corrections.pk] += missing
        memo = f"{memo} ({-missing} chips were spent already and come from {corrections})"
    return Posting(
        book_id=transfer.book_id,
        reason=REVERSAL,
        key=f"reversal:{transfer.pk}",
        legs={account_id: chips for account_id, chips in legs.items() if chips},
        memo=memo,
        actor_id=actor_id,
        reverses_id=transfer.pk,
    )


def _returned(entry: Entry) -> int:
    """The chips that the account gives back: what it gained, or what is left of that."""
    account = entry.account
    if account.min_balance is None:
        return entry.chips
    return min(entry.chips, account.balance - account.min_balance)
