"""What one seat, or a spectator, may know of a deal: nothing else ever leaves the engine."""

from dataclasses import dataclass
from typing import Any

from games.engine.actions import Action, Rob
from games.engine.cards import Card, Suit
from games.engine.outcome import Outcome
from games.engine.places import Place
from games.engine.points import known_bonus_trick
from games.engine.rules import legal_actions
from games.engine.state import DealState, Phase, Trick


@dataclass(frozen=True)
class View:
    """A deal as seen from one seat.

    Attributes:
        place: Whose view it is; None for a spectator, who sees no hand.
        phase: What the seat to act decides, as far as this seat may know. While somebody decides
            in secret about robbing, the others see the card awaited that will come next.
        to_act: The seat whose action is awaited, in the same sense.
        ply: How many public actions were taken.
        hand: The seat's own cards.
        trick: Who played what to the current trick, in order.
        put_aside: Dead cards, face up. Source: RULES.md 3.
        scores: In a game for points what each side stood at before this deal; otherwise empty.
        bonus_trick: The trick with the best trump, once it may be told. Source: RULES.md 8.3.
        actions: The public actions in order. Only the player who put a card out sees which.
        legal: What this seat may do now.
        outcome: How the deal ended, once it has.
    """

    place: Place | None
    seats: int
    dealer: Place
    turn_up: Card
    trumps: Suit
    phase: Phase
    to_act: Place | None
    ply: int
    hand: tuple[Card, ...]
    hand_counts: tuple[int, ...]
    trick: tuple[tuple[Place, Card], ...]
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    robbed_by: Place | None
    announced_by: Place | None
    put_aside: tuple[Card, ...]
    scores: tuple[int, ...]
    bonus_trick: int | None
    actions: tuple[tuple[Place, str], ...]
    legal: tuple[Action, ...]
    outcome: Outcome | None

    def to_json(self) -> dict[str, Any]:
        """The view ready for JSON: cards, suits and actions as text."""
        return {
            "place": self.place,
            "seats": self.seats,
            "dealer": self.dealer,
            "turn_up": str(self.turn_up),
            "trumps": str(self.trumps),
            "phase": self.phase,
            "to_act": self.to_act,
            "ply": self.ply,
            "hand": [str(card) for card in self.hand],
            "hand_counts": list(self.hand_counts),
            "trick": _cards_json(self.trick),
            "tricks": [
                {
                    "cards": _cards_json(_seated(trick.leader, trick.cards, self.seats)),
                    "winner": trick.winner,
                }
                for trick in self.tricks
            ],
            "tricks_won": list(self.tricks_won),
            "robbed_by": self.robbed_by,
            "announced_by": self.announced_by,
            "put_aside": [str(card) for card in self.put_aside],
            "scores": list(self.scores),
            "bonus_trick": self.bonus_trick,
            "actions": [{"place": place, "action": text} for place, text in self.actions],
            "legal": [str(action) for action in self.legal],
            "outcome": self.outcome.to_json() if self.outcome else None,
        }


def view(state: DealState, place: Place | None) -> View:
    """What the seat at a place may know of a deal; place None is a spectator.

    Two states that differ only in what this seat has not seen give the same view, silent
    refusals included.

    Source: RULES.md 4.4, 4.6, 6.1, 8.3.
    """
    is_own_turn = place is not None and place == state.to_act
    phase, to_act = (state.phase, state.to_act) if is_own_turn else _public_turn(state)
    return View(
        place=place,
        seats=state.seats,
        dealer=state.dealer,
        turn_up=state.turn_up,
        trumps=state.trumps,
        phase=phase,
        to_act=to_act,
        ply=state.ply,
        hand=() if place is None else state.hand(place),
        hand_counts=tuple(hand.bit_count() for hand in state.hands),
        trick=_seated(state.leader, state.trick, state.seats),
        tricks=state.tricks,
        tricks_won=state.tricks_won,
        robbed_by=state.layout.robbed_by,
        announced_by=state.layout.announced_by,
        put_aside=state.layout.put_aside,
        scores=state.layout.scores,
        bonus_trick=known_bonus_trick(state),
        actions=_public_actions(state, place),
        legal=legal_actions(state) if is_own_turn else (),
        outcome=state.outcome,
    )


def _public_turn(state: DealState) -> tuple[Phase, Place | None]:
    """Phase and turn as everybody may know them: a decision of 4.2 shows as the card awaited."""
    if state.phase == "rob" and not state.layout.is_ace_turned:
        return "play", state.turn
    return state.phase, state.to_act


def _public_actions(state: DealState, place: Place | None) -> tuple[tuple[Place, str], ...]:
    """Who did what, as one seat knows it."""
    silent = {call.before for call in state.layout.calls if not call.is_public}
    return tuple(
        (actor, _told(action, is_own=actor == place))
        for index, (actor, action) in enumerate(state.steps)
        if index not in silent
    )


def _told(action: Action, *, is_own: bool) -> str:
    """The text of a public action; a card put out stays its owner's secret."""
    return action.word if isinstance(action, Rob) and not is_own else str(action)


def _seated(leader: Place, cards: tuple[Card, ...], seats: int) -> tuple[tuple[Place, Card], ...]:
    return tuple((Place((leader + step) % seats), card) for step, card in enumerate(cards))


def _cards_json(trick: tuple[tuple[Place, Card], ...]) -> list[dict[str, Any]]:
    return [{"place": place, "card": str(card)} for place, card in trick]
