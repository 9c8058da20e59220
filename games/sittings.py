"""Free tables: people and bots sit down, get up, sit out and bring more chips.

What concerns a deal in play waits for its end: whoever is dealt in gets up, and brings more chips,
before the next one (`change_seats`).
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from games.bell import ring
from games.deals import NO_SEAT, fold, texts_of
from games.errors import (
    AlreadySeated,
    NotSeated,
    SentAway,
    TableClosed,
    TableFull,
    TableNotFree,
    TooFewChips,
)
from games.models import Deal, Mode, Seat, Table
from games.tables import SeatPlan, buy_in, close_tables, new_seat
from ledger.books import close_accounts
from ledger.kinds import Reason
from ledger.posting import Posting, post_transfer, post_transfers

IDLE = timedelta(minutes=15)  # Then a free table at which nothing is dealt closes.


@transaction.atomic
def sit_down(table: Table, plan: SeatPlan, *, at: datetime) -> Seat:
    """Take a free seat, or the place of a bot, which gets up for a person.

    Who sits down is dealt in from the next deal on, to the right of all who sit there.

    Raises:
        TableClosed: nobody plays there any more.
        TableNotFree: its host has seated people.
        SentAway: an organiser has sent him away, and nobody has let him back.
        AlreadySeated: he sits there.
        TableFull: every seat is taken, and none by a bot that could go.
        TooFewChips: they would not pay for the first deal.
        Overdrawn: the purse does not hold them.
    """
    table = _lock(table)
    if table.seats.filter(player=plan.player_id, is_sent_away=True).exists():
        raise SentAway(
            "An organiser has sent you away from this table: ask him to let you back, or sit down "
            "at another."
        )
    seats = list(table.seats.taken().select_related("table"))
    if own := next((seat for seat in seats if seat.player_id == plan.player_id), None):
        until = ", until the deal is over: sit down again then" if own.is_leaving else ""
        raise AlreadySeated(f"You sit at this table{until}.")
    _make_room(table, seats, plan, at=at)
    least = table.rules.stake + table.rules.dealer_extra
    if plan.chips < least:
        raise TooFewChips(f"Bring {least} chips or more: a deal may cost its dealer as many.")
    last: int | None = table.seats.aggregate(last=Max("number"))["last"]
    seat = new_seat(table, 0 if last is None else last + 1, plan)
    if before := table.seats.filter(player=plan.player_id).order_by("-number").first():
        seat.bank_seconds = before.bank_seconds
    seat.save()
    post_transfer(buy_in(seat, plan.chips), at=at)
    _look(table, at)
    return seat


def _make_room(table: Table, seats: list[Seat], plan: SeatPlan, *, at: datetime) -> None:
    staying = [seat for seat in seats if not seat.is_leaving]
    assert table.seats_limit is not None
    if len(staying) < table.seats_limit:
        return
    bots = [seat for seat in staying if seat.bot_level]
    if not bots or plan.bot_level:
        raise TableFull(f"All {table.seats_limit} seats of {table} are taken.")
    _get_up(bots[-1], at=at)


@transaction.atomic
def get_up(table: Table, *, player_id: int, at: datetime) -> Seat:
    """Take one's chips home: at once, or when the deal is over in which he is.

    Until then he is away, and a bot plays for him. Again it is harmless. Who goes last, or those
    who go last together, share a pool that nobody is left to play for: the table closes.

    Raises:
        NotSeated: he has no seat there.
        TableNotFree: its host has seated people.
        TableClosed: nobody plays there any more.
    """
    return _change(table, player_id, at, lambda seat: _get_up(seat, at=at))


@transaction.atomic
def send_home(table: Table, *, player_id: int, at: datetime) -> Seat:
    """Let somebody get up whom an organiser wants to go, also where the host has seated people.

    Unless he is a bot, he does not sit down there again before somebody lets him (`let_back`).

    Raises:
        NotSeated, TableClosed: as in `get_up`.
        TableNotFree: it is played to its end by whoever sits there.
    """

    def change(seat: Seat) -> None:
        seat.is_sent_away = not seat.bot_level
        seat.save(update_fields=["is_sent_away"])
        _get_up(seat, at=at)

    return _change(table, player_id, at, change, by_host=True)


@transaction.atomic
def let_back(table: Table, *, number: int) -> Seat:
    """Let whoever was sent away from this seat sit down again, if he likes to.

    Raises:
        NotSeated: nobody was sent away from there.
        TableClosed: nobody plays there any more.
    """
    table = _lock(table, by_host=True)
    seat: Seat | None = table.seats.filter(number=number, is_sent_away=True).first()
    if seat is None:
        raise NotSeated("Nobody was sent away from this seat.")
    seat.is_sent_away = False
    seat.save(update_fields=["is_sent_away"])
    return seat


def _get_up(seat: Seat, *, at: datetime) -> None:
    seat.is_leaving = True
    seat.is_away = not seat.bot_level
    seat.save(update_fields=["is_leaving", "is_away"])
    deal = _deal_of(seat)
    if deal is not None:
        if not seat.bot_level:
            _leave_his_turn(deal, seat, at=at)
    elif not _end_play(seat.table, [seat], at=at):
        _pay([_cash_out(seat)], at=at)
        close_accounts([seat.stack], at=at)


def _leave_his_turn(deal: Deal, seat: Seat, *, at: datetime) -> None:
    """Where he is to act, nobody waits for him."""
    table = deal.table = seat.table
    actor = fold(deal, texts_of(deal)).to_act
    if actor is not None and deal.seat_numbers[actor] == seat.number:
        table.is_clock_running, table.due_at = False, at
        table.save(update_fields=["is_clock_running", "due_at"])


@transaction.atomic
def sit_out(table: Table, *, player_id: int, at: datetime) -> Seat:
    """Be dealt in no more until one says that he is back (`games.deals.come_back`).

    Raises:
        NotSeated, TableNotFree, TableClosed: as in `get_up`.
    """

    def change(seat: Seat) -> None:
        seat.is_sitting_out = True
        seat.save(update_fields=["is_sitting_out"])

    return _change(table, player_id, at, change)


@transaction.atomic
def top_up(table: Table, *, player_id: int, chips: int, at: datetime) -> Seat:
    """Bring more chips: at once, or before the next deal, as far as the purse then holds them.

    Raises:
        TooFewChips: not a whole number above 0.
        Overdrawn: the purse does not hold them.
        NotSeated, TableNotFree, TableClosed: as in `get_up`.
    """
    if type(chips) is not int or chips <= 0:
        raise TooFewChips("Bring a whole number of chips above 0.")

    def change(seat: Seat) -> None:
        if _deal_of(seat):
            seat.top_up_chips += chips
            seat.save(update_fields=["top_up_chips"])
        else:
            _pay([_bring(seat, chips)], at=at)

    return _change(table, player_id, at, change)


def _change(
    table: Table,
    player_id: int,
    at: datetime,
    change: Callable[[Seat], None],
    *,
    by_host: bool = False,
) -> Seat:
    table = _lock(table, by_host=by_host)
    seat = table.seats.taken().select_related("stack", "purse").filter(player=player_id).first()
    if seat is None:
        raise NotSeated(NO_SEAT)
    seat.table = table
    change(seat)
    _look(table, at)
    seat.refresh_from_db(fields=["cashed_chips"])
    return seat


def change_seats(table: Table, *, at: datetime) -> bool:
    """Between two deals: who wanted to gets up, and who wanted to brings more chips.

    Who is away at a free table sits out, so that nobody loses his chips in his absence. The caller
    has locked the table. All chips move at once, so that two tables with the same people do not
    wait for each other's purses.

    Returns:
        Whether the table is still open.
    """
    seats = list(table.seats.taken().select_related("stack", "purse"))
    leaving = [seat for seat in seats if seat.is_leaving]
    if leaving and _end_play(table, leaving, at=at):
        return False
    postings = []
    for seat in seats:
        seat.table = table
        if seat.is_leaving:
            postings.append(_cash_out(seat))
            continue
        if seat.top_up_chips:
            available = seat.purse.balance - (seat.purse.min_balance or 0)
            postings.append(_bring(seat, min(seat.top_up_chips, available)))
        if seat.is_away and not seat.is_sitting_out and table.seats_limit is not None:
            seat.is_sitting_out = True
            seat.save(update_fields=["is_sitting_out"])
    _pay(postings, at=at)
    if leaving:
        close_accounts([seat.stack for seat in leaving], at=at)
    return True


def _end_play(table: Table, leaving: list[Seat], *, at: datetime) -> bool:
    """Close a table that nobody but these has left to play for its pool; whether it did.

    Source: RULES.md 7.7.
    """
    dealt_in = table.deals.numbers_dealt_in()
    if not any(seat.number in dealt_in and not seat.bot_level for seat in leaving):
        return False
    staying = table.seats.taken().filter(bot_level="").exclude(pk__in=[one.pk for one in leaving])
    if staying.exists() or table.deals.filter(settled_at=None).exists() or not table.pool.balance:
        return False
    close_tables([table], may_play_on=False, at=at)
    return True


def wait_for_company(table: Table, *, at: datetime) -> None:
    """Nobody can be dealt to: look again when somebody comes, and close after a while."""
    if table.idle_since is None:
        table.idle_since = at
    if at - table.idle_since >= IDLE:
        close_tables([table], may_play_on=False, at=at)
        return
    table.due_at = table.idle_since + IDLE
    table.save(update_fields=["idle_since", "due_at"])


def _lock(table: Table, *, by_host: bool = False) -> Table:
    locked: Table = Table.objects.select_for_update().get(pk=table.pk)
    if locked.closed_at is not None:
        raise TableClosed("This table is closed.")
    if locked.seats_limit is not None:
        return locked
    if not by_host:
        raise TableNotFree("The host has seated everybody here; ask him.")
    if locked.is_all_in or locked.mode != Mode.ONLINE:
        raise TableNotFree("With real cards and in tournaments nobody is sent home from his table.")
    return locked


def _look(table: Table, at: datetime) -> None:
    """Somebody came, went or changed his mind: tell who watches; a worker looks for company."""
    ring(table.pk)
    idle = Table.objects.open().filter(pk=table.pk, idle_since__isnull=False)
    idle.update(idle_since=None, due_at=at)


def _deal_of(seat: Seat) -> Deal | None:
    """The deal in play, if he is dealt in."""
    deals = seat.table.deals.defer(None).filter(seat_numbers__contains=[seat.number])
    return deals.filter(settled_at=None).first()


def _bring(seat: Seat, chips: int) -> Posting | None:
    """What brings so many chips before him."""
    posting = None
    if chips > 0:
        seat.buy_ins_count += 1
        seat.bought_chips += chips
        posting = buy_in(seat, chips)
    seat.top_up_chips = 0
    seat.save(update_fields=["buy_ins_count", "bought_chips", "top_up_chips"])
    return posting


def _cash_out(seat: Seat) -> Posting | None:
    """What takes all that lies before him back to his purse; his seat is free."""
    seat.stack.refresh_from_db(fields=["balance"])
    seat.cashed_chips = seat.stack.balance
    seat.save(update_fields=["cashed_chips"])
    if not seat.cashed_chips:
        return None
    return Posting(
        book_id=seat.table.book_id,
        reason=Reason.CASH_OUT,
        key=f"seat:{seat.pk}:cash-out",
        legs={seat.stack_id: -seat.cashed_chips, seat.purse_id: seat.cashed_chips},
        memo=str(seat.table),
    )


def _pay(postings: Sequence[Posting | None], *, at: datetime) -> None:
    if due := [posting for posting in postings if posting is not None]:
        post_transfers(due, at=at)
