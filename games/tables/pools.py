"""Pools that wait for another table are put together."""

from collections.abc import Sequence
from datetime import datetime

from games.reasons import POOL_JOINED
from ledger.books import close_accounts
from ledger.models import Account
from ledger.posting import Posting, post_transfer


def join_pools(pool: Account, others: Sequence[Account], *, key: str, at: datetime) -> None:
    """Put what lies in other pools into one of them, in one transfer; the others are closed.

    No table is open with any of them.

    Args:
        key: Of the transfer.

    Source: RULES.md 7.7.
    """
    chips = {other.pk: other.balance for other in others if other.balance}
    if chips:
        posting = Posting(
            book_id=pool.book_id,
            reason=POOL_JOINED,
            key=key,
            legs={pool.pk: sum(chips.values()), **{pk: -held for pk, held in chips.items()}},
            memo=str(pool),
        )
        post_transfer(posting, at=at)
    close_accounts(others, at=at)
