"""Advancing a table: the one function behind the sweep, the hint and the tests."""

from datetime import datetime, timedelta
from typing import NamedTuple

from games.engine import DealState, view
from games.models import Deal, Seat, Table
from games.models.table import TableQuerySet
from games.play.acting import store
from games.play.bots_alone import let_act, play_through
from games.play.bots_without_chips import bots_without_chips, buy_in_or_get_up
from games.play.clocks import GRACE_SECONDS, is_looked_at, wind
from games.play.dealing import deal_out
from games.play.lineup import LineUp, is_played_out, lineup_after
from games.play.outages import is_out
from games.play.settlement import pay_out
from games.play.strings import is_awaited
from games.policies import Policies, WhenAway, WhenTooFew
from games.sight.folding import dealt_in, fold, texts_of
from games.sight.turns import turn_ends_at
from games.tables.closing import close_held
from games.tables.holding import held
from games.tables.moving import finish_move
from games.tables.seat_changes import change_seats, is_change_due, wait_for_company

MOST_STEPS = 5  # Then somebody looks again, so that one table does not keep a worker.


class Visit(NamedTuple):
    """What was done at a table."""

    table_id: int
    steps: int


class _Step(NamedTuple):
    """A table, and whether there was something to do before people go on to other tables."""

    table: Table
    is_done: bool


class StandsStill(Exception):
    """A table that cannot go on, and why."""

    def __init__(self, table_id: int, cause: Exception) -> None:
        super().__init__(f"table {table_id} stands still")
        self.table_id, self.cause = table_id, cause


def advance_table(table_id: int, *, at: datetime) -> int:
    """Do whatever is due at a table, in transactions of one step each; how many there were.

    Settle an ended deal, let people go on to another table, close a table that is played out, deal
    the next, let bots act, act for a seat whose clock ran out. Stops where a person is to act or
    the next step lies ahead. A table that somebody else holds is left alone. Safe to repeat at any
    time.
    """
    try:
        visit = advance_next(Table.objects.filter(pk=table_id), at=at)
    except StandsStill as still:
        raise still.cause from None
    return visit.steps if visit else 0


def advance_next(tables: TableQuerySet, *, at: datetime) -> Visit | None:
    """`advance_table` for that of these tables which has waited longest and which nobody holds.

    It is found and locked by one statement, so that no two workers go to the same table.

    Returns:
        None where nothing is due at any of them.

    Raises:
        StandsStill: the table cannot go on; says why.
    """
    first = _step(tables, at=at)
    if first is None:
        return None
    step, steps, here = first, 0, Table.objects.filter(pk=first.table.pk)
    while step.is_done or finish_move(first.table.pk, at=at):
        steps += 1
        if steps == MOST_STEPS or (step.is_done and not _is_due(step.table, at)):
            break
        following = _step(here, at=at)
        if following is None:
            break
        step = following
    return Visit(first.table.pk, steps)


def _step(tables: TableQuerySet, *, at: datetime) -> _Step | None:
    """One step at the first of these tables at which one is due; None where none is."""
    with held(tables.defer(None).due(at), skip_locked=True, most=1) as found:
        if not found:
            return None
        try:
            return _Step(found[0], _advance(found[0], at=at))
        except Exception as error:
            raise StandsStill(found[0].pk, error) from error


def _is_due(table: Table, at: datetime) -> bool:
    """Whether another step is, as `TableQuerySet.due` has it."""
    is_on = table.closed_at is None and table.paused_at is None
    return is_on and table.due_at is not None and table.due_at <= at


def _advance(table: Table, *, at: datetime) -> bool:
    deal = table.deals.defer(None).order_by("-number").first()
    if deal is None or deal.settled_at is not None:
        return _deal_or_close(table, deal, at=at)
    deal.table = table
    if deal.ended_at is None:
        return _play_on(deal, at=at)
    pay_out(deal, dealt_in(deal), at=at)
    table.clock = table.clock.wake_at(at)
    return True


def _deal_or_close(table: Table, last: Deal | None, *, at: datetime) -> bool:
    """Let seats change, or else deal, unless it is played out or nobody is left to play with.

    What becomes of the table where too few can be dealt to, a side is not whole or all people are
    away, its policies say. Source: RULES.md 1.8, 7.5. The deal waits, too, where strings of the
    seats are still to come, and while people look at the last one. Bots that cannot pay for it buy
    in or get up first.

    Returns:
        Whether there was something to do before people go on to other tables (`finish_move`).
    """
    every = list(table.seats.round_the_table())
    if is_change_due(table, every):
        if table.seats.leaving_for_another().exists():
            return False
        if change_seats(table, at=at):
            return True
        every = list(table.seats.round_the_table())
    lineup, policies = lineup_after(table, last, every), table.policies
    is_without_sides = table.rules.refusal(len(lineup.seats)) is not None
    is_stuck = is_without_sides or lineup.is_held_up
    is_pausing = not is_stuck and is_looked_at(table, lineup, at=at)
    poor = [] if is_pausing else bots_without_chips(table, lineup, every)
    if is_played_out(table, lineup):
        close_held([table], at=at)
    elif lineup.number > table.seeds_count:
        close_held([table], may_play_on=False, at=at)
    elif poor:
        buy_in_or_get_up(table, poor)
    elif policies.when_too_few == WhenTooFew.WAIT and (is_stuck or not lineup.has_people):
        wait_for_company(table, at=at)
    elif is_without_sides and _is_to_close(lineup, policies):
        close_held([table], may_play_on=False, at=at)
    elif is_stuck or (lineup.is_deserted and policies.when_away != WhenAway.PLAY_ON):
        table.clock = table.clock.rest(at)  # Until somebody comes back, or the host closes it.
    elif is_awaited(table, at=at):
        pass
    elif is_pausing:
        table.clock = table.clock.await_next_deal()
    elif lineup.has_people or table.bot_seconds:
        deal_out(table, lineup, at=at)
    else:
        play_through(table, lineup, at=at)
    return True


def _is_to_close(lineup: LineUp, policies: Policies) -> bool:
    """Tell whether a table closes where too few can be dealt to. Source: RULES.md 1.8, 7.5."""
    is_closing = policies.when_too_few == WhenTooFew.CLOSE and not lineup.is_held_up
    return is_closing or lineup.is_over


def _play_on(deal: Deal, *, at: datetime) -> bool:
    """Let bots and the clock act until it is the turn of a person, or of a slow bot.

    Returns:
        Whether anybody acted: the clock does not while the service is only coming back.
    """
    table, seats, rows = deal.table, dealt_in(deal), []
    state = fold(deal, texts_of(deal))
    while state.to_act is not None and table.due_at is not None and table.due_at <= at:
        seat = seats[state.to_act]
        if table.is_clock_running:
            if is_out(at, since=table.due_at - timedelta(seconds=GRACE_SECONDS)):
                break  # Or nobody could reach us in the last moments of the turn.
            _note_away(table, seats, state, at)
        row, after = let_act(deal, state, seat, at=at)
        wind(table, seats, after, before=state, at=at)
        rows.append(row)
        state = after
    if rows:
        store(deal, rows, state, at=at)
    return bool(rows)


def _note_away(table: Table, seats: list[Seat], state: DealState, at: datetime) -> None:
    """A seat that everybody saw running out of time is away until its player acts again."""
    actor = view(state, None).to_act
    ends_at = turn_ends_at(table, seats, state)
    if actor == state.to_act and actor is not None and ends_at is not None and ends_at <= at:
        seats[actor].is_away = True
        seats[actor].save(update_fields=["is_away"])
