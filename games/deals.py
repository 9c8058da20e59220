"""Deals as they are played: folded from their actions, one row added at a time."""

from datetime import datetime, timedelta

from django.db import transaction

from games.engine import Action as EngineAction
from games.engine import DealState, apply, is_public, new_deal
from games.errors import DealOver, NotSeated, NotYourTurn, StalePly
from games.models import Action, Deal, Seat, Table
from games.sealing import unseal
from games.shuffle import shuffled_pack

GRACE_SECONDS = 1  # What a deadline leaves for the way of a request.


def fold(deal: Deal) -> DealState:
    """The state of a deal: its pack, and its actions in order."""
    assert deal.sealed_seed is not None, "a recorded deal has no cards"
    state = new_deal(
        shuffled_pack(unseal(deal.sealed_seed)),
        seats=len(deal.seat_numbers),
        dealer=deal.dealer,
        rules=deal.table.rules,
        scores=deal.scores,
    )
    for text in deal.actions.order_by("sequence").values_list("text", flat=True):
        state = apply(state, EngineAction.parse(text))
    return state


def dealt_in(deal: Deal) -> list[Seat]:
    """The seats that play a deal, in the order of its places."""
    seats = {seat.number: seat for seat in deal.table.seats.all()}
    return [seats[number] for number in deal.seat_numbers]


@transaction.atomic
def act(deal: Deal, *, player_id: int, ply: int, action: str, at: datetime) -> Deal:
    """Take a player's action, if he has seen the deal as it stands.

    The same action sent again is harmless. His seat is no longer away.

    Raises:
        NotSeated: he is not dealt in.
        DealOver: the deal has ended.
        StalePly: the deal has gone on; carries the current ply.
        NotYourTurn: another seat is to act.
        IllegalAction: the rules forbid it; the message names the rule.
        Unreadable: the text is no action.
    """
    table = Table.objects.select_for_update().get(pk=deal.table_id)
    deal = Deal.objects.defer(None).get(pk=deal.pk)
    deal.table = table
    seats = dealt_in(deal)
    place = next((n for n, seat in enumerate(seats) if seat.player_id == player_id), None)
    if place is None:
        raise NotSeated("You are not dealt in.")
    chosen = EngineAction.parse(action)
    if deal.actions.filter(seat=place, ply=ply, text=str(chosen)).exists():
        return deal
    if deal.ended_at is not None:
        raise DealOver("The deal is over; look at the next one.")
    state = fold(deal)
    if ply != state.ply:
        raise StalePly(f"The deal stands at ply {state.ply}, not {ply}: look again.", ply=state.ply)
    if state.to_act != place:
        raise NotYourTurn("Another seat is to act.")
    if seats[place].is_away:
        seats[place].is_away = False
        seats[place].save(update_fields=["is_away"])
    write_action(deal, state, chosen, seats=seats, by=Action.By.PLAYER, at=at)
    return deal


def write_action(
    deal: Deal,
    state: DealState,
    action: EngineAction,
    *,
    seats: list[Seat],
    by: Action.By,
    at: datetime,
) -> DealState:
    """Apply one action of the seat to act, add its row, and set when the next one is due.

    The caller has locked the table. A silent decision moves nothing that others see: neither the
    ply nor the deadline.

    Raises:
        IllegalAction: the rules forbid it.
    """
    assert state.to_act is not None
    after = apply(state, action)
    Action.objects.create(
        deal=deal,
        sequence=len(state.steps),
        ply=state.ply,
        seat=state.to_act,
        text=str(action),
        is_public=is_public(state, action),
        by=by,
        at=at,
    )
    if after.outcome is not None:
        deal.ended_at, deal.outcome_json = at, after.outcome.to_json()
        deal.save(update_fields=["ended_at", "outcome_json"])
        set_due(deal.table, at)
    elif after.ply != state.ply or after.to_act != state.to_act:
        assert after.to_act is not None
        set_due(deal.table, due_at(deal.table, seats[after.to_act], at))
    return after


def due_at(table: Table, seat: Seat, at: datetime) -> datetime:
    """When a seat that is to act from `at` on is acted for."""
    if seat.bot_level:
        return at + timedelta(seconds=table.bot_seconds)
    if seat.is_away:
        return at
    return at + timedelta(seconds=table.turn_seconds + GRACE_SECONDS)


def set_due(table: Table, due: datetime | None) -> None:
    table.due_at = due
    table.save(update_fields=["due_at"])
