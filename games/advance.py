"""Advancing a table: the one function behind the sweep, the hint and the tests."""

from datetime import datetime

from django.db import transaction

from games.bots import FIRST_BOT, choose
from games.dealing import deal_next
from games.deals import dealt_in, fold, set_due, write_action
from games.engine import view
from games.models import Action, Deal, Table
from games.settlement import pay_out
from games.tables import close_tables

MOST_STEPS = 20  # Then the next sweep goes on, so that one table does not keep a worker.


def advance_table(table_id: int, *, at: datetime) -> int:
    """Do whatever is due at a table, in transactions of one step each; how many there were.

    Settle an ended deal, close a table that is played out, deal the next, let bots act, act for a
    seat whose clock ran out. Stops where a person is to act or the next step lies ahead. A table
    that somebody else holds is left alone. Safe to repeat at any time.
    """
    steps = 0
    while steps < MOST_STEPS and _step(table_id, at=at):
        steps += 1
    return steps


@transaction.atomic
def _step(table_id: int, *, at: datetime) -> bool:
    table = Table.objects.due(at).filter(pk=table_id).select_for_update(skip_locked=True).first()
    if table is None:
        return False
    deal = table.deals.defer(None).filter(settled_at=None).first()
    if deal is not None:
        deal.table = table
    if deal is None:
        _deal_or_close(table, at=at)
    elif deal.ended_at is not None:
        pay_out(deal, dealt_in(deal), at=at)
        set_due(table, at)
    else:
        _play_on(deal, at=at)
    return True


def _deal_or_close(table: Table, *, at: datetime) -> None:
    is_played_out = table.deals_limit is not None and table.deals.count() >= table.deals_limit
    if is_played_out or deal_next(table, at=at) is None:
        close_tables([table], at=at)


def _play_on(deal: Deal, *, at: datetime) -> None:
    """Let bots and the clock act until a person, or a bot that takes its time, is to act."""
    seats = dealt_in(deal)
    state = fold(deal)
    while state.to_act is not None and deal.table.due_at is not None and deal.table.due_at <= at:
        seat = seats[state.to_act]
        by = Action.By.BOT if seat.bot_level else Action.By.CLOCK
        if by == Action.By.CLOCK and not seat.is_away:
            seat.is_away = True
            seat.save(update_fields=["is_away"])
        seen = view(state, state.to_act).to_json()
        chosen = choose(seen, deal.table.rules, seat.bot_level or FIRST_BOT)
        state = write_action(deal, state, chosen, seats=seats, by=by, at=at)
