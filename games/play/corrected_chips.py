"""The chips of a correction: the difference in one transfer, and what is lent beside it.

What somebody has taken home comes from their purse. What a purse does not hold any more the book's
corrections lend to it, and what a later correction brings to that purse goes to them first.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from games.models import Table
from games.play.differences import Difference
from games.reasons import CORRECTED
from ledger.books import open_account
from ledger.errors import AccountClosed, KeyReused, Overdrawn
from ledger.kinds import AccountKind
from ledger.lending import draft_loan, draft_payback, owed_by
from ledger.models import Account
from ledger.posting import Posting, post_transfers
from ledger.reasons import Reason

ATTEMPTS: Final = 5
LONGEST_MEMO: Final = 500


@dataclass(frozen=True)
class Missing:
    """Chips that a purse does not hold any more; the corrections stand in for it.

    Attributes:
        chips: Negative for what a purse that is closed no longer takes.
    """

    account: Account
    chips: int


@dataclass(frozen=True)
class PaidBack:
    """Chips that a purse gets and has borrowed before; `left` is what it owes after that."""

    account: Account
    chips: int
    left: int


@dataclass(frozen=True)
class Lending:
    """What the corrections give for purses, and what they get back."""

    missing: tuple[Missing, ...]
    paid_back: tuple[PaidBack, ...]


def lending_for(legs: Mapping[int, int]) -> Lending:
    """What accounts lack of what they are to give, and owe of what they are to get."""
    missing, paid_back = [], []
    owed = owed_by(legs)
    for account in Account.objects.filter(pk__in=legs).order_by("pk"):
        chips, debt = legs[account.pk], owed.get(account.pk, 0)
        available = account.balance - (account.min_balance or 0)
        moved = 0 if account.closed_at is not None else max(chips, -available)
        if moved != chips:
            missing.append(Missing(account, moved - chips))
        elif debt and chips > 0:
            back = min(debt, chips)
            paid_back.append(PaidBack(account, back, left=debt - back))
    return Lending(tuple(missing), tuple(paid_back))


def move(
    table: Table,
    moves: Difference,
    *,
    key: str,
    memo: str,
    actor_id: int,
    reason: Reason = CORRECTED,
    at: datetime,
) -> Lending:
    """Move the difference; what was lent for it, and paid back."""
    for change in moves.changes:
        if change.seat.cashed_chips is not None and change.after != change.before:
            change.seat.cashed_chips = change.after
            change.seat.save(update_fields=["cashed_chips"])
    if moves.pool > 0 and table.pool.closed_at is not None:  # It was empty, and is none again.
        table.pool = open_account(
            table.book, kind=AccountKind.POOL, name=f"Pool of {table}, put right"
        )
    legs = {**moves.legs, **({table.pool_id: moves.pool} if moves.pool else {})}
    for attempt in range(ATTEMPTS):
        lending = lending_for(legs)
        postings = _postings(
            table, legs, lending, key=key, memo=memo, actor_id=actor_id, reason=reason
        )
        try:
            with transaction.atomic():
                post_transfers(postings, at=at)
            return lending
        except (AccountClosed, KeyReused, Overdrawn):  # Somebody was quicker: look again.
            if attempt == ATTEMPTS - 1:
                raise
    raise AssertionError("the last attempt returns or raises")


def _postings(
    table: Table,
    legs: Mapping[int, int],
    lending: Lending,
    *,
    key: str,
    memo: str,
    actor_id: int,
    reason: Reason,
) -> list[Posting]:
    """The difference in one transfer; apart, before it and after it, what is lent and paid back.

    Everybody whose chips move reads the memo, so nobody else's purse is named in it. For a purse
    that is closed the corrections themselves give or take.
    """
    if not legs:
        return []
    corrections = Account.objects.get(book=table.book_id, kind=AccountKind.CORRECTION)
    loans, moved = [], Counter(legs)
    for one in lending.missing:
        if one.account.closed_at is None:
            loans.append(
                draft_loan(
                    one.account, one.chips, actor_id=actor_id, memo=_about(memo, one.account)
                )
            )
        else:
            moved[corrections.pk] += moved.pop(one.account.pk)
    paybacks = [
        draft_payback(back.account, back.chips, actor_id=actor_id, memo=_about(memo, back.account))
        for back in lending.paid_back
    ]
    moving = {account: chips for account, chips in moved.items() if chips}
    if not moving:
        return loans
    difference = Posting(
        book_id=table.book_id,
        reason=reason,
        key=key,
        legs=moving,
        memo=memo[:LONGEST_MEMO],
        actor_id=actor_id,
    )
    return [*loans, difference, *paybacks]


def _about(memo: str, purse: Account) -> str:
    return f"{memo} ({purse})"[:LONGEST_MEMO]
