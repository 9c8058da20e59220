"""Seats change between two deals, as people have asked, and a table waits for company."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from games.models import Seat, Table
from games.policies import WhenAway
from games.tables.cashing import cash_out, key_of_home
from games.tables.closing import close_held
from games.tables.holding import moment_at
from games.tables.opening import bring
from ledger.books import close_accounts
from ledger.posting import Posting, post_transfers


def change_seats(table: Table, *, at: datetime) -> bool:
    """Between two deals: people get up or bring more chips, if they asked to, and bots as well.

    Where the table says so, players who are away sit out. The caller holds the table, and does
    nothing else in this transaction where chips have moved: they moved all at once, so that no two
    tables wait for each other's purses.

    Returns:
        Whether chips moved, or the table has closed: look at it again.
    """
    seats = list(table.seats.taken().select_related("stack", "purse"))
    _let_unpaid_bots_go(seats)
    leaving = [seat for seat in seats if seat.is_leaving]
    if leaving and end_play(table, leaving, at=at):
        return True
    postings = []
    for seat in seats:
        seat.table = table
        if seat.is_leaving:
            continue
        if seat.more_chips:
            available = seat.purse.balance - (seat.purse.min_balance or 0)
            postings += bring(seat, min(seat.more_chips, available))
        if _is_to_sit_out(table, seat):
            seat.is_sitting_out = True
            seat.save(update_fields=["is_sitting_out"])
    postings += cash_seats_out(table, leaving)
    if postings or leaving:
        pay(postings, emptied=leaving, at=moment_at([table], at=at))
    return bool(postings)


def _let_unpaid_bots_go(seats: Iterable[Seat]) -> None:
    """Bots get up that wish to buy in again where the house purse, which all share, cannot pay."""
    promised = Counter[int]()
    for seat in seats:
        if not seat.is_house or seat.is_leaving or not seat.more_chips:
            continue
        available = seat.purse.balance - (seat.purse.min_balance or 0) - promised[seat.purse_id]
        if seat.more_chips <= available:
            promised[seat.purse_id] += seat.more_chips
        else:
            seat.is_leaving, seat.more_chips = True, 0
            seat.save(update_fields=["is_leaving", "more_chips"])


def is_change_due(table: Table, seats: Iterable[Seat]) -> bool:
    """Whether `change_seats` would change any of these, which are all at the table."""
    return any(
        seat.is_leaving or seat.more_chips or _is_to_sit_out(table, seat)
        for seat in seats
        if seat.cashed_chips is None
    )


def _is_to_sit_out(table: Table, seat: Seat) -> bool:
    is_idle = seat.is_away and not seat.is_sitting_out
    return is_idle and table.policies.when_away == WhenAway.SIT_OUT


def end_play(table: Table, leaving: list[Seat], *, at: datetime) -> bool:
    """Close a table if only these are left to play for its pool; whether it did.

    Source: RULES.md 7.7.
    """
    dealt_in = table.deals.numbers_dealt_in()
    if not any(seat.number in dealt_in and not seat.bot_level for seat in leaving):
        return False
    staying = table.seats.taken().filter(bot_level="").exclude(pk__in=[one.pk for one in leaving])
    if staying.exists() or table.deals.filter(settled_at=None).exists() or not table.pool.balance:
        return False
    close_held([table], may_play_on=False, at=at)
    return True


def wait_for_company(table: Table, *, at: datetime) -> None:
    """Nobody can be dealt to: look again when somebody comes, and close after a while."""
    if table.clock.is_given_up(at):
        close_held([table], may_play_on=False, at=at)
    else:
        table.clock = table.clock.wait_for_company(at)


def cash_seats_out(table: Table, seats: Sequence[Seat]) -> list[Posting]:
    """What takes all that lies before these seats back to their purses; the seats are free."""
    if not seats:
        return []
    for seat in seats:
        seat.stack.refresh_from_db(fields=["balance"])
    postings = cash_out(table, seats, key=key_of_home(seats[0]))
    Seat.objects.bulk_update(seats, ["cashed_chips"])
    return postings


def pay(postings: Sequence[Posting], *, emptied: Sequence[Seat] = (), at: datetime) -> None:
    """Move the chips, all at once, and close the stacks of the seats that are free now."""
    if postings:
        post_transfers(postings, at=at)
    if emptied:
        close_accounts([seat.stack for seat in emptied], at=at)
