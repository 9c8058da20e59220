"""Counting: what everybody made of a round that is played out."""

from collections import Counter
from dataclasses import dataclass, field

from games.models import Deal
from games.seat_numbers import SeatNumber
from tournaments.models import Round, RoundSeat

COUNTED = ("chips", "deals_won", "tricks", "deals", "jinks")


@dataclass
class Tally:
    """What was done at a table, by the number of the seat, in all deals not taken back."""

    won: Counter[SeatNumber] = field(default_factory=Counter)
    tricks: Counter[SeatNumber] = field(default_factory=Counter)
    deals: Counter[SeatNumber] = field(default_factory=Counter)
    jinks: Counter[SeatNumber] = field(default_factory=Counter)


def count_round(round: Round) -> None:
    """Write down what everybody in a round won or lost, but for tables that were counted before."""
    tables = round.tables.filter(voided_at=None, seats__chips=None).distinct()
    for round_table in tables.select_related("table"):
        played = {seat.number: seat for seat in round_table.table.seats.all()}
        tally = tally_of(round_table.table_id)
        seats = list(round_table.seats.all())
        for row in seats:
            seat = played[row.seat]
            row.chips = (seat.cashed_chips or 0) - seat.bought_chips
            row.deals_won = tally.won[row.seat]
            row.tricks = tally.tricks[row.seat]
            row.deals = tally.deals[row.seat]
            row.jinks = tally.jinks[row.seat]
        RoundSeat.objects.bulk_update(seats, COUNTED)


def tally_of(table_id: int) -> Tally:
    tally = Tally()
    for deal in Deal.objects.filter(table=table_id).counted():
        if outcome := deal.outcome:
            winners = [deal.seat_numbers[place] for place in outcome.winners]
            tally.won.update(winners)
            tally.jinks.update(winners if outcome.kind == "jinked" else ())
            tally.tricks.update(dict(zip(deal.seat_numbers, outcome.tricks, strict=True)))
            tally.deals.update(deal.seat_numbers)
    return tally
