"""Breaking up a table between two deals: its people go on at other tables of their host.

It closes as any table does, and each brings to the other table what they took from it: as if they
went home and came late (`games.tables.hosting`). What the house rules leave in its pool goes to
the pool of one of these tables (RULES.md 7.7). All chips move at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine import PoolNotWon
from games.errors import NotSeated
from games.models import Seat, Table
from games.seat_numbers import SeatNumber
from games.tables.chairs import take_chair
from games.tables.closing import (
    Closing,
    check_between_deals,
    close_drafted,
    draft_closings,
)
from games.tables.holding import check_open, held, moment_at
from games.tables.hosting import check_coming, check_hosted, check_is_not_there
from games.tables.moving import check_has_come, check_nobody_goes_on, plan_without_chips
from games.tables.opening import bring
from games.tables.pools import draft_joined
from ledger.books import close_accounts
from ledger.posting import Posting


@dataclass(frozen=True)
class Going:
    """To which table somebody goes.

    Attributes:
        after: The player to whose left they sit down, or whose chair they take if that player has
            left; None to the right of all who came before.
    """

    player_id: int
    table: Table
    after: int | None = None


@dataclass(frozen=True)
class BrokenUp:
    """What became of a table.

    Attributes:
        table: The one that has closed.
        seats: The new ones, in the order in which people were named.
        pool_chips: What went to the pool of another table.
    """

    table: Table
    seats: list[Seat]
    pool_chips: int


def break_up(
    table: Table,
    going: Sequence[Going],
    *,
    heir: Table | None = None,
    may_share: bool = False,
    may_wait: bool = False,
    at: datetime,
) -> BrokenUp:
    """Close a table, and seat its people at others with what they took from it.

    Whoever is not named goes home. Newcomers pay the stake at their first deal.

    Args:
        going: In the order in which they sit down.
        heir: Whose pool gets what the rules leave in the pool; None to let it wait.
        may_share: Share out a pool for which the house plays on.
        may_wait: As in `seat_late`, for each of the other tables.

    Raises:
        DealInPlay: the table is in the middle of a deal, somebody is on the way to it or from it
            to another table, or the heir is in the middle of a deal while its pool would grow.
        PoolNotWon: the house plays on until the pool is won.
        NotSeated: somebody does not sit there.
        TableClosed, NotSeatedByHost, AlreadySeated, TableFull, NumberUnplayable: as in
            `seat_late`, of any of the tables.
    """
    wanted = {table.pk, *(one.table.pk for one in going)} | ({heir.pk} if heir else set())
    with held(Table.objects.filter(pk__in=wanted)) as tables:
        by_pk = {one.pk: one for one in tables}
        table = by_pk[table.pk]
        for one in tables:
            check_open(one)
            check_hosted(one)
        for seat in table.seats.taken().select_related("player", "moved_from__table"):
            check_has_come(seat)
        check_nobody_goes_on(table)
        at = moment_at(tables, at=at)
        closing = _draft(table, may_share=may_share)
        seats, postings = _seat(closing, going, by_pk, may_wait=may_wait, at=at)
        inherited = closing.pool_left if heir else 0
        if heir and inherited:
            check_between_deals([heir])
            pool = by_pk[heir.pk].pool
            key = f"table:{heir.pk}:joined:{table.pk}"
            postings.insert(0, draft_joined(pool, {table.pool_id: inherited}, key=key))
        close_drafted([closing], followed_by=postings, at=at)
        if inherited:
            close_accounts([table.pool], at=at)
        for one in tables:
            if one.pk != table.pk:
                one.clock = one.clock.come_back()
        return BrokenUp(table, seats, inherited)


def _draft(table: Table, *, may_share: bool) -> Closing:
    try:
        [closing] = draft_closings([table], may_play_on=not may_share)
    except PoolNotWon as refusal:
        raise PoolNotWon(
            f"at {table} play goes on until the pool of {table.pool.balance} is won: play on, or "
            "have it shared out among the people who sit there.",
            rule=refusal.rule,
        ) from refusal
    return closing


def _seat(
    closing: Closing,
    going: Sequence[Going],
    by_pk: dict[int, Table],
    *,
    may_wait: bool,
    at: datetime,
) -> tuple[list[Seat], list[Posting]]:
    """The new seats, and what brings their chips there once the table has closed."""
    leaving = {seat.player_id: seat for seat in closing.seats if not seat.is_leaving}
    last_of = {one.table.pk: one for one in going}
    seats, postings = [], list[Posting]()
    for one in going:
        new = by_pk[one.table.pk]
        if one.player_id not in leaving:
            raise NotSeated(f"Somebody who is to move does not sit at {closing.table}: look again.")
        seat = leaving.pop(one.player_id)
        check_is_not_there(new, one.player_id)
        check_coming(new, may_wait=may_wait or last_of[new.pk] is not one)
        there = take_chair(new, plan_without_chips(seat), after=_chair(new, one.after), at=at)
        there.moved_from = seat
        there.save(update_fields=["moved_from"])
        seats.append(there)
        postings += bring(there, seat.cashed_chips or 0)
    return seats, postings


def _chair(table: Table, player_id: int | None) -> SeatNumber | None:
    """The last seat that somebody had at a table."""
    if player_id is None:
        return None
    seat = table.seats.filter(player=player_id).order_by("-number").first()
    if seat is None:
        raise NotSeated(
            f"Nobody of that name has a chair at {table}: name somebody who sits there."
        )
    return SeatNumber(seat.number)
