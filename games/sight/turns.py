"""Whose turn it is, and until when."""

from datetime import datetime, timedelta

from games.engine import DealState, view
from games.engine.robbing import gives_right
from games.models import Seat, Table


def turn_ends_at(table: Table, seats: list[Seat], state: DealState) -> datetime | None:
    """Until when the seat that is seen to act has time; None where no person's clock runs.

    The last of it, `bank_seconds` of the seat long, is its time bank.

    A reader holds no lock: the table may be of a moment before the deal was dealt.
    """
    actor = view(state, None).to_act
    if actor is None or seats[actor].bot_level or seats[actor].is_away:
        return None
    if table.turn_began_at is None or table.paused_at is not None:
        return None
    return time_end(table, seats[actor], state)


def time_end(table: Table, seat: Seat, state: DealState) -> datetime:
    """When a seat has used its turns and its time bank."""
    return turn_end(table, turns_of(state)) + timedelta(seconds=seat.bank_seconds)


def turn_end(table: Table, turns: int) -> datetime:
    """When this number of turns' time has passed since the turn began."""
    assert table.turn_began_at is not None
    return table.turn_began_at + timedelta(seconds=turns * table.turn_seconds)


def turns_of(state: DealState) -> int:
    """How many turns of time pass before the next action that is seen must have come.

    Two where everybody is asked in silence about robbing first: one for all of them together,
    one for the lead. All that it depends on is known to everybody. Source: RULES.md 4.3.
    """
    is_asking = (
        state.rules.rob_timing == "before_lead"
        and gives_right(state.rules, state.turn_up)
        and state.layout.robbed_by is None
        and state.layout.announced_by is None
        and not state.trick
        and not state.tricks
    )
    return 2 if is_asking else 1
