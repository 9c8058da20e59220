"""Rounds: drawn, played, counted, and followed by the next one or by the prizes."""

import random
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import TypeVar

from django.db import transaction
from django.db.models import F, Prefetch, QuerySet

from clubs.seating import table_sizes
from games.models import Deal
from games.tables import SeatPlan, open_table
from tournaments.awards import award_prizes, standings_of
from tournaments.draws import Draw, draw
from tournaments.errors import NoDraw
from tournaments.models import (
    Entrant,
    Place,
    Round,
    RoundTable,
    Tournament,
    TournamentStatus,
)
from tournaments.recount import faults
from tournaments.schedules import schedule

T = TypeVar("T")

SEEDS = 2**63


def open_round(tournament: Tournament, *, at: datetime) -> Round | None:
    """Draw the next round and open its tables; None where fewer than two can play on.

    The caller has locked the tournament, and no round is in play.

    Raises:
        NoDraw: nobody has dropped out yet, and there are no tables for all who entered.
    """
    history = _history(tournament)
    able, sizes = _company(tournament, is_first=not history)
    if not sizes:
        return None
    seed = secrets.randbelow(SEEDS)
    drawn = _draw(tournament, sorted(able), sizes=sizes, history=history, seed=seed)
    found = faults(drawn, entrants=able, history=history)
    assert not found, found
    round = Round.objects.create(
        tournament=tournament,
        number=len(history) + 1,
        seed=seed,
        repeat_meetings=drawn.repeats,
        least_repeats=drawn.bound,
        started_at=at,
    )
    for number, company in enumerate(drawn.tables, start=1):
        _open_table(round, number, [able[pk] for pk in company], at=at)
    return round


def drawn_rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds so far with their tables and places, to be shown."""
    places = Place.objects.select_related("entrant__member__player").order_by("seat")
    tables = RoundTable.objects.annotate(closed_at=F("table__closed_at")).order_by("number")
    seated = tables.prefetch_related(Prefetch("places", places))
    rounds: QuerySet[Round] = tournament.rounds.order_by("number")
    return rounds.prefetch_related(Prefetch("tables", seated))


def draw_again(round: Round) -> Draw:
    """The draw of a round, made once more from the seeds and from who was there."""
    *history, drawn = _history(round.tournament)[: round.number]
    return _draw(
        round.tournament,
        sorted(chain.from_iterable(drawn)),
        sizes=sorted(map(len, drawn), reverse=True),
        history=history,
        seed=round.seed,
    )


def _company(tournament: Tournament, *, is_first: bool) -> tuple[dict[int, Entrant], list[int]]:
    """Who plays the next round, and how many at each table.

    Who has no chips is out. Where the house rules have no tables for all who are left, the last
    in the standings sit this round out, as few as possible: a tournament goes on by itself.
    """
    entrants = tournament.entrants.playing().select_related("purse", "member")
    by_key = {entrant.pk: entrant for entrant in entrants if entrant.purse.balance > 0}
    ranked = [one.score.entrant for one in standings_of(tournament) if one.score.entrant in by_key]
    allowed = [size for size in range(2, 11) if tournament.rules.refusal(size) is None]
    for count in range(len(ranked), 1, -1):
        if sizes := table_sizes(count, best=tournament.table_size, allowed=allowed):
            return {pk: by_key[pk] for pk in ranked[:count]}, sizes
        if is_first:
            raise NoDraw(
                f"{count} entrants cannot be seated at tables that differ by one at most under "
                f"the house rules of {tournament}: let somebody enter or withdraw."
            )
    return {}, []


def _draw(
    tournament: Tournament,
    entrants: list[int],
    *,
    sizes: list[int],
    history: list[list[list[int]]],
    seed: int,
) -> Draw:
    """The draw that this seed makes, with the seed of the first round, of entrants by key.

    The first round's seed orders the schedule of the whole tournament, so that no round leads
    the later ones into repeat meetings; each round's own seed gives tables and seats.
    """
    starters = sorted(chain.from_iterable(history[0])) if history else entrants
    first_seed = tournament.rounds.get(number=1).seed if history else seed
    plan = schedule(
        _shuffled(starters, random.Random(first_seed)),
        tables=len(history[0] if history else sizes),
        rounds=tournament.rounds_count,
    )
    chance = random.Random(seed)
    planned = plan[len(history)] if len(history) < len(plan) else ()
    order = _shuffled(entrants, chance)
    drawn = draw(order, sizes=sizes, history=history, planned=planned)
    tables = [tuple(_shuffled(table, chance)) for table in _shuffled(drawn.tables, chance)]
    return replace(drawn, tables=tuple(tables))


def _shuffled(ones: Sequence[T], chance: random.Random) -> list[T]:
    return chance.sample(ones, len(ones))


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
        is_all_in=True,
        audience=tournament.club.book,
        at=at,
        **tournament.terms,
    )
    round_table = RoundTable.objects.create(round=round, number=number, table=table)
    Place.objects.bulk_create(
        Place(round_table=round_table, entrant=entrant, seat=seat)
        for seat, entrant in enumerate(entrants)
    )


def _history(tournament: Tournament) -> list[list[list[int]]]:
    """Who sat together: the entrants of each table of each round so far."""
    tables: dict[int, dict[int, list[int]]] = {}
    places = Place.objects.filter(round_table__round__tournament=tournament).order_by("pk")
    for number, table, entrant in places.values_list(
        "round_table__round__number", "round_table", "entrant"
    ):
        tables.setdefault(number, {}).setdefault(table, []).append(entrant)
    return [list(tables[number].values()) for number in sorted(tables)]


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
    """The seat number of every winner of every deal of a table that was not taken back."""
    deals = Deal.objects.filter(table=table_id).counted()
    return [
        deal.seat_numbers[place]
        for deal in deals
        for place in (deal.outcome.winners if deal.outcome else ())
    ]
