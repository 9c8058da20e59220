"""What one seat, or a spectator, may know of a deal: nothing else ever leaves the engine."""

from dataclasses import dataclass
from typing import Any

from games.engine.actions import Action, Rob
from games.engine.cards import Card, Suit
from games.engine.outcome import Outcome
from games.engine.points import known_bonus_trick
from games.engine.rules import legal_actions
from games.engine.state import DealState, Phase, Trick


@dataclass(frozen=True)
class View:
    """A deal as seen from one seat.

    Attributes:
        seat: Whose view it is; None for a spectator, who sees no hand.
        phase: What the seat to act decides, as far as this seat may know. While somebody decides
            in secret about robbing, the others see the card awaited that will come next.
        to_act: The seat whose action is awaited, in the same sense.
        ply: How many public actions were taken.
        hand: The seat's own cards.
        trick: Who played what to the current trick, in order.
        put_aside: Dead cards, face up. Source: RULES.md 3.
        scores: In a game for points what each side stood at before this deal; otherwise empty.
        bonus_trick: The trick with the best trump, once it may be told. Source: RULES.md 8.3.
        actions: The public actions in order. The card put out is told to its owner alone.
        legal: What this seat may do now.
        outcome: How the deal ended, once it has.
    """

    seat: int | None
    seats: int
    dealer: int
    turn_up: Card
    trumps: Suit
    phase: Phase
    to_act: int | None
    ply: int
    hand: tuple[Card, ...]
    hand_counts: tuple[int, ...]
    trick: tuple[tuple[int, Card], ...]
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    robbed_by: int | None
    announced_by: int | None
    put_aside: tuple[Card, ...]
    scores: tuple[int, ...]
    bonus_trick: int | None
    actions: tuple[tuple[int, str], ...]
    legal: tuple[Action, ...]
    outcome: Outcome | None

    def to_json(self) -> dict[str, Any]:
        """The view ready for JSON: cards, suits and actions as text."""
        return {
            "seat": self.seat,
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
            "actions": [{"seat": seat, "action": text} for seat, text in self.actions],
            "legal": [str(action) for action in self.legal],
            "outcome": self.outcome.to_json() if self.outcome else None,
        }


def view(state: DealState, seat: int | None) -> View:
    """What a seat may know of a deal; seat None is a spectator.

    Two states that differ only in what this seat has not seen give the same view, silent
    refusals included.

    Source: RULES.md 4.4, 4.6, 6.1, 8.3.
    """
    is_own_turn = seat is not None and seat == state.to_act
    phase, to_act = (state.phase, state.to_act) if is_own_turn else _public_turn(state)
    return View(
        seat=seat,
        seats=state.seats,
        dealer=state.dealer,
        turn_up=state.turn_up,
        trumps=state.trumps,
        phase=phase,
        to_act=to_act,
        ply=state.ply,
        hand=() if seat is None else state.hand(seat),
        hand_counts=tuple(hand.bit_count() for hand in state.hands),
        trick=_seated(state.leader, state.trick, state.seats),
        tricks=state.tricks,
        tricks_won=state.tricks_won,
        robbed_by=state.layout.robbed_by,
        announced_by=state.layout.announced_by,
        put_aside=state.layout.put_aside,
        scores=state.layout.scores,
        bonus_trick=known_bonus_trick(state),
        actions=_public_actions(state, seat),
        legal=legal_actions(state) if is_own_turn else (),
        outcome=state.outcome,
    )


def _public_turn(state: DealState) -> tuple[Phase, int | None]:
    """Phase and turn as everybody may know them: a decision of 4.2 shows as the card awaited."""
    if state.phase == "rob" and not state.layout.is_ace_turned:
        return "play", state.turn
    return state.phase, state.to_act


def _public_actions(state: DealState, seat: int | None) -> tuple[tuple[int, str], ...]:
    """Who did what, as one seat knows it."""
    silent = {call.place for call in state.layout.calls if not call.is_public}
    return tuple(
        (actor, _told(action, is_own=actor == seat))
        for place, (actor, action) in enumerate(state.steps)
        if place not in silent
    )


def _told(action: Action, *, is_own: bool) -> str:
    """The text of a public action; a card put out stays its owner's secret."""
    return action.word if isinstance(action, Rob) and not is_own else str(action)


def _seated(leader: int, cards: tuple[Card, ...], seats: int) -> tuple[tuple[int, Card], ...]:
    return tuple(((leader + step) % seats, card) for step, card in enumerate(cards))


def _cards_json(trick: tuple[tuple[int, Card], ...]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": str(card)} for seat, card in trick]
