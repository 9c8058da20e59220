"""The chips that deals have moved, as their results stand now."""

from collections.abc import Iterable, Sequence

from games.models import Deal, Seat
from ledger.models import Entry


def chips_moved(deals: Iterable[Deal]) -> dict[tuple[int, int], int]:
    """What each deal has moved, by deal and account.

    A seat has the account of its stack of today, whichever it had then.

    Of cards dealt online the keys of its settlement tell, in the ledger. What was put right later
    moved as one sum for a whole evening of real cards, so there the deals tell it.
    """
    deals = list(deals)
    moved = _by_rows([deal for deal in deals if deal.is_recorded])
    return moved | _by_ledger([deal for deal in deals if not deal.is_recorded])


def _by_rows(deals: Sequence[Deal]) -> dict[tuple[int, int], int]:
    seats = Seat.objects.filter(table__in={deal.table_id for deal in deals})
    stack_of = {(seat.table_id, seat.number): seat.stack_id for seat in seats}
    moved = {}
    for deal in deals:
        places = zip(deal.seat_numbers, deal.contributions, deal.gains, strict=True)
        for number, put_in, gained in places:
            moved[deal.pk, stack_of[deal.table_id, number]] = gained - put_in
    return moved


def _by_ledger(deals: Sequence[Deal]) -> dict[tuple[int, int], int]:
    deal_of = {
        f"deal:{deal.pk}:{what}": deal for deal in deals for what in ("stakes", "pool", "jink")
    }
    books = {deal.table.book_id for deal in deals}
    entries = Entry.objects.filter(transfer__book__in=books, transfer__key__in=deal_of)
    moved: dict[tuple[int, int], int] = {}
    stack_now = "account__former_stack__seat__stack"
    rows = entries.values_list("transfer__key", "account", stack_now, "chips")
    for key, account, stack, chips in rows:
        where = (deal_of[key].pk, stack or account)
        moved[where] = moved.get(where, 0) + chips
    return moved
