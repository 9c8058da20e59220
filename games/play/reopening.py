"""Undoing that tables of real cards closed: they are open again, exactly as they were."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from games.errors import NotRecorded, PoolPlayedOn, ReopenedTooLate
from games.models import Mode, Seat, Table
from games.play.differences import check_paid, is_pool_played_on
from games.play.journal import evening_of, facts_of, slots_of
from games.reasons import POOL_RETURNED
from games.tables.holding import held, moment_at
from games.tables.hosting import check_hosted
from games.tables.returning import check_purses, take_seats
from games.tables.seat_changes import pay
from ledger.books import open_account
from ledger.kinds import AccountKind
from ledger.posting import Posting

REOPENED_FOR: Final = timedelta(hours=12)


def reopen_tables(tables: Iterable[Table], *, at: datetime) -> list[Table]:
    """Open tables of real cards that have closed again, exactly as they were; all, or none.

    Those whom the closing sent home have before them what lay there, and the pool has its shares
    back. What was put right since stays put right. Tables that are open stay as they are.

    Returns:
        Those that were closed.

    Raises:
        NotRecorded: cards were dealt online there.
        NotSeatedByHost: its host did not seat people there, or it is played to its end.
        ReopenedTooLate: one closed more than 12 hours ago.
        PoolPlayedOn: the pool was carried over, and another table has it, or other pools with it.
        PaidOtherwise: the chips do not lie as the results say.
        PurseShort: a purse does not hold what was taken home.
    """
    ids = [table.pk for table in tables]
    pools = Table.objects.filter(pk__in=ids).values("pool")
    with held(Table.objects.filter(Q(pk__in=ids) | Q(pool__in=pools))) as known:
        closed = [table for table in known if table.pk in ids and table.closed_at is not None]
        for table in closed:
            _check(table, at=at)
        seats = {table.pk: _sent_home(table) for table in closed}
        check_purses([seat for table in closed for seat in seats[table.pk]])
        postings: list[Posting] = []
        for table in closed:
            postings += _returned(table, seats[table.pk], known)
        pay(postings, at=moment_at(closed, at=at))
    return closed


def _check(table: Table, *, at: datetime) -> None:
    if table.mode != Mode.RECORDED:
        raise NotRecorded(f"{table} is played online, and closed for good: open another table.")
    check_hosted(table)
    if table.closed_at is not None and at > table.closed_at + REOPENED_FOR:
        hours = REOPENED_FOR // timedelta(hours=1)
        raise ReopenedTooLate(
            f"{table} closed more than {hours} hours ago, and stays closed. You can still put its "
            "results right."
        )
    others = Table.objects.filter(pool=table.pool_id).exclude(pk=table.pk)
    has_it = Q(closed_at=None) | Q(pk__gt=table.pk, is_taken_back=False)
    if others.filter(has_it).exists() or is_pool_played_on(table):
        raise PoolPlayedOn(
            f"The pool of {table} was carried over, and another table has it: undo first that the "
            "other table opened."
        )


def _sent_home(table: Table) -> list[Seat]:
    """The seats whose players went home because the table closed, clockwise."""
    seats = table.seats.filter(number__in=facts_of(table).seated or ()).order_by("place")
    found = list(seats.select_related("stack", "purse", "player"))
    for seat in found:
        seat.table = table
    return found


def _returned(table: Table, seats: Sequence[Seat], known: Sequence[Table]) -> list[Posting]:
    """Open a table again, not stored yet; what brings chips to its stacks and its pool."""
    facts, slots = facts_of(table), slots_of(table)
    check_paid(facts, evening_of(facts, slots))
    before = evening_of(replace(facts, seated=None), slots)
    chips = {seat: before.stacks.get(seat.number, 0) for seat in seats}
    shares = Counter[int]()
    for seat in seats:
        shares[seat.purse_id] -= (seat.cashed_chips or 0) - chips[seat]
    table.closed_at, table.is_taken_back, table.is_pool_split = None, False, False
    table.reopened_count += 1
    _open_pool(table, known)
    legs = {account: gave for account, gave in shares.items() if gave}
    postings = take_seats(table, chips)
    if legs:
        postings.append(
            Posting(
                book_id=table.book_id,
                reason=POOL_RETURNED,
                key=f"reopening:{table.pk}:{table.reopened_count}",
                legs=legs | {table.pool_id: -sum(legs.values())},
                memo=str(table),
            )
        )
    return postings


def _open_pool(table: Table, known: Sequence[Table]) -> None:
    """A pool that closed, because nothing was left in it, is followed by a new one."""
    if table.pool.closed_at is None:
        return
    former = table.pool_id
    pool = open_account(table.book, kind=AccountKind.POOL, name=f"Pool of {table}")
    for one in known:
        if one.pool_id == former:
            one.pool = pool
