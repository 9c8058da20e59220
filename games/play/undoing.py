"""Undoing what was entered at tables of real cards: results, totals, and chips that were brought.

What was entered before counts again, as a new entry; nothing is deleted. To undo that, the new
entries are put back in turn. Whose table it is hears of none of this (`games.kinds`): it asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from games.errors import (
    NotRecorded,
    NotSeated,
    NotUndone,
    PlayedSince,
    StaleResult,
    StaleTotals,
    WrongDeal,
)
from games.evening.replay import Told
from games.evening.slots import Moment, Slot
from games.models import Mode, ResultEntry, Seat, Table, TotalsEntry
from games.play.corrections import let_count
from games.play.journal import chips_brought, facts_of, slots_of
from games.play.record_keeping import (
    check_has_no_totals,
    check_may_correct,
    check_reason,
)
from games.play.totals import enter_held
from games.reasons import TAKEN_BACK
from games.seat_numbers import SeatNumber
from games.tables.closing import check_between_deals
from games.tables.holding import hold, hold_open, moment_at
from games.tables.opening import bring_by_hand
from ledger.posting import post_transfer

Made = tuple[int, int]
"""An entry that was made: the number of its deal, and its version."""


def put_back_results(
    table: Table,
    made: Sequence[Made],
    *,
    actor_id: int,
    link_id: int | None = None,
    reason: str,
    may_be_closed: bool = True,
    at: datetime,
) -> list[Made]:
    """Let what counted for deals before these entries count again; a deal of one entry is struck.

    Args:
        made: Entries that were made together; what was entered since was undone.
        link_id: The link with which they came who do this, if any.
        may_be_closed: False for people who may do this only while the table is open.

    Returns:
        The entries that this made.

    Raises:
        GamesError: as in `games.play.corrections.correct_results`; by a link `NotOwnEntry`, where
            what counts was not entered by it.
        WrongDeal: there is no such deal.
        StaleResult: another entry was made since, and counts.
    """
    with hold(table) as table:
        check_may_correct(table, may_be_closed=may_be_closed, at=at)
        check_reason(reason)
        check_has_no_totals(table)
        at = moment_at([table], at=at)
        slots = slots_of(table)
        entries = {number: _entry_before(table, number, version) for number, version in made}
        done = let_count(
            facts_of(table),
            slots,
            [_restored(slot, entries) for slot in slots],
            actor_id=actor_id,
            link_id=link_id,
            reason=reason,
            restored={number: version - 1 for number, version in made},
            at=at,
        )
        return [(slot.number, slot.version + 1) for slot in slots if slot.number in done.deals]


def put_back_totals(
    table: Table,
    version: int,
    *,
    actor_id: int,
    link_id: int | None = None,
    reason: str,
    may_be_closed: bool = True,
    at: datetime,
) -> int:
    """Let the totals before this entry stand again, or none; the entry that this made.

    They stand as counted when they were entered.

    Args:
        link_id, may_be_closed: As in `put_back_results`.

    Raises:
        GamesError: as in `games.play.totals.enter_totals`.
        StaleTotals: another entry was made since, and counts.
    """
    with hold(table) as table:
        entries = {entry.version: entry for entry in table.totals_entries.all()}
        newest = max(entries, default=0)
        if version not in _standing(entries):
            raise StaleTotals(
                f"The totals of {table} have entry {newest} by now, not {version}: undo what was "
                "entered last.",
                version=newest,
            )
        former = entries.get(version - 1)
        enter_held(
            table,
            former.totals if former else None,
            version=newest,
            actor_id=actor_id,
            link_id=link_id,
            reason=reason,
            counted_at=(former.counted_at or former.at) if former else None,
            restores=version - 1,
            may_be_closed=may_be_closed,
            at=at,
        )
        return newest + 1


def take_back_more(
    table: Table,
    number: SeatNumber,
    chips: int,
    *,
    actor_id: int | None = None,
    at: datetime,
) -> Seat:
    """Take chips that somebody brought last back to their purse, as though they had not come.

    Args:
        number: Of their seat.

    Raises:
        TableClosed: nobody plays there any more.
        NotRecorded: cards are dealt online there.
        NotSeated: nobody sits in that seat.
        NotUndone: they brought other chips last.
        PlayedSince: they were dealt in since, or their chips were counted.
    """
    with hold_open(table) as table:
        seat = _seat_in(table, number)
        _check_brought_last(seat, chips)
        at = moment_at([table], at=at)
        taken = bring_by_hand(seat, -chips)
        post_transfer(replace(taken, reason=TAKEN_BACK, actor_id=actor_id), at=at)
        return seat


def bring_again(
    table: Table,
    number: SeatNumber,
    chips: int,
    *,
    actor_id: int | None = None,
    at: datetime,
) -> Seat:
    """Bring chips again that were taken back last, as though they had lain there all the time.

    If they were dealt in since, or their chips were counted, the chips are brought now.

    Args:
        number: Of their seat.

    Raises:
        TableClosed, NotRecorded, NotSeated: as in `take_back_more`.
        NotUndone: they took other chips back last.
        DealInPlay: a deal is not settled.
        Overdrawn: the purse does not hold them.
    """
    with hold_open(table) as table:
        seat = _seat_in(table, number)
        check_between_deals([table])
        since = _taken_back_last(seat, chips)
        at = moment_at([table], at=at)
        brought = bring_by_hand(seat, chips, is_again=not _played_since(seat, since))
        post_transfer(replace(brought, actor_id=actor_id), at=at)
        return seat


def _seat_in(table: Table, number: SeatNumber) -> Seat:
    if table.mode != Mode.RECORDED:
        raise NotRecorded(f"{table} is played online: chips stay until people get up.")
    seats = table.seats.taken().select_related("stack", "purse", "player")
    seat: Seat | None = seats.filter(number=number).first()
    if seat is None:
        raise NotSeated(f"Nobody sits in seat {number + 1} of {table}: look again.")
    seat.table = table
    return seat


def _entry_before(table: Table, number: int, version: int) -> ResultEntry | None:
    """The entry of a deal before one that counts now; None if that is its first.

    Raises:
        WrongDeal: there is no such deal.
        StaleResult: another entry counts.
    """
    rows = ResultEntry.objects.filter(deal__table=table, deal__number=number)
    entries = {entry.version: entry for entry in rows}
    if not entries:
        raise WrongDeal(f"{table} has no deal {number}: look at the table again.")
    if version not in _standing(entries):
        raise StaleResult(
            f"Deal {number} of {table} has entry {max(entries)} by now, not {version}: undo what "
            "was entered last.",
            deal=number,
            version=max(entries),
        )
    return entries.get(version - 1)


def _restored(slot: Slot, entries: Mapping[int, ResultEntry | None]) -> Slot:
    """What is to count for a deal, and when it was dealt, as its entry among these says."""
    if slot.number not in entries:
        return slot
    entry = entries[slot.number]
    if entry is None or entry.result is None:
        return replace(slot, told=None)
    told = Told(slot.number, tuple(entry.seat_numbers), entry.result)
    return replace(slot, told=told, moment=(entry.dealt_at, slot.moment[1]))


def _standing(entries: Mapping[int, ResultEntry] | Mapping[int, TotalsEntry]) -> set[int]:
    """The versions that count: the newest and, where all since was undone, those before it."""
    standing, version = set[int](), max(entries, default=0)
    while version:
        standing.add(version)
        version = entries[version].restores or 0
    return standing


def _check_brought_last(seat: Seat, chips: int) -> None:
    brought = chips_brought(seat.table, [seat])[seat.number].standing[1:]  # They sat down before.
    if not brought or brought[-1][1].chips != chips:
        raise NotUndone(
            f"{seat.player} did not bring {chips} chips to {seat.table} last: look at the stack."
        )
    if message := _played_since(seat, brought[-1][0]):
        raise PlayedSince(message)


def _taken_back_last(seat: Seat, chips: int) -> Moment:
    """When chips were brought that were taken back last."""
    taken = chips_brought(seat.table, [seat])[seat.number].taken_back
    if not taken or taken[-1][1].chips != chips:
        raise NotUndone(
            f"{seat.player} did not take {chips} chips back from {seat.table} last: look at the "
            "stack."
        )
    return taken[-1][0]


def _played_since(seat: Seat, since: Moment) -> str:
    """What was played with chips that somebody brought then, and what to do; empty: nothing."""
    table = seat.table
    for slot in slots_of(table):
        if slot.told and slot.moment > since and seat.number in slot.told.numbers:
            return (
                f"{seat.player} has played deal {slot.number} of {table} with these chips: take "
                "that one back first."
            )
    totals = facts_of(table).totals
    if totals and totals[0] > since and seat.number in totals[1].of_seats:
        return f"The chips of {seat.player} are in the totals of {table}: take those back first."
    return ""
