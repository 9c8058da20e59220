"""Pools of a night that nobody won, and the tables to which they go (RULES.md 7.7)."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from clubs.log import Note
from clubs.models import Night, NightRound, NightStatus, NightTable
from clubs.tables_at_play import opened
from games.models import Table
from games.tables.pools import join_pools
from ledger.kinds import AccountKind
from ledger.models import Account


class Left(NamedTuple):
    """A pool that waits, and the table where it lay last, with its number in the hall."""

    number: int
    pool: Account
    table: Table


def pools_for(
    night: Night, drawn: NightRound, tables: Sequence[NightTable], *, note: Note, at: datetime
) -> dict[int, Account]:
    """The pools with which the tables of a round open, by the number of the table.

    A pool stays in its night: it goes to the table with the number of the one where it lay. Where
    there is no such table, it goes to the last one. Pools of earlier nights of the club, which are
    over, follow in the same way in the first round of the next night; those of another night that
    is played stay there. Pools that go to one table are put together. The caller has locked the
    night.
    """
    numbers = [table.number for table in tables]
    found: dict[int, list[Account]] = {}
    for number, pool, _ in _left_for(night):
        found.setdefault(number if number in numbers else max(numbers), []).append(pool)
    for number, [first, *others] in found.items():
        if others:
            key = f"night:{night.pk}:pools:{drawn.number}:{number}"
            note.joined(first, join_pools(first, others, key=key, at=at))
    return {number: pools[0] for number, pools in found.items()}


def waiting_pools(night: Night) -> list[Left]:
    """The pools of a night that wait for a table, oldest first."""
    rounds = NightRound.objects.standing().filter(night=night)
    lying = rounds.tables().filter(table__pool__in=_idle(night)).select_related("table__pool")
    last = {opened(laid).pool_id: laid for laid in lying.order_by("table")}
    return [Left(laid.number, opened(laid).pool, opened(laid)) for laid in last.values()]


def _left_for(night: Night) -> list[Left]:
    """Those of this night, then those of nights that are over, oldest first; they are locked.

    A night that is played already gets no pools of others: these wait for the next one.

    The tables where they lay are locked, so that no two nights take one pool.
    """
    lying = NightRound.objects.standing().tables().filter(table__pool__in=_idle(night))
    nights = NightTable.objects.filter(round__night=night)
    begins = not night.rounds.played().exists()
    if begins:
        nights |= NightTable.objects.filter(
            round__night__club=night.club_id, round__night__status=NightStatus.CLOSED
        )
    wanted = Table.objects.filter(night_table__in=lying & nights)
    list(wanted.select_for_update(of=("self",)).order_by("pk").values_list("pk"))
    last: dict[int, NightTable] = {}
    for laid in lying.order_by("table").select_related("table__pool", "round__night"):
        assert laid.table is not None
        last[laid.table.pool_id] = laid
    mine, earlier = [], []
    for laid in last.values():
        assert laid.table is not None
        left = Left(laid.number, laid.table.pool, laid.table)
        if laid.round.night_id == night.pk:
            mine.append(left)
        elif begins and laid.round.night.status == NightStatus.CLOSED:
            earlier.append(left)
    return [*mine, *earlier]


def _idle(night: Night) -> QuerySet[Account]:
    """Pools with chips in them of the club's nights, at which nobody plays.

    The pool of a free table waits for its rematch.
    """
    of_book = Account.objects.open().filter(book=night.club.book_id, balance__gt=0)
    tables = Table.objects.filter(pool=OuterRef("pk"))
    taken = Exists(tables.open()) | Exists(tables.filter(free_table__isnull=False))
    return of_book.filter(kind=AccountKind.POOL).exclude(taken)
