"""The facts of an evening of real cards, read from rows and from the ledger."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Final

from django.db.models import Q, QuerySet

from games.circle import Circle
from games.evening.replay import (
    Brought,
    Evening,
    Event,
    Journal,
    PoolGrew,
    Told,
    WentHome,
    close,
    replay,
)
from games.evening.sides import Sides
from games.evening.slots import Moment, Slot
from games.evening.totals import Totals
from games.models import Deal, Seat, Table
from games.play.lineup import first_dealer_of, sides_of
from games.play.record_keeping import latest_totals
from games.reasons import CASH_OUT, POOL_JOINED, POOL_PARTED
from games.seat_numbers import SeatNumber
from games.sight.entries import with_entries
from games.tables.opening import AGAIN
from ledger.kinds import AccountKind
from ledger.models import Entry

LAST: Final = 2**63
BEGINNING: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Facts:
    """What happened at a table beside its deals.

    Attributes:
        circle: The order of all who ever sat there.
        pool: What lay in the pool when it opened.
        moves: What people brought, who went home before the table closed, and what came to its
            pool from tables that broke up, each with its time.
        late: Who came after the table had opened.
        seated: Who sat there when it closed; None while it is open.
        names: Who sits, or sat, in which seat.
        sides: Who plays with whom.
        totals: What it came to, and when that was counted; None where its deals are kept.
    """

    table: Table
    circle: Circle
    pool: int
    moves: tuple[tuple[Moment, Event], ...]
    late: frozenset[SeatNumber]
    seated: tuple[SeatNumber, ...] | None
    names: Mapping[SeatNumber, str]
    sides: Sides
    totals: tuple[Moment, Totals] | None


@dataclass(frozen=True)
class ChipsBrought:
    """What somebody brought to their seat, each with its time, in the order in which they did.

    Attributes:
        standing: What counts.
        taken_back: What was taken back and not brought again, in the order in which it was.
    """

    standing: list[tuple[Moment, Brought]] = field(default_factory=list)
    taken_back: list[tuple[Moment, Brought]] = field(default_factory=list)


def slots_of(table: Table) -> list[Slot]:
    """What counts for each deal of a table, in order."""
    deals = list(with_entries(table.deals.order_by("number")))
    posted = _first_postings(table, deals)
    return [_slot(deal, posted.get(deal.pk, 0)) for deal in deals]


def facts_of(table: Table) -> Facts:
    """What happened at a table beside its deals."""
    seats = list(table.seats.select_related("stack", "player").order_by("place"))
    early = _gone_early(table, seats)
    brought = chips_brought(table, seats).values()
    moves: list[tuple[Moment, Event]] = [move for one in brought for move in one.standing]
    moves += _pool_grown(table)
    moves += [
        ((seat.stack.closed_at, early[seat.pk]), WentHome(seat.number))
        for seat in seats
        if seat.pk in early and seat.stack.closed_at is not None
    ]
    is_closed = table.closed_at is not None
    seated = tuple(seat.number for seat in seats if seat.pk not in early) if is_closed else None
    circle = Circle(tuple(seat.number for seat in seats))
    names = {seat.number: str(seat.player) for seat in seats}
    totals = _totals(table)
    late = frozenset(seat.number for seat in seats if seat.came_at is not None)
    return Facts(
        *(table, circle, _opening_pool(table), tuple(moves), late, seated, names),
        *(sides_of(seats), totals),
    )


def evening_of(facts: Facts, slots: Iterable[Slot]) -> Evening:
    """What the evening comes to with these results.

    Raises:
        EntryImpossible: one of them cannot have been after what came before.
        TotalsImpossible: it cannot have come to its totals.
    """
    deals: list[tuple[Moment, Event]] = []
    for slot in slots:
        if slot.told is not None:
            latest = max([slot.moment, *(moment for moment, _ in deals[-1:])])
            deals.append((latest, slot.told))
    # The sort keeps the order of what has the same moment: that of the deals is their own.
    totals: list[tuple[Moment, Event]] = [facts.totals] if facts.totals else []
    events = sorted([*deals, *facts.moves, *totals], key=lambda event: event[0])
    happened = tuple(event for _, event in events)
    journal = Journal(facts.circle, facts.pool, happened, facts.names, facts.sides.of)
    table = facts.table
    evening = replay(table.rules, journal, lot=partial(first_dealer_of, table))
    if facts.seated is None:
        return evening
    has_staked = {number for dealt in evening.deals for number in dealt.line.numbers}
    has_played = facts.totals[1].of_seats.keys() if facts.totals else has_staked
    late = facts.late - has_played
    seated = [number for number in facts.seated if number not in late]
    if table.is_taken_back:  # Nobody played there: its pool stays, whatever the house says.
        seated = []
    is_split = table.is_pool_split
    return close(table.rules, evening, seated, circle=facts.circle, is_split=is_split)


def names_of(table: Table) -> dict[SeatNumber, str]:
    """Who sits, or sat, in which seat."""
    return {seat.number: str(seat.player) for seat in table.seats.select_related("player")}


def counted(totals: Totals, at: datetime) -> tuple[Moment, Totals]:
    """Totals as the last thing that happened at this time."""
    return (at, LAST), totals


def _totals(table: Table) -> tuple[Moment, Totals] | None:
    latest = latest_totals(table)
    if latest is None or latest.totals is None:
        return None
    return counted(latest.totals, latest.counted_at or latest.at)


def _slot(deal: Deal, posted: int) -> Slot:
    entries = list(deal.entries.all())
    newest = entries[-1] if entries else None
    told = None
    if newest is not None and newest.result is not None and deal.voided_at is None:
        told = Told(deal.number, tuple(newest.seat_numbers), newest.result)
    return Slot(deal.number, len(entries), told, (deal.dealt_at, posted))


def _first_postings(table: Table, deals: Sequence[Deal]) -> dict[int, int]:
    """The first transfer of each deal that moved chips by itself, by its key."""
    deal_of = {key: deal.pk for deal in deals for key in _keys(deal)}
    rows = Entry.objects.filter(transfer__book=table.book_id, transfer__key__in=deal_of)
    first: dict[int, int] = {}
    for key, transfer in rows.order_by("-transfer").values_list("transfer__key", "transfer"):
        first[deal_of[key]] = transfer
    return first


def _keys(deal: Deal) -> list[str]:
    return [f"deal:{deal.pk}:{what}" for what in ("stakes", "pool", "jink")]


def chips_brought(table: Table, seats: Sequence[Seat]) -> dict[SeatNumber, ChipsBrought]:
    """Every time that somebody brought chips; with those it opened with, before any deal."""
    first = {f"seat:{seat.pk}:buy-in:1" for seat in seats if seat.came_at is None}
    number_of = {
        f"seat:{seat.pk}:buy-in:{count}{again}": seat.number
        for seat in seats
        for count in range(1, seat.buy_ins_count + 1)
        for again in ("", AGAIN)
    }
    rows = Entry.objects.filter(
        account__kind=AccountKind.STACK,  # Whichever the seat had then.
        transfer__book=table.book_id,
        transfer__key__in=number_of,
    )
    told = rows.order_by("transfer").values_list(
        "transfer__key", "transfer__effective_at", "transfer", "chips"
    )
    brought = {seat.number: ChipsBrought() for seat in seats}
    for key, at, transfer, chips in told:
        number = number_of[key]
        one = brought[number]
        if chips < 0:
            one.taken_back.append(one.standing.pop())
        elif key.endswith(AGAIN):
            one.standing.append(one.taken_back.pop())
        else:
            moment = (BEGINNING if key in first else at, transfer)
            one.standing.append((moment, Brought(number, chips)))
    return brought


def _gone_early(table: Table, seats: Sequence[Seat]) -> Mapping[int, int]:
    """The seats that went home before the table closed, each with the transfer of its chips."""
    gone = [seat for seat in seats if seat.cashed_chips is not None]
    rows = Entry.objects.filter(
        account__in=[seat.stack_id for seat in gone],
        transfer__book=table.book_id,
        transfer__reason=CASH_OUT,
        transfer__key__startswith="seat:",
    )
    transfers = dict(rows.values_list("account", "transfer"))
    closed_at = table.closed_at
    return {
        seat.pk: transfers.get(seat.stack_id, 0)
        for seat in gone
        if seat.stack_id in transfers
        or closed_at is None
        or (seat.stack.closed_at is not None and seat.stack.closed_at < closed_at)
    }


def _pool_grown(table: Table) -> list[tuple[Moment, Event]]:
    """Every time that the pool of a table that broke up came to the pool of this one."""
    rows = _moved_pool(table).filter(transfer__reason__in=(POOL_JOINED, POOL_PARTED))
    told = rows.order_by("transfer").values_list("transfer__effective_at", "transfer", "chips")
    grown: list[tuple[Moment, Event]] = []
    for at, transfer, chips in told:
        if chips < 0:  # It was undone.
            grown.pop()
        else:
            grown.append(((at, transfer), PoolGrew(chips)))
    return grown


def _opening_pool(table: Table) -> int:
    """What lay in the pool before anything at this table moved it."""
    first = _moved_pool(table).order_by("transfer").first()
    return table.pool.balance if first is None else first.balance_after - first.chips


def _moved_pool(table: Table) -> QuerySet[Entry]:
    """What moved the pool of this table, as long as it was played for here.

    The pool may be another account since; the one that was joined to it is not its own.
    """
    deals = [key for deal in table.deals.only("pk") for key in _keys(deal)]
    of_table = Q(transfer__key__startswith=f"table:{table.pk}:") | Q(transfer__key__in=deals)
    rows = Entry.objects.filter(of_table, account__kind=AccountKind.POOL)
    of_others = Q(transfer__reason=POOL_JOINED, chips__lt=0)
    of_others |= Q(transfer__reason=POOL_PARTED, chips__gt=0)
    return rows.filter(transfer__book=table.book_id).exclude(of_others)
