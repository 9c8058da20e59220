"""Rounds: drawn, played, counted, and followed by the next one or by the prizes."""

import random
import secrets
from collections import Counter
from datetime import datetime
from itertools import combinations

from django.db import transaction

from clubs.seating import table_sizes
from games.models import Deal
from games.tables import SeatPlan, open_table
from tournaments.awards import award_prizes
from tournaments.draws import draw
from tournaments.errors import NoDraw
from tournaments.models import (
    Entrant,
    Place,
    Round,
    RoundTable,
    Tournament,
    TournamentStatus,
)

SEEDS = 2**63


def open_round(tournament: Tournament, *, at: datetime) -> Round | None:
    """Draw the next round and open its tables; None where fewer than two have chips left.

    The caller has locked the tournament, and no round is in play.
    """
    entrants = tournament.entrants.playing().select_related("purse", "member").order_by("pk")
    able = {entrant.pk: entrant for entrant in entrants if entrant.purse.balance > 0}
    if len(able) < 2:
        return None
    seed = secrets.randbelow(SEEDS)
    order = list(able)
    random.Random(seed).shuffle(order)
    drawn = draw(order, sizes=_sizes(tournament, len(order)), met=_meetings(tournament))
    round = Round.objects.create(
        tournament=tournament,
        number=tournament.rounds.count() + 1,
        seed=seed,
        repeat_meetings=drawn.repeats,
        least_repeats=drawn.bound,
        started_at=at,
    )
    for number, company in enumerate(drawn.tables, start=1):
        _open_table(round, number, [able[pk] for pk in company], at=at)
    return round


def _sizes(tournament: Tournament, entrants: int) -> list[int]:
    rules = tournament.rules
    allowed = [size for size in range(2, entrants + 1) if rules.refusal(size) is None]
    sizes = table_sizes(entrants, best=tournament.table_size, allowed=allowed)
    if not sizes:
        raise NoDraw(
            f"{entrants} entrants cannot be seated at tables that differ by one at most under the "
            f"house rules of {tournament}: let somebody enter or withdraw."
        )
    return sizes


def _open_table(round: Round, number: int, entrants: list[Entrant], *, at: datetime) -> None:
    """A table to which everybody brings all that he has."""
    tournament = round.tournament
    table = open_table(
        tournament.book,
        rules=tournament.rules,
        seats=[
            SeatPlan(
                player_id=entrant.member.player_id,
                purse_id=entrant.purse_id,
                chips=entrant.purse.balance,
                bot_level=entrant.bot_level,
            )
            for entrant in entrants
        ],
        name=f"{tournament}, round {round.number}, table {number}",
        deals_limit=tournament.deals_a_round,
        turn_seconds=tournament.turn_seconds,
        is_all_in=True,
        at=at,
    )
    round_table = RoundTable.objects.create(round=round, number=number, table=table)
    Place.objects.bulk_create(
        Place(round_table=round_table, entrant=entrant, seat=seat)
        for seat, entrant in enumerate(entrants)
    )


def _meetings(tournament: Tournament) -> Counter[frozenset[int]]:
    """How often two entrants sat together in the rounds so far."""
    tables: dict[int, list[int]] = {}
    places = Place.objects.filter(round_table__round__tournament=tournament)
    for table, entrant in places.values_list("round_table", "entrant"):
        tables.setdefault(table, []).append(entrant)
    return Counter(
        frozenset(pair) for company in tables.values() for pair in combinations(company, 2)
    )


@transaction.atomic
def advance_round(round: Round, *, at: datetime) -> Tournament:
    """Count a round that is played out, then open the next one or pay the prizes.

    Done again, or too early, it does nothing.
    """
    tournaments = Tournament.objects.whole().select_for_update(of=("self",))
    tournament = tournaments.get(pk=round.tournament_id)
    due = tournament.rounds.played_out().filter(pk=round.pk).first()
    if due is None or tournament.status != TournamentStatus.RUNNING:
        return tournament
    _count(due)
    due.finished_at = at
    due.save(update_fields=["finished_at"])
    is_last = due.number >= tournament.rounds_count
    if is_last or open_round(tournament, at=at) is None:
        award_prizes(tournament, at=at)
    return tournament


def _count(round: Round) -> None:
    """Write down what every place of a round won or lost."""
    for round_table in round.tables.select_related("table"):
        seats = {seat.number: seat for seat in round_table.table.seats.all()}
        won = Counter(_winners(round_table.table_id))
        places = list(round_table.places.all())
        for place in places:
            seat = seats[place.seat]
            place.chips = (seat.cashed_chips or 0) - seat.bought_chips
            place.deals_won = won[place.seat]
        Place.objects.bulk_update(places, ["chips", "deals_won"])


def _winners(table_id: int) -> list[int]:
    """The seat number of every winner of every deal of a table."""
    deals = Deal.objects.filter(table=table_id).settled()
    return [
        deal.seat_numbers[place]
        for deal in deals
        for place in (deal.outcome.winners if deal.outcome else ())
    ]
