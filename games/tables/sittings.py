"""Where people come and go: they and bots sit down, get up, sit out and bring more chips.

What concerns a deal in play waits for its end: people who are dealt in get up, and brings more
chips, before the next one (`games.tables.seat_changes`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from games.errors import (
    AlreadySeated,
    NotSeated,
    SentAway,
    TableFull,
    TableNotFree,
    TooFewChips,
)
from games.models import Deal, Mode, Seat, Table
from games.seat_numbers import SeatNumber
from games.sight.folding import fold, texts_of
from games.tables.chairs import take_chair
from games.tables.holding import hold, hold_open, moment_at
from games.tables.opening import SeatPlan, bring, buy_in
from games.tables.seat_changes import cash_seats_out, change_seats, end_play, pay
from ledger.chips import refusal


def sit_down(table: Table, plan: SeatPlan, *, at: datetime) -> Seat:
    """Take a free seat, or the seat of a bot, which gets up for a person.

    Who sits down is dealt in from the next deal on, to the right of all who sit there.

    Raises:
        TableClosed: nobody plays there any more.
        TableNotFree: its host has seated people.
        SentAway: an organiser has sent them away, and nobody has let them back.
        AlreadySeated: they sit there.
        TableFull: every seat is taken, and none by a bot that could go.
        TooFewChips: they would not pay for the first deal.
        Overdrawn: the purse does not hold them.
    """
    with _held(table) as table:
        seat = _sit_down(table, plan, at=at)
        table.clock = table.clock.come_back()
        return seat


def _sit_down(table: Table, plan: SeatPlan, *, at: datetime) -> Seat:
    if table.seats.filter(player=plan.player_id, is_sent_away=True).exists():
        raise SentAway(
            "An organiser has sent you away from this table: ask them to let you back, or "
            "sit down at another."
        )
    seats = list(table.seats.taken().select_related("table"))
    if own := next((seat for seat in seats if seat.player_id == plan.player_id), None):
        until = ", until the deal is over: sit down again then" if own.is_leaving else ""
        raise AlreadySeated(f"You sit at this table{until}.")
    up = _make_room(table, seats, plan)
    least = table.rules.stake + table.rules.dealer_extra
    if plan.chips < least:
        raise TooFewChips(f"Bring {least} chips or more: a deal can cost the dealer that much.")
    at = moment_at([table], at=at)
    seat = take_chair(table, plan, at=at)
    # Together: the house's purse is shared by many tables, and all lock accounts in one order.
    pay([*cash_seats_out(table, up), buy_in(seat, plan.chips)], emptied=up, at=at)
    return seat


def _make_room(table: Table, seats: list[Seat], plan: SeatPlan) -> list[Seat]:
    """Let a bot get up where the table is full; those whose chips go home at once."""
    staying = [seat for seat in seats if not seat.is_leaving]
    assert table.seats_limit is not None
    if len(staying) < table.seats_limit:
        return []
    bots = [seat for seat in staying if seat.bot_level]
    if not bots or plan.bot_level:
        raise TableFull(f"All {table.seats_limit} seats of {table} are taken.")
    bots[-1].table = table
    _note_leaving(bots[-1])
    return [] if _is_kept(bots[-1]) else [bots[-1]]


def get_up(table: Table, *, player_id: int, at: datetime) -> Seat:
    """Take a player's chips home: at once, or when their deal is over.

    Until then they are away, and a bot plays for them. It is harmless to repeat. The last, or those
    who go last together, share a pool that nobody is left to play for: the table closes.

    Raises:
        NotSeated: they have no seat there.
        TableNotFree: its host has seated people.
        TableClosed: nobody plays there any more.
    """
    return _change(table, lambda seat: let_up(seat, at=at), player=player_id)


def send_home(table: Table, *, number: SeatNumber, at: datetime) -> Seat:
    """Let somebody get up whom an organiser wants to go, also where the host has seated people.

    A person cannot sit down there again before somebody lets them (`let_back`).

    Raises:
        NotSeated, TableClosed: as in `get_up`.
        TableNotFree: it is played to its end by the people who sit there.
    """

    def change(seat: Seat) -> None:
        seat.is_sent_away = not seat.bot_level
        seat.save(update_fields=["is_sent_away"])
        let_up(seat, at=at)

    return _change(table, change, by_host=True, number=number)


def let_back(table: Table, *, number: SeatNumber) -> Seat:
    """Let a player sit down again after they were sent away from this seat.

    Raises:
        NotSeated: nobody was sent away from there.
        TableClosed: nobody plays there any more.
    """
    with _held(table, by_host=True) as table:
        seat: Seat | None = table.seats.filter(number=number, is_sent_away=True).first()
        if seat is None:
            raise NotSeated("Nobody was sent away from this seat.")
        seat.is_sent_away = False
        seat.save(update_fields=["is_sent_away"])
        return seat


def give_up_seat(table: Table, *, player_id: int, at: datetime) -> None:
    """Nobody waits for this player any more at an open table; the caller holds it.

    They get up when the deal in play is over, and a bot plays it out for them. At a table that is
    played to its end the bot plays on; with real cards nobody waits for anything.
    """
    seats = table.seats.taken().select_related("stack", "purse")
    seat = seats.filter(player=player_id).first()
    if seat is None:
        return
    seat.table = table
    seat.is_away, seat.is_leaving = True, not table.policies.is_played_to_end
    seat.save(update_fields=["is_away", "is_leaving"])
    deal = _deal_of(seat)
    if table.mode == Mode.RECORDED:
        change_seats(table, at=at)
    elif deal is not None:
        _leave_turn(deal, seat, at=at)
    elif not table.deals.filter(settled_at=None).exists():
        table.clock = table.clock.wake_at(at)  # A worker lets them up before it deals again.


def let_up(seat: Seat, *, is_away: bool = True, at: datetime) -> None:
    """Take what lies before a seat home, at once or when its deal is over.

    The caller holds the table. Those who go last share a pool that nobody is left to play for: the
    table closes.

    Args:
        seat: With its table, stack and purse.
        is_away: Whether a bot plays their deal out for them.
    """
    _note_leaving(seat, is_away=is_away)
    if _is_kept(seat):
        deal = _deal_of(seat)
        if deal is not None and seat.is_away:
            _leave_turn(deal, seat, at=at)
    elif end_play(seat.table, [seat], at=at):
        seat.refresh_from_db(fields=["cashed_chips"])
    else:
        at = moment_at([seat.table], at=at)
        pay(cash_seats_out(seat.table, [seat]), emptied=[seat], at=at)


def _note_leaving(seat: Seat, *, is_away: bool = True) -> None:
    seat.is_leaving = True
    seat.is_away = is_away and not seat.bot_level
    seat.save(update_fields=["is_leaving", "is_away"])


def _is_kept(seat: Seat) -> bool:
    """Whether a deal has to end first: one that it plays, or that is played for the house's chips.

    What the house takes out of a pool it takes between deals: nobody plays for a pool that shrinks.
    """
    if seat.is_house:
        return bool(seat.table.deals.filter(settled_at=None).exists())
    return _deal_of(seat) is not None


def _leave_turn(deal: Deal, seat: Seat, *, at: datetime) -> None:
    """If they have the turn, nobody waits for them."""
    table = deal.table = seat.table
    actor = fold(deal, texts_of(deal)).to_act
    if actor is not None and deal.seat_numbers[actor] == seat.number:
        table.clock = table.clock.await_worker(at)


def sit_out(table: Table, *, player_id: int) -> Seat:
    """Stop dealing a player in until they say that they are back (`come_back`).

    Raises:
        NotSeated, TableNotFree, TableClosed: as in `get_up`.
    """

    def change(seat: Seat) -> None:
        seat.is_sitting_out = True
        seat.save(update_fields=["is_sitting_out"])

    return _change(table, change, player=player_id)


def come_back(table: Table, *, player_id: int) -> Seat:
    """A player who is away or sits out says that they are here again.

    They play from their next turn on, and are dealt in again.

    Raises:
        NotSeated: they have no seat there.
    """
    with hold(table) as table:
        seat = table.seats.taken().filter(player=player_id).first()
        if seat is None:
            raise NotSeated
        seat.is_away = seat.is_sitting_out = False
        seat.save(update_fields=["is_away", "is_sitting_out"])
        table.clock = table.clock.come_back()
        return seat


def bring_chips(table: Table, *, player_id: int, chips: int, at: datetime) -> Seat:
    """Bring more chips: at once, or before the next deal, as far as the purse then holds them.

    Raises:
        TooFewChips: that is no number of chips.
        Overdrawn: the purse does not hold them.
        NotSeated, TableClosed: as in `get_up`.
        TableNotFree: as in `get_up`, or nobody may bring more.
    """
    if message := refusal(chips):
        raise TooFewChips(message)

    def change(seat: Seat) -> None:
        if not seat.table.policies.may_bring_more:
            raise TableNotFree("Nobody can bring more chips to this table.")
        if _deal_of(seat):
            seat.more_chips += chips
            seat.save(update_fields=["more_chips"])
        else:
            pay(bring(seat, chips), at=moment_at([seat.table], at=at))

    return _change(table, change, player=player_id)


def _change(
    table: Table, change: Callable[[Seat], None], *, by_host: bool = False, **whose: int
) -> Seat:
    with _held(table, by_host=by_host) as table:
        seat = table.seats.taken().select_related("stack", "purse").filter(**whose).first()
        if seat is None:
            raise NotSeated
        seat.table = table
        change(seat)
        table.clock = table.clock.come_back()
        return seat


@contextmanager
def _held(table: Table, *, by_host: bool = False) -> Iterator[Table]:
    """An open table at which people may come and go, or the host may send somebody home."""
    with hold_open(table) as locked:
        policies = locked.policies
        if not by_host and not policies.may_come_and_go:
            raise TableNotFree(
                "You cannot come and go at this table: ask the organiser to move you."
            )
        if by_host and policies.is_played_to_end:
            raise TableNotFree("Nobody can be sent home from this table: it is played to its end.")
        yield locked


def _deal_of(seat: Seat) -> Deal | None:
    """The deal in play, if they are dealt in."""
    deals = seat.table.deals.defer(None).filter(seat_numbers__contains=[seat.number])
    return deals.filter(settled_at=None).first()
