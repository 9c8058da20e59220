"""Closing tables: pools are shared out, and chips go back to their purses."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.clock import STOPPED
from games.engine import HouseRules, shares, unclaimed_pool
from games.errors import DealInPlay
from games.models import Deal, Seat, Table
from games.reasons import CASH_OUT
from games.tables.cashing import cash_out
from games.tables.holding import held
from ledger.books import close_accounts
from ledger.models import Account
from ledger.posting import Posting, post_transfers


def close_tables(tables: Iterable[Table], *, may_play_on: bool = True, at: datetime) -> list[Table]:
    """Close all of them, or none: pools are shared out, stacks go back to their purses.

    A table that is closed already stays as it is.

    Args:
        may_play_on: False where nobody is left to play on for a pool, so that it is shared out
            whatever the house says.

    Returns:
        The tables that were open.

    Raises:
        DealInPlay: a table is in the middle of a deal; nothing is closed.
        PoolNotWon: the house plays on until the pool is won; nothing is closed.

    Source: RULES.md 7.7.
    """
    ids = [table.pk for table in tables]
    with held(Table.objects.open().filter(pk__in=ids)) as open_tables:
        close_held(open_tables, may_play_on=may_play_on, at=at)
    return open_tables


def close_held(tables: Sequence[Table], *, may_play_on: bool = True, at: datetime) -> None:
    """`close_tables` for open tables that the caller holds."""
    check_between_deals(tables)
    postings: list[Posting] = []
    emptied: list[Account] = []
    for table in tables:
        seats = list(table.seats.taken().select_related("stack"))
        table.pool.refresh_from_db(fields=["balance"])
        moves = _closing(table, seats, may_play_on=may_play_on)
        postings += moves
        emptied += [seat.stack for seat in seats]
        if table.pool.balance + sum(move.legs.get(table.pool_id, 0) for move in moves) == 0:
            emptied.append(table.pool)
        Seat.objects.bulk_update(seats, ["cashed_chips"])
    post_transfers(postings, at=at)
    close_accounts(emptied, at=at)
    for table in tables:
        table.closed_at, table.clock = at, STOPPED


def check_between_deals(tables: Iterable[Table]) -> None:
    """See that no table is in the middle of a deal.

    Raises:
        DealInPlay: one is.
    """
    unsettled = Deal.objects.filter(table__in=list(tables), settled_at=None)
    if in_play := unsettled.select_related("table").order_by("table").first():
        raise DealInPlay(
            f"{in_play} is not over: wait for its end, or pause the table and take the deal back."
        )


def _closing(table: Table, seats: list[Seat], *, may_play_on: bool) -> list[Posting]:
    """What empties every stack, and the pool unless it waits for another table."""

    def share(chips: int) -> tuple[int, ...]:
        return _pool_gains(table, seats, chips, may_play_on=may_play_on)

    return cash_out(table, seats, key=f"table:{table.pk}:{CASH_OUT}", share=share)


def _pool_gains(
    table: Table, seats: list[Seat], chips: int, *, may_play_on: bool
) -> tuple[int, ...]:
    """What each seat gets of a pool that nobody won; where nobody is left, the host keeps it.

    The house has its stakes back, and no share. Whoever sat down at a free table and was not dealt
    in yet has put nothing in.
    """
    numbers = [seat.number for seat in seats if not seat.is_house]
    if table.seats_limit is not None:
        dealt_in = table.deals.numbers_dealt_in()
        numbers = [number for number in numbers if number in dealt_in]
    if not numbers:
        return (0,) * len(seats)
    last = table.deals.order_by("-number").first()
    dealt = last.seat_numbers[last.dealer] if last else 0
    dealer = max((place for place, one in enumerate(numbers) if one <= dealt), default=-1)
    count = len(numbers)
    if plays_on(table.rules) and not may_play_on:
        gains = shares(chips, range(count), seats=count, dealer=dealer % count)
    else:
        gains = unclaimed_pool(table.rules, pool=chips, seats=count, dealer=dealer % count)
    gain_of = dict(zip(numbers, gains, strict=True))
    return tuple(gain_of.get(seat.number, 0) for seat in seats)


def plays_on(rules: HouseRules) -> bool:
    """Whether play goes on until the pool is won. Source: RULES.md 7.7."""
    return rules.unclaimed_pool == "play_on"
