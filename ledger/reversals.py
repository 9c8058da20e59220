"""Taking a transfer back: once, with who and why, and never below what an account holds."""

from collections import Counter
from datetime import datetime

from django.db import transaction

from ledger.errors import AlreadyReversed, HandMissing, KeyReused, Overdrawn
from ledger.kinds import AccountKind, Reason
from ledger.models import Account, Entry, Transfer
from ledger.posting import Posting, post_transfer

ATTEMPTS = 5


def reverse_transfer(transfer: Transfer, *, actor_id: int, memo: str, at: datetime) -> Transfer:
    """Move every chip of the transfer back; whoever did it may repeat it in the same words.

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
        reason=Reason.REVERSAL,
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
