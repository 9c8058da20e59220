"""Bots act, and play deals that are theirs alone from the first card to the last chip."""

from datetime import datetime

from games.bots import FIRST_BOT, choose
from games.engine import DealState, view
from games.models import Action, Deal, Seat, Table
from games.play.acting import take
from games.play.clocks import wind
from games.play.dealing import draft_deal
from games.play.lineup import LineUp, keep_sides
from games.play.settlement import stakes_of, winnings_of
from ledger.posting import post_transfers


def let_act(deal: Deal, state: DealState, seat: Seat, *, at: datetime) -> tuple[Action, DealState]:
    """What a bot does for the seat to act, not stored yet, and the state after it.

    Args:
        seat: Its bot acts; for a person whose time ran out, the clock by the first bot.
    """
    assert state.to_act is not None
    seen = view(state, state.to_act).to_json()
    chosen = choose(seen, deal.table.rules, seat.bot_level or FIRST_BOT)
    by = Action.By.BOT if seat.bot_level else Action.By.CLOCK
    return take(deal, state, chosen, by=by, at=at)


def play_through(table: Table, lineup: LineUp, *, at: datetime) -> None:
    """Deal, play and settle a deal of bots that take no time; the caller holds the table.

    Nobody could act in it, so nothing is stored before its end: its rows are those of a deal that
    was stored step by step.
    """
    deal, state = draft_deal(table, lineup, at=at)
    seats, rows = list(lineup.seats), list[Action]()
    wind(table, seats, state, before=None, at=at)
    before = state
    while state.to_act is not None:
        before = state
        row, state = let_act(deal, state, seats[state.to_act], at=at)
        rows.append(row)
    wind(table, seats, state, before=before, at=at)
    assert state.outcome is not None
    deal.outcome_json = state.outcome.to_json()
    deal.ended_at = deal.settled_at = at
    deal.save()
    Action.objects.bulk_create(rows)
    keep_sides(lineup)
    postings = stakes_of(deal, lineup)
    if state.outcome.is_won:
        pool = table.pool.balance + sum(lineup.contributions)
        paid = zip(seats, lineup.contributions, strict=True)
        stacks = [seat.stack.balance - chips for seat, chips in paid]
        postings += winnings_of(deal, seats, pool=pool, stacks=stacks)[1]
    if postings:
        post_transfers(postings, at=at)
