"""Playing to tricks, winning them, and the choice of a side that has won the first three."""

from typing import Final

from games.engine.actions import PLAYS, Action, Claim, Jink, Play
from games.engine.errors import IllegalAction
from games.engine.explaining import why_not
from games.engine.outcome import Outcome, OutcomeKind
from games.engine.points import points_outcome
from games.engine.robbing import phase_of_turn
from games.engine.state import TRICKS, DealState, Phase, Trick

JINK_TRICKS: Final = 3
"""How many tricks, the first ones, give the choice to jink. Source: RULES.md 6.3."""


def plays(state: DealState) -> tuple[Action, ...]:
    """The cards that the seat to act may play. Source: RULES.md 5."""
    assert state.to_act is not None
    legal = state.hands[state.to_act]
    if state.trick:
        legal = state.duties[state.trick[0].index].legal(legal)
    actions = []
    while legal:
        lowest = legal & -legal
        actions.append(PLAYS[lowest.bit_length() - 1])
        legal ^= lowest
    return tuple(actions)


def play(state: DealState, action: Play) -> DealState:
    """The state after the seat to act plays a card; turns the trick if it was the last.

    Raises:
        IllegalAction: the card is not held, or 5.2 to 5.4 forbid it.

    Source: RULES.md 5.
    """
    seat, card = state.to_act, action.card
    refusal = why_not(state, card)
    if refusal is not None:
        raise IllegalAction(refusal)
    assert seat is not None
    hands = list(state.hands)
    hands[seat] ^= card.bit
    following = (seat + 1) % state.seats
    after = state.after(
        action,
        hands=tuple(hands),
        trick=(*state.trick, card),
        to_act=following,
        phase=phase_of_turn(state, following),
    )
    return after if len(after.trick) < state.seats else _turn_trick(after)


def claim(state: DealState, action: Claim) -> DealState:
    """The state after the winner of the first three tricks takes the pool. RULES.md 6.3."""
    _check_choice(state, action)
    return _end(state.after(action), "won", winner=state.leader)


def jink(state: DealState, action: Jink) -> DealState:
    """The state after a side binds itself to win all five tricks. RULES.md 6.3."""
    _check_choice(state, action)
    return state.after(action, jinked_by=state.to_act, phase=Phase.PLAY)


def _check_choice(state: DealState, action: Action) -> None:
    if state.phase is not Phase.JINK:
        raise IllegalAction(
            f"Rule 6.3: you can {action} only when your side has just won the first three tricks."
        )


def _turn_trick(state: DealState) -> DealState:
    """The state after a full trick is turned: the next lead, a choice, or the end."""
    winner = (state.leader + state.ranking.winner(state.trick)) % state.seats
    won = list(state.tricks_won)
    won[winner] += 1
    turned = state.changed(
        phase=Phase.PLAY,
        leader=winner,
        to_act=winner,
        trick=(),
        tricks=(*state.tricks, Trick(state.leader, state.trick, winner)),
        tricks_won=tuple(won),
    )
    if state.rules.target is not None:
        outcome = points_outcome(turned)
        return turned if outcome is None else _over(turned, outcome)
    return _judge(turned)


def _judge(state: DealState) -> DealState:
    """What the trick just turned means for the pool. Source: RULES.md 4.6, 6."""
    winner, count = state.leader, len(state.tricks)
    side_tricks = state.side_tricks(winner)
    if state.jinked_by is not None:
        if winner not in state.side(state.jinked_by):
            return _end(state, "jink_failed")
        return _end(state, "jinked", winner=winner) if count == TRICKS else state
    if side_tricks == state.rules.tricks_to_win:
        if winner in state.barred:
            return _end(state, "spoilt")
        if state.rules.jink and count == JINK_TRICKS:
            return state.changed(phase=Phase.JINK)
        return _end(state, "won", winner=winner)
    return _end(state, "spoilt") if count == TRICKS else state


def _end(state: DealState, kind: OutcomeKind, *, winner: int | None = None) -> DealState:
    winners = () if winner is None else state.side(winner)
    return _over(state, Outcome(kind, winners, state.tricks_won, state.barred))


def _over(state: DealState, outcome: Outcome) -> DealState:
    return state.changed(phase=Phase.OVER, to_act=None, outcome=outcome)
