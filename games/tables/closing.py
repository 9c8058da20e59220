"""Closing tables: pools are shared out, and chips go back to their purses."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.clock import STOPPED
from games.engine import PoolNotWon
from games.errors import DealInPlay
from games.evening.unclaimed import shared_pool
from games.models import Deal, Mode, Seat, Table
from games.models.table import TableQuerySet
from games.reasons import CASH_OUT
from games.seat_numbers import SeatNumber
from games.tables.cashing import cash_out, key_of_closing
from games.tables.holding import held, moment_at
from games.tables.opening import bring
from ledger.books import close_accounts
from ledger.posting import Posting, post_transfers


@dataclass(frozen=True)
class Closing:
    """What closing a table will move.

    Attributes:
        seats: Those who sit there, each with the chips that will go home.
    """

    table: Table
    seats: list[Seat]
    postings: list[Posting]

    @property
    def gains(self) -> dict[int, int]:
        """Chips that each account gains, by its key, without the stacks: those are emptied."""
        gains = Counter[int]()
        for posting in self.postings:
            gains.update(posting.legs)
        stacks = {seat.stack_id for seat in self.seats}
        return {pk: chips for pk, chips in gains.items() if chips and pk not in stacks}

    @property
    def pool_left(self) -> int:
        """Chips of the pool that wait for another table."""
        return self.table.pool.balance + self.gains.get(self.table.pool_id, 0)

    @property
    def home_chips(self) -> int:
        return sum(seat.cashed_chips or 0 for seat in self.seats)

    @property
    def house_chips(self) -> int:
        """Those of the pool that go back to the house: bots put them in, and nobody won them."""
        home = [posting for posting in self.postings if posting.reason == CASH_OUT]
        return -sum(posting.legs.get(self.table.pool_id, 0) for posting in home)


def close_tables(
    tables: Iterable[Table], *, may_play_on: bool = True, is_split: bool = False, at: datetime
) -> list[Table]:
    """Close all of them, or none: pools are shared out, stacks go back to their purses.

    A table that is closed already stays as it is. Who is on the way to another table, which stays
    open, goes on to it with what they take from here.

    Args:
        may_play_on: False where nobody is left to play on for a pool, so that it is shared out
            whatever the house says.
        is_split: Every pool is shared out, whatever the house says.

    Returns:
        The tables that were open.

    Raises:
        DealInPlay: a table is in the middle of a deal; nothing is closed.
        PoolNotWon: the house plays on until the pool is won; nothing is closed.

    Source: RULES.md 7.7.
    """
    ids = [table.pk for table in tables]
    with held(with_next_tables(ids)) as known:
        open_tables = [table for table in known if table.pk in ids]
        close_held(open_tables, known=known, may_play_on=may_play_on, is_split=is_split, at=at)
    return open_tables


def with_next_tables(ids: Sequence[int]) -> TableQuerySet:
    """Open tables of these, and those to which people are on the way from them."""
    movers = Seat.objects.leaving_for_another().filter(table__in=ids)
    open_tables: TableQuerySet = Table.objects.open()
    return open_tables.filter(Q(pk__in=ids) | Q(pk__in=movers.values("moved_to__table")))


def close_held(
    tables: Sequence[Table],
    *,
    known: Sequence[Table] = (),
    may_play_on: bool = True,
    is_split: bool = False,
    at: datetime,
) -> None:
    """`close_tables` for open tables that the caller holds.

    Args:
        known: All that the caller holds (`with_next_tables`); left out where nobody can be on the
            way to another table.
    """
    for table in tables:
        table.is_pool_split = is_split
    closings = draft_closings(tables, may_play_on=may_play_on)
    others = [table for table in known if table not in tables]
    at = moment_at([*tables, *others], at=at)
    close_drafted(closings, followed_by=_brought_along(closings, others), at=at)


def close_drafted(
    closings: Sequence[Closing], *, followed_by: Sequence[Posting] = (), at: datetime
) -> None:
    """Close tables as it was drafted; the caller holds them, and nothing has changed since.

    Args:
        followed_by: What moves with it, so that no two tables wait for each other's purses.
    """
    postings = [posting for closing in closings for posting in closing.postings]
    post_transfers([*postings, *followed_by], at=at)
    emptied = [seat.stack for closing in closings for seat in closing.seats]
    emptied += [closing.table.pool for closing in closings if not closing.pool_left]
    close_accounts(emptied, at=at)
    for closing in closings:
        Seat.objects.bulk_update(closing.seats, ["cashed_chips"])
        closing.table.closed_at, closing.table.clock = at, STOPPED


def _brought_along(closings: Sequence[Closing], others: Sequence[Table]) -> list[Posting]:
    """What people bring to the other tables to which they are on the way."""
    postings = list[Posting]()
    by_pk = {seat.pk: seat for closing in closings for seat in closing.seats}
    for other in others:
        coming = other.seats.taken().filter(moved_from__in=by_pk).select_related("stack")
        for there in coming:
            assert there.moved_from_id is not None
            there.table = other
            postings += bring(there, by_pk[there.moved_from_id].cashed_chips or 0)
        other.clock = other.clock.come_back()
    return postings


def draft_closings(tables: Sequence[Table], *, may_play_on: bool = True) -> list[Closing]:
    """What `close_tables` would move if nothing changed until then; raises as it does."""
    check_between_deals(tables)
    return [_closing(table, may_play_on=may_play_on) for table in tables]


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


def _closing(table: Table, *, may_play_on: bool) -> Closing:
    """What empties every stack, and the pool unless it waits for another table."""
    seats = list(table.seats.taken().select_related("player", "stack"))
    table.pool.refresh_from_db(fields=["balance"])

    def share(chips: int) -> tuple[int, ...]:
        try:
            return pool_gains(table, seats, chips, may_play_on=may_play_on)
        except PoolNotWon as refusal:
            what = f"at {table} play goes on until the pool of {chips} is won, or is shared out."
            raise PoolNotWon(what, rule=refusal.rule) from refusal

    postings = cash_out(table, seats, key=key_of_closing(table, CASH_OUT), share=share)
    return Closing(table, seats, postings)


def pool_gains(
    table: Table, seats: list[Seat], chips: int, *, may_play_on: bool
) -> tuple[int, ...]:
    """What each seat gets of a pool that nobody won; where nobody is left, the host keeps it.

    The house has its stakes back, and no share. Whoever came later, and was not dealt in yet, has
    put nothing in; whoever is in the totals of a table has played.
    """
    numbers = [seat.number for seat in seats if not seat.is_house]
    is_free = table.policies.may_come_and_go
    if late := {seat.number for seat in seats if is_free or seat.came_at is not None}:
        totals = table.totals_entries.standing()
        late -= table.deals.numbers_dealt_in() if totals is None else totals.of_seats.keys()
        numbers = [number for number in numbers if number not in late]
    deals = table.deals.standing() if table.mode == Mode.RECORDED else table.deals
    last = deals.order_by("-number").first()
    gain_of = shared_pool(
        table.rules,
        numbers,
        circle=table.seats.circle(),
        dealt=last.seat_numbers[last.dealer] if last else SeatNumber(0),
        chips=chips,
        may_play_on=may_play_on,
        is_split=table.is_pool_split,
    )
    return tuple(gain_of.get(seat.number, 0) for seat in seats)
