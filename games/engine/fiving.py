"""Fiving: one side asks the dealer for other trumps."""

from games.engine.actions import Action, Agree, Ask, Decline, Refuse
from games.engine.errors import IllegalAction
from games.engine.following import duties_of
from games.engine.places import Place, places
from games.engine.ranking import ranking_of
from games.engine.robbing import open_robbing
from games.engine.state import DealState


def open_fiving(state: DealState) -> DealState:
    """The state in which the side against the dealer's may ask, if the house plays fiving.

    Source: RULES.md 3.
    """
    if not state.rules.fiving:
        return open_robbing(state)
    opponents = set(places(state.seats)) - set(state.layout.side(state.dealer))
    round_from_eldest = (
        Place((state.dealer + step) % state.seats) for step in range(1, state.seats)
    )
    asker = next(place for place in round_from_eldest if place in opponents)
    return state._replace(phase="ask", to_act=asker)


def ask(state: DealState, action: Ask) -> DealState:
    """The state in which the dealer must agree or refuse."""
    if state.phase != "ask":
        raise IllegalAction(
            "you can ask for other trumps only once, before any robbing."
            if state.rules.fiving
            else "in this house nobody asks for other trumps.",
            rule="3",
        )
    return state.called(action)._replace(phase="answer", to_act=state.dealer)


def decline_to_ask(state: DealState, action: Decline) -> DealState:
    """The state in which the turn-up stands unasked."""
    return open_robbing(state.called(action))


def refuse(state: DealState, action: Refuse) -> DealState:
    """The state in which the turn-up stands by the dealer's will."""
    _check_answer(state, action)
    return open_robbing(state.called(action))


def agree(state: DealState, action: Agree) -> DealState:
    """The state with the turn-up put aside and another suit turned, if the stock has one."""
    _check_answer(state, action)
    turned = (state.turn_up, *state.layout.stock)
    position = next(
        (position for position, card in enumerate(turned) if card.suit is not state.trumps), None
    )
    if position is None:
        return open_robbing(state.called(action, put_aside=state.layout.stock, stock=()))
    turn_up = turned[position]
    return open_robbing(
        state.called(
            action,
            turn_up=turn_up,
            put_aside=turned[:position],
            stock=turned[position + 1 :],
            ranking=ranking_of(state.rules.ranking, turn_up.suit),
            duties=duties_of(state.rules, turn_up.suit),
        )
    )


def _check_answer(state: DealState, action: Action) -> None:
    if state.phase != "answer":
        raise IllegalAction(f"nobody asked the dealer, so there is nothing to {action}.", rule="3")
