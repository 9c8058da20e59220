"""Undoing that people came to a table or went home from it, or that it opened.

Whoever is sent back goes home as though they had not come; whoever is seated again sits there as
though they had never gone. Each undoes the other, again and again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from games.bell import ring_players
from games.errors import AlreadySeated, DealInPlay, NotSeated, NotUndone, PlayedSince, PurseShort
from games.models import Deal, FormerStack, Seat, Table
from games.reasons import CAME_BACK, CASH_OUT
from games.seat_numbers import SeatNumber
from games.tables.cashing import cash_out, key_of_closing
from games.tables.closing import Closing, check_between_deals, close_drafted
from games.tables.holding import check_open, held, hold_open, moment_at
from games.tables.hosting import check_coming, check_hosted, check_is_not_there
from games.tables.opening import new_stack
from games.tables.seat_changes import cash_seats_out, pay
from ledger.posting import Posting


def send_back(table: Table, numbers: Sequence[SeatNumber], *, at: datetime) -> list[Seat]:
    """Send people home from an open table as though they had not come; all of them, or nobody.

    They came late, or were seated again, and were not dealt in since. Nobody is asked whether those
    who stay can play: the table waits for others.

    Args:
        numbers: Of their seats.

    Returns:
        The seats, clockwise, each with what they took home.

    Raises:
        TableClosed: nobody plays there any more.
        NotSeatedByHost: as in `games.tables.hosting.seat_late`.
        NotSeated: somebody does not sit there.
        NotUndone: somebody sat there when the table opened.
        PlayedSince: somebody was dealt in since, or their chips were counted.
        DealInPlay: somebody is in a deal that is not over.
    """
    with hold_open(table) as table:
        check_hosted(table)
        seats = _seats_of(table, numbers)
        for seat in seats:
            if seat.cashed_chips is not None:
                raise NotSeated(f"{seat.player} does not sit at {table} any more: look again.")
            _check_came_last(table, seat)
        pay(cash_seats_out(table, seats), emptied=seats, at=moment_at([table], at=at))
        for seat in seats:
            seat.moved_from = None
            seat.save(update_fields=["moved_from"])
        table.clock = table.clock.come_back()
        return seats


def seat_again(table: Table, numbers: Sequence[SeatNumber], *, at: datetime) -> list[Seat]:
    """Seat people at an open table as though they had never gone home; all of them, or nobody.

    They have their seats, and before them what they took home, from their purses. Who still waits
    for the end of a deal to go home stays.

    Args:
        numbers: Of their seats.

    Returns:
        The seats, clockwise.

    Raises:
        TableClosed, NotSeatedByHost: as in `send_back`.
        NotSeated: the table never had such a seat.
        NotUndone: somebody has not gone, and is not about to go.
        AlreadySeated: somebody sits there in another seat, or at the table to which they moved.
        TableFull: others have taken their chairs since.
        PlayedSince: something was played there since they went.
        DealInPlay: a deal is not over.
        PurseShort: a purse does not hold what was taken home.
    """
    with hold_open(table) as table:
        check_hosted(table)
        seats = _seats_of(table, numbers)
        gone = [seat for seat in seats if seat.cashed_chips is not None]
        for seat in seats:
            _check_may_return(table, seat)
        if gone:
            check_between_deals([table])
        check_coming(table, people=len(seats), may_wait=True)
        check_purses(gone)
        at = moment_at([table], at=at)
        pay(take_seats(table, {seat: seat.cashed_chips or 0 for seat in gone}), at=at)
        Seat.objects.filter(moved_from__in=seats).update(moved_from=None)
        for seat in seats:
            seat.is_leaving = seat.is_away = seat.is_sent_away = False
            seat.returned_at = at
            seat.save(update_fields=["returned_at", "is_leaving", "is_away", "is_sent_away"])
        table.clock = table.clock.come_back()
        return seats


def close_unplayed(tables: Iterable[Table], *, at: datetime) -> list[Table]:
    """Close tables as though they had never opened; all of them, or none.

    All chips go home. A pool stays where it is, whatever the house says, and waits for a table as
    before. Tables that were closed so already stay as they are.

    Returns:
        Those that were open.

    Raises:
        TableClosed: one has closed after it was played.
        NotSeatedByHost: as in `send_back`.
        DealInPlay: a deal is not over.
        PlayedSince: deals of one of them stand, or totals.
    """
    ids = [table.pk for table in tables]
    with held(Table.objects.filter(pk__in=ids)) as known:
        unplayed = [table for table in known if not table.is_taken_back]
        for table in unplayed:
            check_open(table)
            check_hosted(table)
        check_between_deals(unplayed)
        for table in unplayed:
            if table.deals.standing().exists() or table.totals_entries.standing() is not None:
                raise PlayedSince(
                    f"{table} was played: take its results back before you undo its opening."
                )
        at = moment_at(unplayed, at=at)
        close_drafted([_unplayed(table) for table in unplayed], at=at)
        for table in unplayed:
            table.is_taken_back = True
    return unplayed


def take_seats(table: Table, chips: Mapping[Seat, int]) -> list[Posting]:
    """New stacks for seats whose players have gone home, and what brings these chips to them.

    The caller holds the table.

    Args:
        chips: By the seat, with its stack.
    """
    postings = []
    for seat, back in chips.items():
        FormerStack.objects.create(seat=seat, stack_id=seat.stack_id)
        seat.stack = new_stack(table, seat.number, seat.player_id)
        seat.cashed_chips = None
        seat.is_leaving = seat.is_away = False
        seat.save(update_fields=["stack", "cashed_chips", "is_leaving", "is_away"])
        if back:
            postings.append(
                Posting(
                    book_id=table.book_id,
                    reason=CAME_BACK,
                    key=f"seat:{seat.pk}:back:{seat.former_stacks.count()}",
                    legs={seat.purse_id: -back, seat.stack_id: back},
                    memo=str(table),
                )
            )
    ring_players(seat.player_id for seat in chips)
    return postings


def check_purses(seats: Iterable[Seat]) -> None:
    """See that what people took home can come back from their purses.

    Args:
        seats: With their players, purses and tables.

    Raises:
        PurseShort: a purse does not hold it; the message says what is missing.
    """
    needed = Counter[int]()
    for seat in seats:
        needed[seat.purse_id] += seat.cashed_chips or 0
        has = seat.purse.balance - (seat.purse.min_balance or 0)
        if missing := max(0, needed[seat.purse_id] - has):
            raise PurseShort(
                f"{seat.player} took {seat.cashed_chips} chips home from {seat.table} and has {has}"
                f" now: {missing} more have to be in their purse. Take back what they brought to "
                "another table, or hand chips out to them.",
                player=seat.player_id,
            )


def _seats_of(table: Table, numbers: Sequence[SeatNumber]) -> list[Seat]:
    seats = table.seats.filter(number__in=numbers).order_by("place")
    known = list(seats.select_related("stack", "purse", "player"))
    if missing := set(numbers) - {seat.number for seat in known}:
        raise NotSeated(f"{table} has no seat {min(missing) + 1}: look again at who sat there.")
    for seat in known:
        seat.table = table
    return known


def _check_came_last(table: Table, seat: Seat) -> None:
    since = seat.returned_at or seat.came_at
    if since is None:
        raise NotUndone(
            f"{seat.player} sat at {table} from the beginning: let them leave the table instead."
        )
    if table.deals.filter(settled_at=None, seat_numbers__contains=[seat.number]).exists():
        raise DealInPlay(f"{seat.player} plays a deal at {table}: wait for its end.")
    deals = table.deals.standing().filter(seat_numbers__contains=[seat.number])
    if seat.returned_at is not None:
        deals = deals.filter(dealt_at__gt=since)
    totals, counted_at = _totals(table)
    if totals and seat.number in totals and counted_at and counted_at > since:
        raise PlayedSince(
            f"The chips of {seat.player} are in the totals of {table}: take those back first."
        )
    _check_none(deals.first(), f"{seat.player} was dealt in to")


def _check_may_return(table: Table, seat: Seat) -> None:
    if seat.cashed_chips is None and not seat.is_leaving:
        raise NotUndone(f"{seat.player} sits at {table}: there is nothing to undo.")
    moved = Seat.objects.taken().filter(moved_from=seat).select_related("table").first()
    if moved is not None:
        raise AlreadySeated(f"{seat.player} moved to {moved.table}: undo first that they came.")
    if seat.cashed_chips is not None:
        check_is_not_there(table, seat.player_id)
        left_at = seat.stack.closed_at
        deals = table.deals.standing().filter(dealt_at__gt=left_at)
        _check_none(deals.order_by("number").first(), f"After {seat.player} had left came")
        totals, counted_at = _totals(table)
        if totals and counted_at and left_at and counted_at > left_at:
            raise PlayedSince(
                f"The totals of {table} were entered after {seat.player} had left: take those back "
                "first."
            )


def _check_none(deal: Deal | None, what: str) -> None:
    if deal is not None:
        raise PlayedSince(f"{what} deal {deal.number} of {deal.table}: take that one back first.")


def _totals(table: Table) -> tuple[set[SeatNumber], datetime | None]:
    """The seats in the totals that stand, and when these were counted."""
    entry = table.totals_entries.order_by("version").last()
    if entry is None or entry.totals is None:
        return set(), None
    return set(entry.totals.of_seats), entry.counted_at or entry.at


def _unplayed(table: Table) -> Closing:
    """What takes all stacks home and leaves the pool."""
    seats = list(table.seats.taken().select_related("player", "stack"))
    table.pool.refresh_from_db(fields=["balance"])
    return Closing(table, seats, cash_out(table, seats, key=key_of_closing(table, CASH_OUT)))
