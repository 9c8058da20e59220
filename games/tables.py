"""Opening tables and closing them: chips come from purses and go back to purses."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.engine import HouseRules, shares
from games.errors import DealInPlay
from games.models import Mode, Seat, Table
from games.sealing import seal
from games.seeds import SEED_BYTES, seed_at
from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind, Reason
from ledger.models import Book
from ledger.posting import Posting, post_transfers

MOST_DEALS = 1000  # The length of the chain of seeds where no limit was set.


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
    turn_seconds: int = 60,
    bot_seconds: float = 0,
    is_all_in: bool = False,
    at: datetime,
) -> Table:
    """Open a table, seat the players in this order and bring their chips to it.

    Raises:
        ImpossibleRules: these rules are not for this number of players.
        Overdrawn: a purse does not hold what its player is to bring.
    """
    rules.check_players(len(seats))
    tail, seeds_count = secrets.token_bytes(SEED_BYTES), deals_limit or MOST_DEALS
    table = Table.objects.create(
        book=book,
        pool=open_account(book, kind=AccountKind.POOL, name=f"Pool of {name}"),
        name=name,
        mode=mode,
        rules_json=rules.to_json(),
        deals_limit=deals_limit,
        turn_seconds=turn_seconds,
        bot_seconds=bot_seconds,
        is_all_in=is_all_in,
        anchor=seed_at(tail, length=seeds_count, number=0),
        sealed_tail=seal(tail),
        seeds_count=seeds_count,
        due_at=at if mode == Mode.ONLINE else None,
        opened_at=at,
    )
    seated = Seat.objects.bulk_create(
        Seat(
            table=table,
            number=number,
            player_id=plan.player_id,
            stack=open_account(
                book,
                kind=AccountKind.STACK,
                name=f"Seat {number} of {name}",
                holder_id=plan.player_id,
            ),
            purse_id=plan.purse_id,
            bot_level=plan.bot_level,
            bought_chips=plan.chips,
        )
        for number, plan in enumerate(seats)
    )
    post_transfers([_buy_in(seat, book) for seat in seated if seat.bought_chips], at=at)
    return table


def _buy_in(seat: Seat, book: Book) -> Posting:
    return Posting(
        book_id=book.pk,
        reason=Reason.BUY_IN,
        key=f"seat:{seat.pk}:buy-in:1",
        legs={seat.purse_id: -seat.bought_chips, seat.stack_id: seat.bought_chips},
    )


@transaction.atomic
def close_tables(tables: Iterable[Table], *, at: datetime) -> None:
    """Close all of them, or none: pools are shared out, stacks go back to their purses.

    A table that is closed already stays as it is.

    Raises:
        DealInPlay: a table is in the middle of a deal; nothing is closed.

    Source: RULES.md 7.7.
    """
    ids = [table.pk for table in tables]
    locked = list(Table.objects.open().filter(pk__in=ids).order_by("pk").select_for_update())
    postings: list[Posting] = []
    for table in locked:
        if table.deals.filter(settled_at=None).exists():
            raise DealInPlay(f"{table} is in the middle of a deal; close it when the deal is over")
        postings += _closing(table)
    post_transfers(postings, at=at)
    stacks = [seat.stack for table in locked for seat in table.seats.select_related("stack")]
    close_accounts([*stacks, *(table.pool for table in locked)], at=at)
    Table.objects.filter(pk__in=ids).open().update(closed_at=at, due_at=None)


def _closing(table: Table) -> list[Posting]:
    """What empties the pool and every stack of a table; its seats note what they take home."""
    seats = list(table.seats.select_related("stack").order_by("number"))
    last = table.deals.order_by("-number").first()
    dealer = last.seat_numbers[last.dealer] if last else 0
    pool = table.pool.balance
    gains = shares(pool, range(len(seats)), seats=len(seats), dealer=dealer)
    for seat, gain in zip(seats, gains, strict=True):
        seat.cashed_chips = seat.stack.balance + gain
    Seat.objects.bulk_update(seats, ["cashed_chips"])
    home = {seat.purse_id: seat.cashed_chips or 0 for seat in seats if seat.cashed_chips}
    emptied = {seat.stack_id: -(seat.cashed_chips or 0) for seat in seats if seat.cashed_chips}
    shared = {seat.stack_id: gain for seat, gain in zip(seats, gains, strict=True) if gain}
    legs = (
        (Reason.POOL_SHARED, {table.pool_id: -pool} | shared),
        (Reason.CASH_OUT, emptied | home),
    )
    return [
        Posting(
            book_id=table.book_id, reason=reason, key=f"table:{table.pk}:{reason}", legs=dict(moved)
        )
        for reason, moved in legs
        if any(moved.values())
    ]
