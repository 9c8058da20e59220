"""Deals folded: the state that their actions have led to, and who is dealt in."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce

from games.engine import Action as EngineAction
from games.engine import DealState, Place, apply, by_place, new_deal
from games.fairness.sealing import unseal
from games.fairness.shuffle import shuffled_pack
from games.models import Deal, Seat
from games.sight.delay import actions_by


def fold(deal: Deal, texts: Iterable[str] = ()) -> DealState:
    """The state of a deal: its pack, and the texts of its actions in order."""
    return as_written(deal, reduce(acted, texts, opening(deal)))


def opening(deal: Deal) -> DealState:
    """A deal as it was dealt, before anybody acted."""
    assert deal.sealed_seed is not None, "a recorded deal has no cards"
    return new_deal(
        shuffled_pack(unseal(deal.sealed_seed)),
        seats=len(deal.seat_numbers),
        dealer=deal.dealer,
        rules=deal.table.rules,
        scores=deal.scores,
    )


def acted(state: DealState, text: str) -> DealState:
    """The state after the action that a text tells."""
    return apply(state, EngineAction.parse(text))


def as_written(deal: Deal, state: DealState) -> DealState:
    """A state with the outcome that was written down when the deal ended.

    The rules of an outcome may have changed since, and what is over is not judged anew.
    """
    if state.outcome is None or deal.outcome_json is None:
        return state
    return state._replace(outcome=deal.outcome)


def texts_of(deal: Deal, *, until: datetime | None = None) -> list[str]:
    """The texts of the actions of a deal, up to a moment where one is given."""
    if until is None and "texts" in vars(deal):
        return deal.texts
    actions = deal.actions.order_by("sequence")
    if until is None:
        return list(actions.values_list("text", flat=True))
    return [row.text for row in actions_by(actions, until)]


def dealt_in(deal: Deal) -> list[Seat]:
    """The seats that play a deal, in the order of its places."""
    seats = {seat.number: seat for seat in deal.table.seats.all()}
    return [seats[number] for number in deal.seat_numbers]


def place_of(seats: Sequence[Seat], player_id: int | None) -> Place | None:
    """The place at which a player is dealt in, None for a spectator."""
    return next((place for place, seat in by_place(seats) if seat.player_id == player_id), None)
