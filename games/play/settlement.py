"""What a deal moves: stakes when it begins, the pool and a jink when it has ended.

Every payment is cut to the stack before it is posted, so settling cannot fail.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import prefetch_related_objects

from games.engine import payout, shares
from games.models import Deal, Seat
from games.play.lineup import LineUp, keep_sides
from games.reasons import JINK, POOL_WON, STAKE, TOP_UP
from ledger.posting import Posting, post_transfers
from ledger.reasons import Reason


def collect_stakes(deal: Deal, lineup: LineUp, *, entry: int = 1, at: datetime) -> None:
    """Put the contributions of the seats dealt in into the pool; they are of their sides now.

    Args:
        entry: With real cards which entry of its result this is: what is struck and entered again
            is paid anew.

    Source: RULES.md 1.8, 7.1 to 7.5.
    """
    keep_sides(lineup)
    post_transfers(stakes_of(deal, lineup, entry=entry), at=at)


def stakes_of(deal: Deal, lineup: LineUp, *, entry: int = 1) -> list[Posting]:
    """What `collect_stakes` posts."""
    paid = _by_stack(lineup.seats, [-chips for chips in lineup.contributions])
    pool = {deal.table.pool_id: sum(lineup.contributions)}
    reason = STAKE if deal.is_new_pool else TOP_UP
    return _postings(deal, {"stakes": (reason, paid | pool)}, entry)


def pay_out(deal: Deal, seats: Sequence[Seat], *, entry: int = 1, at: datetime) -> tuple[int, ...]:
    """Pay the pool to the winners and what a jink costs the others; the deal is settled.

    Args:
        entry: As in `collect_stakes`.

    Returns:
        What each seat gained.

    Source: RULES.md 7.4 to 7.6.
    """
    outcome = deal.outcome
    assert outcome is not None
    gains: tuple[int, ...] = (0,) * len(seats)
    if outcome.is_won:
        prefetch_related_objects(seats, "stack")
        stacks = [seat.stack.balance for seat in seats]
        pool = deal.table.pool.balance
        gains, postings = winnings_of(deal, seats, pool=pool, stacks=stacks, entry=entry)
        post_transfers(postings, at=at)
    deal.settled_at = at
    deal.save(update_fields=["settled_at"])
    return gains


def winnings_of(
    deal: Deal, seats: Sequence[Seat], *, pool: int, stacks: Sequence[int], entry: int = 1
) -> tuple[tuple[int, ...], list[Posting]]:
    """What each seat gains by a deal that was won, and what `pay_out` posts for it.

    Args:
        pool: The chips in the pool, and in the stack of each seat, with the stakes paid.
        entry: As in `collect_stakes`.
    """
    rules, outcome = deal.table.rules, deal.outcome
    assert outcome is not None
    gains = payout(rules, outcome, dealer=deal.dealer, pool=pool, stacks=stacks)
    won = shares(pool, outcome.winners, seats=len(seats), dealer=deal.dealer)
    paid = [gain - chips for gain, chips in zip(gains, won, strict=True)]
    moves = {
        "pool": (POOL_WON, _by_stack(seats, won) | {deal.table.pool_id: -pool}),
        "jink": (JINK, _by_stack(seats, paid)),
    }
    return gains, _postings(deal, moves, entry)


def _by_stack(seats: Sequence[Seat], chips: Sequence[int]) -> dict[int, int]:
    return {seat.stack_id: moved for seat, moved in zip(seats, chips, strict=True)}


def _postings(
    deal: Deal, moves: Mapping[str, tuple[Reason, dict[int, int]]], entry: int
) -> list[Posting]:
    """One posting, keyed by the deal, for everything in which chips move at all."""
    name = f"deal:{deal.pk}" if entry == 1 else f"deal:{deal.pk}:{entry}"
    return [
        Posting(
            book_id=deal.table.book_id,
            reason=reason,
            key=f"{name}:{what}",
            legs={account: chips for account, chips in legs.items() if chips},
            memo=f"{deal.table}, deal {deal.number}",
        )
        for what, (reason, legs) in moves.items()
        if any(legs.values())
    ]
