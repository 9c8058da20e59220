"""What a corrected evening moves: for everybody what they have after it, less what they had."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from games.errors import PaidOtherwise, PoolPlayedOn
from games.evening.replay import Dealt, Evening
from games.models import Deal, Seat, Table
from games.play.journal import Facts
from games.reasons import CASH_OUT, POOL_JOINED, POOL_PARTED
from games.tables.cashing import key_of_closing
from ledger.models import Entry


@dataclass(frozen=True)
class Change:
    """What a correction comes to for somebody: their stack, or what they took home."""

    seat: Seat
    before: int
    after: int


@dataclass(frozen=True)
class Difference:
    """What a correction moves.

    Attributes:
        changes: Of everybody who sat there, round the table.
        legs: Chips that each account gains, by its key; the pool is apart.
        pool: Chips that the pool gains.
    """

    changes: tuple[Change, ...]
    legs: Mapping[int, int]
    pool: int


def difference(facts: Facts, before: Evening, after: Evening) -> Difference:
    """What moves so that everything lies as after the corrected evening.

    Raises:
        PoolPlayedOn: the pool would be another, and another table has played for it.
    """
    changes, legs = [], Counter[int]()
    for seat in facts.table.seats.select_related("player").order_by("place"):
        change = Change(seat, before.chips_of(seat.number), after.chips_of(seat.number))
        account = seat.purse_id if seat.cashed_chips is not None else seat.stack_id
        legs[account] += change.after - change.before
        changes.append(change)
    pool = after.pool - before.pool
    if pool and is_pool_played_on(facts.table):
        raise PoolPlayedOn(
            f"The pool of {facts.table} was carried over, and another table has played for it: "
            "move chips from purse to purse instead."
        )
    return Difference(tuple(changes), {key: chips for key, chips in legs.items() if chips}, pool)


def check_paid(facts: Facts, evening: Evening) -> None:
    """See that the chips lie as the results say.

    Raises:
        PaidOtherwise: they do not; the message says where.
    """
    table = facts.table
    rows = {deal.number: deal for deal in table.deals.standing()}
    for dealt in evening.deals:
        if not _is_as_kept(rows[dealt.number], dealt):
            raise _paid_otherwise(table, f"deal {dealt.number}")
    for seat in table.seats.select_related("stack", "player"):
        lies = seat.stack.balance if seat.cashed_chips is None else seat.cashed_chips
        if lies != evening.chips_of(seat.number):
            raise _paid_otherwise(table, f"the chips of {seat.player}")
    if not is_pool_played_on(table) and table.pool.balance != evening.pool:
        raise _paid_otherwise(table, "the pool")


def _is_as_kept(deal: Deal, dealt: Dealt) -> bool:
    line = dealt.line
    kept = (deal.seat_numbers, deal.dealer, deal.is_new_pool, deal.scores, deal.contributions)
    follows = [list(line.numbers), line.dealer, line.is_new_pool]
    follows += [list(line.scores), list(line.contributions)]
    return [*kept, deal.gains, deal.outcome] == [*follows, list(dealt.gains), dealt.outcome]


def _paid_otherwise(table: Table, where: str) -> PaidOtherwise:
    return PaidOtherwise(
        f"By today's rules the results of {table} do not come to what was paid: look at {where}. "
        "Nothing was put right. Move chips from purse to purse instead."
    )


def is_pool_played_on(table: Table) -> bool:
    """Whether another table has played for the pool since, closed with it, or has more in it.

    A table whose opening was undone has not.
    """
    later = Table.objects.filter(pool=table.pool_id, pk__gt=table.pk, is_taken_back=False)
    return later.filter(Q(deals__isnull=False) | Q(closed_at__isnull=False)).exists() or (
        _is_pool_joined(table)
    )


def _is_pool_joined(table: Table) -> bool:
    """Whether the pool of a table that has closed was put together with others, and is still."""
    of_book = Entry.objects.filter(transfer__book=table.book_id)
    home = of_book.filter(transfer__key=key_of_closing(table, CASH_OUT)).order_by("transfer")
    closing = home.values_list("transfer", flat=True).first()
    if closing is None:
        return False
    since = of_book.filter(account=table.pool_id, transfer__gt=closing)
    joined = since.filter(transfer__reason=POOL_JOINED)
    if joined.filter(chips__lt=0).exists():  # It went on; once parted, it has another account.
        return True
    parted = since.filter(transfer__reason=POOL_PARTED, chips__lt=0)
    return joined.count() > parted.count()
