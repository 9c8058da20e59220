"""Rounds: drawn, played, counted, and followed by the next one or by the prizes."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import F, Prefetch, QuerySet

from games.models import Deal
from games.seat_numbers import SeatNumber
from games.tables.opening import SeatPlan, open_table
from ledger.kinds import AccountKind
from ledger.models import Account
from tournaments.awards import award_prizes
from tournaments.errors import NoDraw
from tournaments.formats.draw import Draw
from tournaments.formats.protocol import Situation
from tournaments.models import (
    Entrant,
    Round,
    RoundSeat,
    RoundTable,
    Tournament,
    TournamentStatus,
)
from tournaments.results import standings_of
from tournaments.stages import lock_tournament
from tournaments.table_kinds import TOURNAMENT

SEEDS = 2**63


def open_round(tournament: Tournament, *, at: datetime) -> Round | None:
    """Draw the next round and open its tables; None where the format has no round left to play.

    The caller has locked the tournament, and no round is in play.

    Raises:
        NoDraw: nobody has dropped out yet, and there are no tables for all who entered.
    """
    able = _able(tournament)
    history = _history(tournament)
    seed = secrets.randbelow(SEEDS)
    drawn = _draw(tournament, list(able), history=history, seed=seed)
    if not history and len(able) > 1 and (drawn is None or drawn.sits_out):
        raise NoDraw(
            f"{len(able)} entrants cannot be seated at tables of about the same size under "
            f"the house rules of {tournament}: let somebody enter or withdraw."
        )
    if drawn is None:
        return None
    faults = drawn.faults(able=able, history=history)
    assert not faults, faults
    round = Round.objects.create(
        tournament=tournament,
        number=len(history) + 1,
        seed=seed,
        repeat_meetings=drawn.seated.repeats,
        least_repeats=drawn.seated.bound,
        started_at=at,
    )
    carried = _carried_pools(tournament)
    for number, company in enumerate(drawn.seated.tables, start=1):
        entrants = [able[pk] for pk in company]
        _open_table(round, number, entrants, pool=next(carried, None), at=at)
    return round


def drawn_rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds so far with their tables and seats, to be shown."""
    seats = RoundSeat.objects.select_related("entrant__member__player").order_by("seat")
    tables = RoundTable.objects.annotate(closed_at=F("table__closed_at")).order_by("number")
    seated = tables.prefetch_related(Prefetch("seats", seats))
    rounds: QuerySet[Round] = tournament.rounds.order_by("number")
    return rounds.prefetch_related(Prefetch("tables", seated))


def _able(tournament: Tournament) -> dict[int, Entrant]:
    """The entrants who can play on, by key; they need chips."""
    entrants = tournament.entrants.playing().select_related("purse", "member")
    entrants = entrants.filter(member__turned_away_at=None)  # A sweep lets them go.
    return {entrant.pk: entrant for entrant in entrants if entrant.purse.balance > 0}


def _draw(
    tournament: Tournament, able: Collection[int], *, history: list[list[list[int]]], seed: int
) -> Draw | None:
    """The draw of the format that this seed makes, with the seed of the first round."""
    ranked = standings_of(tournament, len(history) + 1)
    figures = {one.score.entrant: one.score.figures for one in ranked if one.score.entrant in able}
    first_seed = tournament.rounds.get(number=1).seed if history else seed
    rules = tournament.rules
    return tournament.played_as.draw(
        Situation(
            plan=tournament.plan,
            sizes=rules.numbers_playing,
            able=list(figures),
            figures=figures,
            history=history,
            seed=seed,
            first_seed=first_seed,
        )
    )


def _carried_pools(tournament: Tournament) -> Iterator[Account]:
    """Pools that the last round carried over: the next tables open with them. RULES.md 7.7."""
    left = Account.objects.open().filter(book=tournament.book_id, kind=AccountKind.POOL)
    return iter(left.filter(balance__gt=0).order_by("pk"))


def _open_table(
    round: Round, number: int, entrants: list[Entrant], *, pool: Account | None, at: datetime
) -> None:
    """A table to which everybody brings all that they have."""
    tournament = round.tournament
    table = open_table(
        tournament.book,
        rules=tournament.rules,
        policies=TOURNAMENT.policies,
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
        pool=pool,
        club_book=tournament.club.book,
        at=at,
        **tournament.terms,
    )
    round_table = RoundTable.objects.create(round=round, number=number, table=table)
    RoundSeat.objects.bulk_create(
        RoundSeat(round_table=round_table, entrant=entrant, seat=SeatNumber(seat))
        for seat, entrant in enumerate(entrants)
    )


def _history(tournament: Tournament) -> list[list[list[int]]]:
    """Who sat where in the rounds so far: the entrants of each table, in the order of its seats."""
    tables: dict[int, dict[int, list[int]]] = {}
    seats = RoundSeat.objects.filter(round_table__round__tournament=tournament)
    seats = seats.order_by("round_table__number", "seat")
    for number, table, entrant in seats.values_list(
        "round_table__round__number", "round_table", "entrant"
    ):
        tables.setdefault(number, {}).setdefault(table, []).append(entrant)
    return [list(tables[number].values()) for number in sorted(tables)]


@transaction.atomic
def advance_round(round: Round, *, at: datetime) -> Tournament:
    """Count a round that is played out, then open the next one or pay the prizes.

    Done again, or too early, it does nothing.
    """
    tournament = lock_tournament(round.tournament)
    due = tournament.rounds.played_out().filter(pk=round.pk).first()
    if due is None or tournament.status != TournamentStatus.RUNNING:
        return tournament
    _count(due)
    due.finished_at = at
    due.save(update_fields=["finished_at"])
    if open_round(tournament, at=at) is None:
        award_prizes(tournament, at=at)
    return tournament


def _count(round: Round) -> None:
    """Write down what everybody in a round won or lost."""
    for round_table in round.tables.select_related("table"):
        played = {seat.number: seat for seat in round_table.table.seats.all()}
        won, tricks = _taken(round_table.table_id)
        seats = list(round_table.seats.all())
        for row in seats:
            seat = played[row.seat]
            row.chips = (seat.cashed_chips or 0) - seat.bought_chips
            row.deals_won = won[row.seat]
            row.tricks = tricks[row.seat]
        RoundSeat.objects.bulk_update(seats, ["chips", "deals_won", "tricks"])


def _taken(table_id: int) -> tuple[Counter[SeatNumber], Counter[SeatNumber]]:
    """By seat number the deals won and the tricks taken, of all deals that were not taken back."""
    won, tricks = Counter[SeatNumber](), Counter[SeatNumber]()
    for deal in Deal.objects.filter(table=table_id).counted():
        if outcome := deal.outcome:
            won.update(deal.seat_numbers[place] for place in outcome.winners)
            tricks.update(dict(zip(deal.seat_numbers, outcome.tricks, strict=True)))
    return won, tricks
