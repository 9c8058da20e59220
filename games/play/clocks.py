"""The clocks of a table, wound by what everybody has seen."""

import secrets
from datetime import datetime, timedelta

from django.conf import settings

from games.engine import DealState, view
from games.models import Seat, Table
from games.play.lineup import LineUp
from games.sight.turns import time_end, turn_end, turns_of

GRACE_SECONDS = 1  # What a deadline leaves for the way of a request.


def wind(
    table: Table, seats: list[Seat], state: DealState, *, before: DealState | None, at: datetime
) -> None:
    """Set when the seat to act is acted for; the caller holds the table.

    A silent decision winds no clock: what the others see of the time tells them nothing. What an
    action that was seen has used of its seat's time bank is taken from it. With the last card
    people have a while to look at the deal (`is_looked_at`).

    Args:
        seats: Who is dealt in, in the order of their places.
        before: The state before the last action; None where the cards were just dealt.

    Source: RULES.md 4.4.
    """
    if before is not None and before.ply != state.ply:
        _spend(table, seats, before, at)
    if state.to_act is None:
        table.clock = table.clock.end_turns(at, pause_until=_pause_end(table, seats, at))
        return
    if before is None or before.ply != state.ply:
        table.clock = table.clock.begin_turn(at)
    elif before.to_act == state.to_act:
        return
    seat = seats[state.to_act]
    if seat.bot_level:
        table.clock = table.clock.await_worker(at + _bot_delay(table))
    elif seat.is_away:
        table.clock = table.clock.await_worker(at)
    else:
        is_asked_in_silence = state.phase == "rob" and turns_of(state) > 1
        ends_at = turn_end(table, 1) if is_asked_in_silence else time_end(table, seat, state)
        table.clock = table.clock.await_person(ends_at + timedelta(seconds=GRACE_SECONDS))


def is_looked_at(table: Table, lineup: LineUp, *, at: datetime) -> bool:
    """Tell whether the next deal, which could be dealt, waits while people look at the last one."""
    until = table.next_deal_at
    return until is not None and until > at and lineup.has_people and not lineup.is_deserted


def _pause_end(table: Table, seats: list[Seat], at: datetime) -> datetime | None:
    """Until when the people of a deal look at its last trick; None where there is nobody to."""
    is_attended = any(not seat.bot_level and not seat.is_away for seat in seats)
    if not (is_attended and table.pause_seconds and settings.PAUSES_BETWEEN_DEALS):
        return None
    return at + timedelta(seconds=table.pause_seconds)


def _spend(table: Table, seats: list[Seat], before: DealState, at: datetime) -> None:
    """Take from the bank of the seat that everybody saw acting what it used beyond its turn."""
    actor = view(before, None).to_act
    if actor is None or actor != before.to_act or not table.is_clock_running:
        return
    seat, over = seats[actor], (at - turn_end(table, turns_of(before))).total_seconds()
    if seat.bank_seconds and over > 0:
        seat.bank_seconds = max(0, seat.bank_seconds - over)
        seat.save(update_fields=["bank_seconds"])


def _bot_delay(table: Table) -> timedelta:
    """A time to think that has nothing to do with the cards."""
    return timedelta(seconds=table.bot_seconds * secrets.SystemRandom().uniform(0.5, 1.5))
