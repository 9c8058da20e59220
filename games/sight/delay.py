"""Delayed tables: spectators are told everything some seconds later."""

from collections import Counter
from collections.abc import Collection, Iterable
from copy import copy
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet, Sum, Value

from games.models import Action, Deal, FormerStack, Seat, Table
from ledger.models import Account, Entry


def spectators_until(table: Table, *, at: datetime) -> datetime | None:
    """Until when spectators are told what has happened; None where they are told at once."""
    seconds = table.spectator_delay_seconds
    return at - timedelta(seconds=seconds) if seconds else None


def shown_until(table: Table, player_id: int | None, *, at: datetime) -> datetime | None:
    """Until when somebody is told what has happened; None where it is everything.

    A player who got up knows what they saw, and learns more only when the spectators do.
    """
    until = spectators_until(table, at=at)
    if until is None or player_id is None:
        return until
    seats = table.seats.filter(player=player_id).select_related("stack")
    if any(seat.cashed_chips is None for seat in seats):
        return None
    return max([until, *(seat.stack.closed_at for seat in seats if seat.stack.closed_at)])


def deal_as_of(deal: Deal, until: datetime | None) -> Deal:
    """The deal without what came later than a moment; not to be stored."""
    if until is None:
        return deal
    then = copy(deal)
    if then.voided_at is not None and then.voided_at > until:
        then.voided_at, then.void_reason = None, ""
    if then.settled_at is not None and then.settled_at > until:
        then.settled_at = None
    if then.ended_at is not None and then.ended_at > until:
        then.ended_at = then.outcome_json = None
    return then


def deals_by(table: Table, until: datetime | None) -> QuerySet[Deal]:
    """The deals of a table that were dealt by a moment, with their cards."""
    deals = table.deals.defer(None)
    return deals if until is None else deals.filter(dealt_at__lte=until)


def actions_by(rows: Iterable[Action], until: datetime | None) -> list[Action]:
    """Those up to a moment, of the actions of a deal in order.

    A silent decision may bear a time a little after that of the next action: both or none.
    """
    return list(takewhile(lambda row: until is None or row.at <= until, rows))


def table_as_of(table: Table, until: datetime | None, seats: list[Seat] | None = None) -> Table:
    """The table with the chips that lay there at a moment, and no clock; not to be stored.

    Args:
        seats: All of the table, which are changed, too.
    """
    if until is None:
        return table
    seats = seats or []
    chips = _balances([table.pool, *(seat.stack for seat in seats)], until)
    table.pool.balance = chips.get(table.pool_id, 0)
    former = FormerStack.objects.filter(seat__in=seats).select_related("stack")
    before = Counter[int]()  # Whose chips lay in a stack that has closed since.
    lay = _balances([one.stack for one in former], until)
    for one in former:
        before[one.seat_id] += lay.get(one.stack_id, 0)
    for seat in seats:
        seat.stack.balance = chips.get(seat.stack_id, 0) + before[seat.pk]
        if seat.stack.closed_at is not None and seat.stack.closed_at > until:
            seat.cashed_chips = None
    if table.closed_at is not None and table.closed_at > until:
        table.closed_at = None
    table.clock = table.clock.hide_turn()
    return table


def pool_as_of(table: Table, until: datetime | None) -> int:
    """The chips that lay in the pool of a table at a moment."""
    if until is None:
        return table.pool.balance
    return _balances([table.pool], until).get(table.pool_id, 0)


def pools_as_of(tables: Collection[Table], *, at: datetime) -> dict[int, int]:
    """What spectators know of the pools of delayed tables at a moment, by table."""
    if not tables:
        return {}
    delay = F("account__tables__spectator_delay_seconds") * timedelta(seconds=1)
    until = ExpressionWrapper(Value(at) - delay, DateTimeField())
    known = Entry.objects.filter(
        account__tables__in=[table.pk for table in tables], transfer__effective_at__lte=until
    )
    sums = known.values_list("account__tables").annotate(chips=Sum("chips")).order_by()
    return {table.pk: 0 for table in tables} | dict(sums)


def _balances(accounts: list[Account], until: datetime) -> dict[int, int]:
    """The chips that had come to each account, and not gone, by a moment."""
    entries = Entry.objects.filter(account__in=accounts, transfer__effective_at__lte=until)
    sums = entries.values_list("account").annotate(chips=Sum("chips"))
    return dict(sums.order_by("account"))
