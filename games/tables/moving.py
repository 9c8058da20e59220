"""Moving somebody from one table of a host to another, with what lies before them.

It is as if they went home from the one and came late to the other (`games.tables.hosting`), in one
transaction over both. A deal online is played out first, and a worker takes them over.
"""

from datetime import datetime

from games.errors import AlreadySeated, DealInPlay
from games.models import Seat, Table
from games.seat_numbers import SeatNumber
from games.tables.chairs import take_chair
from games.tables.holding import check_open, held, moment_at
from games.tables.hosting import (
    check_coming,
    check_going,
    check_hosted,
    check_is_not_there,
    seat_of,
)
from games.tables.opening import SeatPlan, bring
from games.tables.seat_changes import pay
from games.tables.sittings import let_up
from ledger.models import Account


def move(
    table: Table,
    other: Table,
    *,
    player_id: int,
    after: SeatNumber | None = None,
    has_purse: bool = False,
    may_wait: bool = False,
    at: datetime,
) -> Seat:
    """Move somebody to another table, with what lies before them; the seat that they have there.

    In a deal online they wait for its end: then their chips follow, and they are dealt in.

    Args:
        after: As in `seat_late`, at the other table.
        has_purse: They bring all that is in their purse, too.
        may_wait: As in `seat_late` and `take_home`, for both tables.

    Raises:
        GamesError: as in `seat_late` and `take_home`, for either table.
        DealInPlay: they have come from a table where their deal is not over yet.
    """
    assert table.book_id == other.book_id, "chips stay in their book"
    if table.pk == other.pk:
        raise AlreadySeated(f"They sit at {table}: choose another table.")
    with held(Table.objects.filter(pk__in=[table.pk, other.pk])) as tables:
        old, new = sorted(tables, key=lambda one: one.pk == other.pk)
        for one in (old, new):
            check_open(one)
            check_hosted(one)
        seat = seat_of(old, player_id)
        if seat.is_leaving:
            raise AlreadySeated(f"{seat.player} leaves {old} when the deal is over.")
        check_has_come(seat)
        check_is_not_there(new, player_id)
        check_going(old, may_wait=may_wait)
        check_coming(new, may_wait=may_wait)
        let_up(seat, is_away=seat.is_away, at=at)
        at = moment_at(tables, at=at)
        there = take_chair(new, plan_without_chips(seat), after=after, at=at)
        there.moved_from = seat
        there.save(update_fields=["moved_from"])
        _bring_along(seat, there, has_purse=has_purse, at=at)
        for one in (old, new):
            one.clock = one.clock.come_back()
        return there


def check_has_come(seat: Seat) -> None:
    """See that somebody is no longer in a deal at the table from which they were moved.

    Raises:
        DealInPlay: they are.
    """
    if seat.moved_from is not None and seat.moved_from.cashed_chips is None:
        raise DealInPlay(
            f"{seat.player} still plays a deal at {seat.moved_from.table}: wait for its end."
        )


def check_nobody_goes_on(table: Table) -> None:
    """See that nobody waits at a table for a worker to take them to another.

    Raises:
        DealInPlay: somebody does.
    """
    movers = Seat.objects.leaving_for_another().filter(table=table)
    seat = movers.select_related("player", "moved_to__table").first()
    if seat is not None:
        raise DealInPlay(
            f"{seat.player} is on the way from {table} to {seat.moved_to.table}: if {table} is "
            "paused, resume it, then try again."
        )


def finish_move(table_id: int, *, at: datetime) -> bool:
    """Let one person whose deal is over go on to the table to which they move; whether one went.

    Both tables are locked, in the order of their numbers; so it is a step of its own.
    """
    movers = Seat.objects.leaving_for_another().filter(table=table_id)
    waiting = movers.exclude(table__deals__settled_at=None).select_related("moved_to").first()
    if waiting is None:
        return False
    pks = [waiting.table_id, waiting.moved_to.table_id]
    with held(Table.objects.filter(pk__in=pks)) as tables:
        by_pk = {table.pk: table for table in tables}
        table, other = (by_pk[pk] for pk in pks)
        seat = movers.filter(pk=waiting.pk).select_related("stack", "purse", "moved_to").first()
        is_due = table.closed_at is None and table.paused_at is None
        if seat is None or not is_due or table.deals.filter(settled_at=None).exists():
            return False
        seat.table = table
        let_up(seat, is_away=seat.is_away, at=at)
        at = moment_at(tables, at=at)
        there = seat.moved_to
        there.table = other
        _bring_along(seat, there, has_purse=False, at=at)
        for one in (table, other):
            one.clock = one.clock.come_back()
        return True


def _bring_along(seat: Seat, there: Seat, *, has_purse: bool, at: datetime) -> None:
    """What somebody took home, as soon as they did, and what else their purse holds if they say so.

    Their purse is locked by then, and nobody else knows of the stack: no two moves wait for each
    other.
    """
    chips = seat.cashed_chips or 0
    if has_purse:
        purse = Account.objects.get(pk=seat.purse_id)
        chips = purse.balance - (purse.min_balance or 0)
    pay(bring(there, chips), at=at)


def plan_without_chips(seat: Seat) -> SeatPlan:
    """They, who bring their chips as soon as they have left."""
    return SeatPlan(
        seat.player_id, seat.purse_id, 0, bot_level=seat.bot_level, is_house=seat.is_house
    )
