"""Cashing out: what lies before a seat goes home, and what the pool owes the house.

The house's chips are lent to a table: what a bot has put into a pool that nobody has won goes back
to the purse that it came from, before people share the rest. Every way to cash out comes here.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from django.db.models import Sum

from games.models import Seat, Table
from games.reasons import CASH_OUT, POOL_SHARED
from ledger.models import Entry
from ledger.posting import Posting
from ledger.reasons import Reason

Share = Callable[[int], Sequence[int]]


def cash_out(
    table: Table, seats: Sequence[Seat], *, key: str, share: Share | None = None
) -> list[Posting]:
    """What takes all the chips of these seats home; the seats note how many, and are not stored.

    The caller has locked the table, no deal is in play, and the stacks are as they stand.

    Args:
        share: What each seat gets of these chips: those of the pool that are not the house's.
            Left out, they stay in the pool.

    Source: RULES.md 7.7.
    """
    back = stakes_back(table, seats)
    gains = share(table.pool.balance - sum(back.values())) if share else (0,) * len(seats)
    shared, home = Counter[int](), Counter[int]()  # Partners, and all bots, share a purse.
    for seat, gain in zip(seats, gains, strict=True):
        returned = back.get(seat.stack_id, 0)
        seat.cashed_chips = seat.stack.balance + gain + returned
        shared[seat.stack_id] += gain
        shared[table.pool_id] -= gain
        home[seat.stack_id] -= seat.stack.balance + gain
        home[table.pool_id] -= returned
        home[seat.purse_id] += seat.cashed_chips
    moves = {key_of_closing(table, POOL_SHARED): (POOL_SHARED, shared)}
    moves[key] = (CASH_OUT, home)
    return [
        Posting(
            book_id=table.book_id,
            reason=reason,
            key=name,
            legs={account: chips for account, chips in legs.items() if chips},
            memo=str(table),
        )
        for name, (reason, legs) in moves.items()
        if any(legs.values())
    ]


def key_of_closing(table: Table, reason: Reason) -> str:
    """Of what a table moves as it closes; a new one each time that is undone."""
    again = f":{table.reopened_count + 1}" if table.reopened_count else ""
    return f"table:{table.pk}:{reason}{again}"


def key_of_home(seat: Seat) -> str:
    """Of what a seat takes home before its table closes; a new one each time that is undone."""
    former = seat.former_stacks.count()
    return f"seat:{seat.pk}:cash-out" + (f":{former + 1}" if former else "")


def stakes_back(table: Table, seats: Sequence[Seat]) -> dict[int, int]:
    """What the pool owes each seat of the house, by stack: its stakes since the pool was last won.

    Stakes of deals that were taken back have gone back already. Never more than the pool holds.
    """
    stacks = [seat.stack_id for seat in seats if seat.is_house]
    if not stacks:
        return {}
    table.pool.refresh_from_db(fields=["balance"])
    deals = table.deals.counted()
    won = deals.won().order_by("-number").values_list("number", flat=True).first() or 0
    keys = [f"deal:{pk}:stakes" for pk in deals.filter(number__gt=won).values_list("pk", flat=True)]
    stakes = Entry.objects.filter(
        account__in=stacks, transfer__book=table.book_id, transfer__key__in=keys
    )
    left, back = table.pool.balance, dict[int, int]()
    for stack, chips in stakes.order_by("account").values_list("account").annotate(Sum("chips")):
        back[stack] = min(-chips, left)
        left -= back[stack]
    return back
