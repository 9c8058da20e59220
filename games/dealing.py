"""The next deal of a table: who deals, who can pay, and the seed of its pack."""

from datetime import datetime
from hashlib import sha256

from games.deals import due_at, fold, set_due
from games.engine import first_knave, short_seats
from games.models import Deal, Seat, Table
from games.sealing import seal, unseal
from games.seeds import seed_at
from games.settlement import collect_stakes
from games.shuffle import shuffled_pack


def deal_next(table: Table, *, at: datetime) -> Deal | None:
    """Deal the next hand to whoever can pay; None where the table is to be closed.

    The caller has locked the table and no deal is in play.

    Source: RULES.md 1.4, 7.5.
    """
    last = table.deals.order_by("-number").first()
    number = last.number + 1 if last else 1
    if number > table.seeds_count:
        return None
    is_new_pool = last is None or last.outcome is None or last.outcome.is_won
    seated = list(table.seats.select_related("stack").order_by("number"))
    played = {
        seat for numbers in table.deals.values_list("seat_numbers", flat=True) for seat in numbers
    }
    first = _first_dealer(table) if last is None else last.seat_numbers[last.dealer] + 1
    seats, dealer = _able(table, seated, first, is_new_pool, played)
    if len(seats) < 2:
        return None
    seed = seed_at(unseal(table.sealed_tail), length=table.seeds_count, number=number)
    deal = Deal(
        table=table,
        number=number,
        seat_numbers=[seat.number for seat in seats],
        dealer=dealer,
        sealed_seed=seal(seed),
        commitment=sha256(seed).digest(),
        is_new_pool=is_new_pool,
        dealt_at=at,
    )
    deal.save()
    collect_stakes(deal, seats, newcomers=_newcomers(seats, played), at=at)
    state = fold(deal)
    assert state.to_act is not None
    set_due(table, due_at(table, seats[state.to_act], at))
    return deal


def _first_dealer(table: Table) -> int:
    """The first knave of a pack that everybody can repeat: its seed is the anchor."""
    return first_knave(shuffled_pack(bytes(table.anchor)), table.seats.count())


def _newcomers(seats: list[Seat], played: set[int]) -> tuple[int, ...]:
    return tuple(place for place, seat in enumerate(seats) if seat.number not in played)


def _able(
    table: Table, seated: list[Seat], first: int, is_new_pool: bool, played: set[int]
) -> tuple[list[Seat], int]:
    """Who is dealt in, and the place among them that deals: the first able seat from `first` on.

    Somebody who sits out may hand the deal, and with it the extra, to another who then cannot pay
    either; so the question is asked until nobody is short. Source: RULES.md 7.5.
    """
    seats = [seat for seat in seated if seat.stack.balance > 0]
    while len(seats) >= 2:
        numbers = [seat.number for seat in seats]
        ahead = [number for number in numbers if number >= first]
        dealer = numbers.index(min(ahead or numbers))
        short = (
            ()
            if table.is_all_in
            else short_seats(
                table.rules,
                dealer=dealer,
                pool=table.pool.balance,
                is_new=is_new_pool,
                stacks=[seat.stack.balance for seat in seats],
                newcomers=_newcomers(seats, played),
            )
        )
        if not short:
            return seats, dealer
        seats = [seat for place, seat in enumerate(seats) if place not in short]
    return [], 0
