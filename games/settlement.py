"""What a deal moves: stakes when it begins, the pool and a jink when it has ended.

Every payment is cut to the stack before it is posted, so settling cannot fail.
"""

from datetime import datetime

from games.engine import contributions, payout, shares
from games.models import Deal, Seat
from ledger.kinds import Reason
from ledger.posting import Posting, post_transfers


def collect_stakes(
    deal: Deal, seats: list[Seat], *, newcomers: tuple[int, ...], at: datetime
) -> None:
    """Put the contributions of the seats dealt in into the pool. Source: RULES.md 7.1 to 7.5."""
    pool = deal.table.pool
    paid = contributions(
        deal.table.rules,
        seats=len(seats),
        dealer=deal.dealer,
        pool=pool.balance,
        is_new=deal.is_new_pool,
        stacks=[seat.stack.balance for seat in seats],
        newcomers=newcomers,
    )
    legs = {seat.stack_id: -chips for seat, chips in zip(seats, paid, strict=True) if chips}
    reason = Reason.STAKE if deal.is_new_pool else Reason.TOP_UP
    _post(deal, reason, "stakes", legs | {pool.pk: sum(paid)}, at=at)


def pay_out(deal: Deal, seats: list[Seat], *, at: datetime) -> None:
    """Pay the pool to the winners and what a jink costs the others. Source: RULES.md 7.4 to 7.6."""
    outcome = deal.outcome
    assert outcome is not None
    if outcome.winners:
        pool = deal.table.pool
        stacks = [seat.stack.balance for seat in seats]
        gains = payout(
            deal.table.rules, outcome, dealer=deal.dealer, pool=pool.balance, stacks=stacks
        )
        won = shares(pool.balance, outcome.winners, seats=len(seats), dealer=deal.dealer)
        taken = {seat.stack_id: chips for seat, chips in zip(seats, won, strict=True) if chips}
        _post(deal, Reason.POOL_WON, "pool", taken | {pool.pk: -pool.balance}, at=at)
        jink = {
            seat.stack_id: gain - chips
            for seat, gain, chips in zip(seats, gains, won, strict=True)
            if gain != chips
        }
        _post(deal, Reason.JINK, "jink", jink, at=at)
    deal.settled_at = at
    deal.save(update_fields=["settled_at"])


def _post(deal: Deal, reason: Reason, what: str, legs: dict[int, int], *, at: datetime) -> None:
    if any(legs.values()):
        key = f"deal:{deal.pk}:{what}"
        posting = Posting(book_id=deal.table.book_id, reason=reason, key=key, legs=legs)
        post_transfers([posting], at=at)
