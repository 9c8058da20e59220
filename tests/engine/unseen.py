"""The same deal twice, with the cards that one seat has not seen in other places.

A deal is played at random up to some point. Then the cards that one seat has not seen change
places, everything that it saw is done again, and its view must be the same, byte for byte.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from games.engine import (
    Action,
    Announce,
    Card,
    DealState,
    Decline,
    IllegalAction,
    Place,
    Rob,
    apply,
    legal_actions,
    new_deal,
    places,
)
from games.engine.robbing import has_silent_decision
from tests.engine.strategies import random_deal


class Tellable(Protocol):
    """A view, or anything else that is told to somebody."""

    def to_json(self) -> Any: ...


ViewFunction = Callable[[DealState, Place | None], Tellable]
DEALS = 1200


class OtherPlay(Exception):
    """With the cards in other places it cannot have gone like that."""


@dataclass
class Tally:
    """How many views were compared, how many where somebody declined in silence in one deal
    and not in the other, and how many were not the same.
    """

    compared: int = 0
    refusals: int = 0
    different: int = 0


def compare_views(tell: ViewFunction, deals: int = DEALS) -> Tally:
    """Compare what `tell` says of random deals, each also with the unseen cards moved."""
    tally = Tally()
    for seed in range(deals):
        chance = Random(seed)
        state = random_state(chance)
        viewer = chance.choice([None, *places(state.seats)])
        for _ in range(4):
            try:
                other = seen_alike(state, shuffled_unseen(state, viewer, chance), viewer, chance)
            except OtherPlay:
                continue
            tally.compared += 1
            tally.refusals += silent_refusals(state) != silent_refusals(other)
            tally.different += told(tell(state, viewer)) != told(tell(other, viewer))
    return tally


def random_state(chance: Random) -> DealState:
    """A deal in the middle, in which a silent refusal is no less likely than robbing."""
    state = random_deal(chance)
    for _ in range(chance.randrange(5 * state.seats)):
        actions = legal_actions(state)
        if not actions:
            return state
        declines = [action for action in actions if isinstance(action, Decline)]
        action = chance.choice(declines if declines and chance.random() < 0.5 else actions)
        state = apply(state, action)
    return state


def shuffled_unseen(state: DealState, viewer: Place | None, chance: Random) -> list[Card]:
    """The pack with the cards that this seat has not seen laid elsewhere."""
    layout = state.layout
    seen = {layout.turn_up, *layout.put_aside, *state.trick}
    seen.update(card for trick in state.tricks for card in trick.cards)
    if viewer is not None:
        seen.update(state.hand(viewer))
        if layout.robbed_by == viewer and layout.put_out is not None:
            seen.add(layout.put_out)
    unseen = [card for card in layout.pack if card not in seen]
    moved = iter(chance.sample(unseen, len(unseen)))
    return [card if card in seen else next(moved) for card in layout.pack]


def seen_alike(
    state: DealState, pack: Sequence[Card], viewer: Place | None, chance: Random
) -> DealState:
    """A deal of this pack in which the viewer saw and did what they did in `state`.

    Whoever has a right that they did not use in public has declined it in silence.

    Raises:
        OtherPlay: there is none.
    """
    layout = state.layout
    other = new_deal(
        pack, seats=layout.seats, dealer=layout.dealer, rules=layout.rules, scores=layout.scores
    )
    silent = {call.before for call in state.layout.calls if not call.is_public}
    for step, (place, action) in enumerate(state.steps):
        if step in silent and place != viewer:
            continue
        while has_silent_decision(other) and not answers(other, place, action):
            other = act(other, Decline(), not_by=viewer)
        if isinstance(action, Rob) and place != viewer:
            action = chance.choice([Rob(card) for card in other.hand(place)])
        if other.to_act != place:
            raise OtherPlay
        other = act(other, action)
    while has_silent_decision(other) and other.to_act != viewer:
        declined = act(other, Decline())
        if viewer is not None and declined.to_act == viewer != state.to_act:
            break
        if state.to_act != viewer and chance.random() < 0.5:
            break
        other = declined
    if other.outcome != state.outcome:
        raise OtherPlay
    return other


def answers(state: DealState, place: Place, action: Action) -> bool:
    """Whether this is what the seat that is asked about robbing says."""
    return state.to_act == place and isinstance(action, Rob | Announce | Decline)


def act(state: DealState, action: Action, *, not_by: Place | None = None) -> DealState:
    if not_by is not None and state.to_act == not_by:
        raise OtherPlay
    try:
        return apply(state, action)
    except IllegalAction:
        raise OtherPlay from None


def silent_refusals(state: DealState) -> int:
    return sum(not call.is_public for call in state.layout.calls)


def told(shown: Tellable) -> bytes:
    return json.dumps(shown.to_json(), sort_keys=True).encode()
