"""Counting: what everybody made of a round that is played out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Prefetch

from games.models import Action, Deal
from games.seat_numbers import SeatNumber
from tournaments.models import Entrant, LetGo, Round, RoundSeat

COUNTED = ("chips", "deals_won", "tricks", "deals", "jinks")


@dataclass
class Tally:
    """What was done at a table, by the number of the seat, in all deals not taken back."""

    won: Counter[SeatNumber] = field(default_factory=Counter)
    tricks: Counter[SeatNumber] = field(default_factory=Counter)
    deals: Counter[SeatNumber] = field(default_factory=Counter)
    jinks: Counter[SeatNumber] = field(default_factory=Counter)


def count_round(round: Round, *, at: datetime) -> None:
    """Write down what everybody in a round won or lost, but for tables that were counted before.

    Deals that a bot played for somebody who had not come yet add nothing but their chips.
    """
    tables = round.tables.filter(voided_at=None, seats__chips=None).distinct()
    named = Prefetch("entrant", Entrant.objects.named())
    for round_table in tables.select_related("table"):
        played = {seat.number: seat for seat in round_table.table.seats.all()}
        seats = list(round_table.seats.prefetch_related(named))
        since = _own_deals(round_table.table_id, seats, at=at)
        tally = tally_of(round_table.table_id, since=since)
        for row in seats:
            seat = played[row.seat]
            row.chips = (seat.cashed_chips or 0) - seat.bought_chips
            row.deals_won = tally.won[row.seat]
            row.tricks = tally.tricks[row.seat]
            row.deals = tally.deals[row.seat]
            row.jinks = tally.jinks[row.seat]
        RoundSeat.objects.bulk_update(seats, COUNTED)


def tally_of(table_id: int, *, since: Mapping[SeatNumber, int | None]) -> Tally:
    """Count what was done at a table.

    Args:
        since: By seat the number of the first deal that counts for it, or None where none does; for
            seats that are left out every deal counts.
    """
    tally = Tally()
    for deal in Deal.objects.filter(table=table_id).counted():
        if outcome := deal.outcome:
            counts = [_counts(seat, deal.number, since) for seat in deal.seat_numbers]
            here = [seat for seat, own in zip(deal.seat_numbers, counts, strict=True) if own]
            winners = [deal.seat_numbers[place] for place in outcome.winners if counts[place]]
            tricks = dict(zip(deal.seat_numbers, outcome.tricks, strict=True))
            tally.won.update(winners)
            tally.jinks.update(winners if outcome.kind == "jinked" else ())
            tally.tricks.update({seat: tricks[seat] for seat in here})
            tally.deals.update(here)
    return tally


def _counts(seat: SeatNumber, deal: int, since: Mapping[SeatNumber, int | None]) -> bool:
    first = since.get(seat, 0)
    return first is not None and deal >= first


def _own_deals(
    table_id: int, seats: Sequence[RoundSeat], *, at: datetime
) -> dict[SeatNumber, int | None]:
    """By seat of who had not come before this round: the first deal in which one of them acted.

    It is noted that they came. Whoever lets a bot play for them has come with it.
    """
    waited_for = {
        row.seat: row.entrant
        for row in seats
        if row.entrant.came_at is None and not any(one.bot_level for one in row.entrant.company)
    }
    if not waited_for:
        return {}
    acted = Action.objects.filter(deal__table=table_id, by=Action.By.PLAYER).order_by()
    first: dict[int, int] = {}
    for number, seat_numbers, place in acted.values_list(
        "deal__number", "deal__seat_numbers", "place"
    ).distinct():
        if (entrant := waited_for.get(seat_numbers[place])) is not None:
            first[entrant.pk] = min(number, first.get(entrant.pk, number))
    Entrant.objects.filter(pk__in=first).exclude(let_go=LetGo.NO_SHOW).update(came_at=at)
    return {seat: first.get(entrant.pk) for seat, entrant in waited_for.items()}
