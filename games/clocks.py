"""Whose turn it is and until when: the clocks of a table, wound by what everybody has seen."""

import secrets
from datetime import datetime, timedelta

from games.engine import DealState, view
from games.models import Seat, Table

GRACE_SECONDS = 1  # What a deadline leaves for the way of a request.


def wind(
    table: Table, seats: list[Seat], state: DealState, *, before: DealState | None, at: datetime
) -> None:
    """Set when the seat to act is acted for; the caller stores the table.

    A silent decision winds no clock: what the others see of the time tells them nothing. What an
    action that was seen has used of its seat's time bank is taken from it.

    Args:
        seats: Who is dealt in, in the order of their places.
        before: The state before the last action; None where the cards were just dealt.

    Source: RULES.md 4.4.
    """
    if before is not None and before.ply != state.ply:
        _spend(table, seats, before, at)
    if state.to_act is None:
        table.turn_began_at, table.is_clock_running, table.due_at = None, False, at
        return
    if before is None or before.ply != state.ply:
        table.turn_began_at = at
    elif before.to_act == state.to_act:
        return
    seat = seats[state.to_act]
    table.is_clock_running = not (seat.bot_level or seat.is_away)
    if seat.bot_level:
        table.due_at = at + _bot_delay(table)
    elif seat.is_away:
        table.due_at = at
    else:
        is_asked_in_silence = state.phase == "rob" and _turns(state) > 1
        ends_at = _turn_end(table, 1) if is_asked_in_silence else _time_end(table, seat, state)
        table.due_at = ends_at + timedelta(seconds=GRACE_SECONDS)


def turn_ends_at(table: Table, seats: list[Seat], state: DealState) -> datetime | None:
    """Until when the seat that is seen to act has time; None where no person's clock runs.

    The last of it, `bank_seconds` of the seat long, is his time bank.

    Whoever only looks holds no lock: his table may be of a moment before the deal was dealt.
    """
    actor = view(state, None).to_act
    if actor is None or seats[actor].bot_level or seats[actor].is_away:
        return None
    if table.turn_began_at is None or table.paused_at is not None:
        return None
    return _time_end(table, seats[actor], state)


def _time_end(table: Table, seat: Seat, state: DealState) -> datetime:
    return _turn_end(table, _turns(state)) + timedelta(seconds=seat.bank_seconds)


def _spend(table: Table, seats: list[Seat], before: DealState, at: datetime) -> None:
    """Take from the bank of the seat that everybody saw acting what it used beyond its turn."""
    actor = view(before, None).to_act
    if actor is None or actor != before.to_act or not table.is_clock_running:
        return
    seat, over = seats[actor], (at - _turn_end(table, _turns(before))).total_seconds()
    if seat.bank_seconds and over > 0:
        seat.bank_seconds = max(0, seat.bank_seconds - over)
        seat.save(update_fields=["bank_seconds"])


def _turn_end(table: Table, turns: int) -> datetime:
    assert table.turn_began_at is not None
    return table.turn_began_at + timedelta(seconds=turns * table.turn_seconds)


def _turns(state: DealState) -> int:
    """How many turns of time pass before the next action that is seen must have come.

    Two where everybody is asked in silence about robbing first: one for all of them together,
    one for the lead. All that it depends on is known to everybody. Source: RULES.md 4.3.
    """
    is_asking = (
        state.rules.rob_timing == "before_lead"
        and state.rules.rob_with_ace != "off"
        and not state.layout.is_ace_turned
        and state.layout.robbed_by is None
        and state.layout.announced_by is None
        and not state.trick
        and not state.tricks
    )
    return 2 if is_asking else 1


def _bot_delay(table: Table) -> timedelta:
    """A time to think that has nothing to do with the cards."""
    return timedelta(seconds=table.bot_seconds * secrets.SystemRandom().uniform(0.5, 1.5))
