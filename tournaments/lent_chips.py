"""The transfer of a correction, and what the corrections lend to purses that hold less."""

from collections import Counter
from collections.abc import Mapping

from games.play.corrected_chips import LONGEST_MEMO, lending_for
from ledger.kinds import AccountKind
from ledger.lending import draft_loan, draft_payback
from ledger.models import Account, Book
from ledger.posting import Posting
from tournaments.reasons import PUT_RIGHT


def drafted(
    book: Book, legs: Mapping[int, int], *, key: str, memo: str, actor_id: int
) -> list[Posting]:
    """What moves these chips in one balanced transfer, between the loans and what is paid back.

    For a purse that is closed the corrections themselves give or take.

    Args:
        legs: Chips that each account gains; together 0.
    """
    memo, lending, moving = memo[:LONGEST_MEMO], lending_for(legs), Counter(legs)
    corrections = Account.objects.get(book=book, kind=AccountKind.CORRECTION)
    loans = []
    for one in lending.missing:
        if one.account.closed_at is None:
            loans.append(draft_loan(one.account, one.chips, actor_id=actor_id, memo=memo))
        else:
            moving[corrections.pk] += moving.pop(one.account.pk)
    difference = Posting(
        book_id=book.pk,
        reason=PUT_RIGHT,
        key=key,
        legs={account: chips for account, chips in moving.items() if chips},
        memo=memo,
        actor_id=actor_id,
    )
    paybacks = [
        draft_payback(back.account, back.chips, actor_id=actor_id, memo=memo)
        for back in lending.paid_back
    ]
    return [*loans, *([difference] if difference.legs else []), *paybacks]
