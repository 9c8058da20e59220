"""Opening tables and closing them: chips come from purses and go back to purses."""

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Unpack

from django.db import transaction

from games.bell import ring
from games.engine import HouseRules, shares, unclaimed_pool
from games.errors import DealInPlay
from games.models import Deal, Mode, Seat, Table, Terms
from games.sealing import seal
from games.seeds import SEED_BYTES, seed_at
from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind, Reason
from ledger.models import Account, Book
from ledger.posting import Posting, post_transfers

MOST_DEALS = 1000  # The length of the chain of seeds where no limit was set.
SPARE_DEALS = 10  # Some deals may be taken back.
LONGEST_NAME = 100


@dataclass(frozen=True)
class SeatPlan:
    """Who is to sit where, with what.

    Args:
        purse_id: The account that his chips come from and go back to.
        chips: What he brings to the table.
        bot_level: The bot that plays for him; empty where he plays himself.
    """

    player_id: int
    purse_id: int
    chips: int
    bot_level: str = ""


@transaction.atomic
def open_table(
    book: Book,
    *,
    rules: HouseRules,
    seats: Sequence[SeatPlan],
    name: str,
    mode: Mode = Mode.ONLINE,
    deals_limit: int | None = None,
    bot_seconds: float = 0,
    is_all_in: bool = False,
    pool: Account | None = None,
    seats_limit: int | None = None,
    is_public: bool = False,
    audience: Book | None = None,
    at: datetime,
    **terms: Unpack[Terms],
) -> Table:
    """Open a table, seat the players in this order and bring their chips to it.

    Args:
        name: Cut where it is too long.
        deals_limit: How many deals are played; None for as long as two can pay.
        bot_seconds: What a bot takes, about.
        is_all_in: Short stacks play for what they have (a tournament); else they sit out.
        pool: The pool that the host carries over from another table. Source: RULES.md 7.7.
        seats_limit: How many may sit at a free table, where people come and go; None where these
            are seated for good.
        is_public: Everybody may watch.
        audience: Who has an account in this book may watch, as whoever has one in the table's own.
        terms: As in `OnlineTerms`.

    Raises:
        ImpossibleRules: these rules are not for this number of players.
        Overdrawn: a purse does not hold what its player is to bring.
    """
    rules.check_players(seats_limit or len(seats))
    tail = secrets.token_bytes(SEED_BYTES)
    # Where a pool is played on for, nobody knows how many deals that takes.
    ends = deals_limit and not plays_on(rules)
    seeds_count = (deals_limit or 0) + SPARE_DEALS if ends else MOST_DEALS
    table: Table = Table.objects.create(
        book=book,
        pool=pool or open_account(book, kind=AccountKind.POOL, name=f"Pool of {name}"),
        name=name[:LONGEST_NAME],
        mode=mode,
        rules_json=rules.to_json(),
        deals_limit=deals_limit,
        bot_seconds=bot_seconds,
        is_all_in=is_all_in,
        anchor=seed_at(tail, length=seeds_count, number=0),
        sealed_tail=seal(tail),
        seeds_count=seeds_count,
        seats_limit=seats_limit,
        is_public=is_public,
        audience=audience,
        due_at=at if mode == Mode.ONLINE else None,
        opened_at=at,
        **terms,
    )
    seated = Seat.objects.bulk_create(
        new_seat(table, number, plan) for number, plan in enumerate(seats)
    )
    post_transfers([buy_in(seat, seat.bought_chips) for seat in seated if seat.bought_chips], at=at)
    ring(table.pk)
    return table


def new_seat(table: Table, number: int, plan: SeatPlan) -> Seat:
    """A seat with an empty stack, not stored yet."""
    stack = open_account(
        table.book,
        kind=AccountKind.STACK,
        name=f"Seat {number + 1} of {table}",
        holder_id=plan.player_id,
    )
    return Seat(
        table=table,
        number=number,
        player_id=plan.player_id,
        stack=stack,
        purse_id=plan.purse_id,
        bot_level=plan.bot_level,
        bank_seconds=table.time_bank_seconds,
        bought_chips=plan.chips,
    )


def buy_in(seat: Seat, chips: int) -> Posting:
    """What brings chips to a seat, the first time or again."""
    return Posting(
        book_id=seat.table.book_id,
        reason=Reason.BUY_IN,
        key=f"seat:{seat.pk}:buy-in:{seat.buy_ins_count}",
        legs={seat.purse_id: -chips, seat.stack_id: chips},
        memo=str(seat.table),
    )


@transaction.atomic
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
    locked = list(Table.objects.open().filter(pk__in=ids).order_by("pk").select_for_update())
    check_between_deals(locked)
    postings: list[Posting] = []
    emptied: list[Account] = []
    for table in locked:
        seats = list(table.seats.taken().select_related("stack"))
        gains = _pool_gains(table, seats, may_play_on=may_play_on)
        postings += _closing(table, seats, gains)
        emptied += [seat.stack for seat in seats]
        if sum(gains) == table.pool.balance:
            emptied.append(table.pool)
        Seat.objects.bulk_update(seats, ["cashed_chips"])
    post_transfers(postings, at=at)
    close_accounts(emptied, at=at)
    Table.objects.filter(pk__in=ids).open().update(
        closed_at=at, due_at=None, turn_began_at=None, is_clock_running=False, paused_at=None
    )
    for table in locked:
        ring(table.pk)
    return locked


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


def _pool_gains(table: Table, seats: list[Seat], *, may_play_on: bool) -> tuple[int, ...]:
    """What each seat gets of a pool that nobody won; where nobody is left, the host keeps it.

    Who sat down at a free table and was not dealt in yet has put nothing in.
    """
    numbers = [seat.number for seat in seats]
    if table.seats_limit is not None:
        dealt_in = table.deals.numbers_dealt_in()
        numbers = [number for number in numbers if number in dealt_in]
    if not numbers:
        return (0,) * len(seats)
    last = table.deals.order_by("-number").first()
    dealt = last.seat_numbers[last.dealer] if last else 0
    dealer = max((place for place, one in enumerate(numbers) if one <= dealt), default=-1)
    pool, count = table.pool.balance, len(numbers)
    if plays_on(table.rules) and not may_play_on:
        gains = shares(pool, range(count), seats=count, dealer=dealer % count)
    else:
        gains = unclaimed_pool(table.rules, pool=pool, seats=count, dealer=dealer % count)
    gain_of = dict(zip(numbers, gains, strict=True))
    return tuple(gain_of.get(seat.number, 0) for seat in seats)


def plays_on(rules: HouseRules) -> bool:
    """Whether play goes on until the pool is won. Source: RULES.md 7.7."""
    return rules.unclaimed_pool == "play_on"


def _closing(table: Table, seats: list[Seat], gains: Sequence[int]) -> list[Posting]:
    """What empties the pool and every stack; the seats note what they take home."""
    for seat, gain in zip(seats, gains, strict=True):
        seat.cashed_chips = seat.stack.balance + gain
    shared = {seat.stack_id: gain for seat, gain in zip(seats, gains, strict=True)}
    emptied = {seat.stack_id: -(seat.cashed_chips or 0) for seat in seats}
    home: Counter[int] = Counter()  # Partners may share a purse.
    for seat in seats:
        home[seat.purse_id] += seat.cashed_chips or 0
    moves = {
        Reason.POOL_SHARED: {table.pool_id: -sum(gains)} | shared,
        Reason.CASH_OUT: emptied | home,
    }
    return [
        Posting(
            book_id=table.book_id,
            reason=reason,
            key=f"table:{table.pk}:{reason}",
            legs={account: chips for account, chips in legs.items() if chips},
            memo=str(table),
        )
        for reason, legs in moves.items()
        if any(legs.values())
    ]
