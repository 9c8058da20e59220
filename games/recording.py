"""Tables with real cards: how each deal ended is entered by hand, and paid like any other."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from games.engine import Outcome, after_misdeal, recorded_outcome
from games.engine.outcome import OutcomeKind
from games.errors import (
    DealRecorded,
    NotDealtIn,
    NotRecorded,
    TableClosed,
    TablePlayedOut,
    TooFewPlayers,
    WrongDeal,
)
from games.lineup import LineUp, barred_by, is_played_out, next_lineup
from games.models import Deal, Mode, Table
from games.settlement import collect_stakes, pay_out


@dataclass(frozen=True, kw_only=True)
class Result:
    """How a deal with real cards ended; seats are numbers at the table.

    Attributes:
        winner: A seat of the side that won, or jinked.
        barred: Seats that robbed without the ace or revoked. Source: RULES.md 1.6.
        tricks: The tricks of each seat; left out where nobody counted them.
        scores: In a game for points what each seat's side stands at after the deal.
        is_dealt_again: After a misdeal the dealer pays a second extra and deals again.
    """

    kind: OutcomeKind
    winner: int | None = None
    barred: Collection[int] = ()
    tricks: Mapping[int, int] = field(default_factory=dict)
    scores: Mapping[int, int] = field(default_factory=dict)
    is_dealt_again: bool = False


@transaction.atomic
def record_deal(table: Table, result: Result, *, number: int, at: datetime) -> Deal:
    """Enter how a deal ended: its stakes are collected and the pool is paid.

    The same result for the same number, entered again, is harmless.

    Args:
        number: The deal that is meant, so that two who enter results cannot enter one twice.

    Raises:
        NotRecorded: the cards of this table are dealt online.
        TableClosed: the table is closed.
        DealRecorded: another result was entered for this deal.
        WrongDeal: another deal comes next.
        TablePlayedOut: all its deals were played.
        TooFewPlayers: who is left cannot play by these rules.
        NotDealtIn: a seat that is named does not play this deal.
        ImpossibleOutcome: no deal by these rules ends like this; the message names the rule.
    """
    table = Table.objects.select_for_update().get(pk=table.pk)
    if table.mode != Mode.RECORDED:
        raise NotRecorded(f"{table} is played online; nobody enters its results.")
    recorded = table.deals.filter(number=number).first()
    if recorded is not None:
        return _same(table, recorded, result)
    if table.closed_at is not None:
        raise TableClosed(f"{table} is closed.")
    lineup = next_lineup(table)
    _check(table, lineup, number)
    outcome = _outcome(table, lineup.numbers, lineup.dealer, lineup.barred, result)
    deal: Deal = Deal.objects.create(
        table=table,
        number=number,
        seat_numbers=lineup.numbers,
        dealer=lineup.dealer,
        is_new_pool=lineup.is_new_pool,
        scores=list(lineup.scores),
        outcome_json=outcome.to_json(),
        is_dealt_again=result.is_dealt_again,
        dealt_at=at,
        ended_at=at,
    )
    collect_stakes(deal, lineup, at=at)
    for account in (table.pool, *(seat.stack for seat in lineup.seats)):
        account.refresh_from_db(fields=["balance"])
    pay_out(deal, lineup.seats, at=at)
    return deal


def _check(table: Table, lineup: LineUp, number: int) -> None:
    if number != lineup.number:
        raise WrongDeal(f"Deal {lineup.number} of {table} comes next, not deal {number}.")
    if is_played_out(table, lineup):
        raise TablePlayedOut(f"All {table.deals_limit} deals of {table} were played; close it.")
    refusal = table.rules.refusal(len(lineup.seats))
    if refusal:
        raise TooFewPlayers(f"{len(lineup.seats)} at {table} can pay. {refusal}")


def _outcome(
    table: Table, numbers: list[int], dealer: int, barred: tuple[int, ...], result: Result
) -> Outcome:
    """The outcome by places, of the seats with these numbers; whoever was barred stays so."""
    places = {number: place for place, number in enumerate(numbers)}

    def place_of(number: int) -> int:
        if number not in places:
            raise NotDealtIn(f"Seat {number} of {table} does not play this deal.")
        return places[number]

    def by_place(counts: Mapping[int, int]) -> list[int]:
        placed = {place_of(number): count for number, count in counts.items()}
        return [placed.get(place, 0) for place in range(len(places))] if counts else []

    outcome = recorded_outcome(
        table.rules,
        result.kind,
        seats=len(places),
        winner=None if result.winner is None else place_of(result.winner),
        tricks=by_place(result.tricks),
        barred=[*barred, *map(place_of, result.barred)],
        scores=by_place(result.scores),
    )
    if result.kind == "misdeal":  # Whether the house lets him deal again is asked at once.
        after_misdeal(
            table.rules,
            seats=len(places),
            dealer=dealer,
            pays_again=result.is_dealt_again,
        )
    return outcome


def _same(table: Table, deal: Deal, result: Result) -> Deal:
    """The deal, if this is the result that was entered for it."""
    if deal.voided_at is not None:
        raise DealRecorded(f"{deal} was taken back: {deal.void_reason}. Enter the next one.")
    before = table.deals.filter(number=deal.number - 1).first()
    outcome = _outcome(table, deal.seat_numbers, deal.dealer, barred_by(table, before), result)
    if (outcome, result.is_dealt_again) != (deal.outcome, deal.is_dealt_again):
        raise DealRecorded(f"{deal} was entered already, with another result.")
    return deal
