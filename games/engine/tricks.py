"""Playing to tricks, winning them, and the choice of a side that has won the first three."""

from typing import Final

from games.engine.actions import PLAYS, Action, Claim, Jink, Play
from games.engine.cards import Card, CardSet
from games.engine.errors import IllegalAction
from games.engine.explaining import why_not
from games.engine.house_rules import JINK_TRICKS
from games.engine.outcome import Outcome, OutcomeKind
from games.engine.places import Place
from games.engine.points import points_outcome
from games.engine.state import TRICKS, DealState, Trick

_make: Final = tuple.__new__
"""Makes a named tuple of all its fields at half the price of calling it: for every card played."""


def plays(state: DealState) -> tuple[Action, ...]:
    """The cards that the seat to act may play. Source: RULES.md 5."""
    legal = state.legal
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
    layout, hands, phase, place, legal, leader, trick, tricks, side_tricks, _ = state
    bit = 1 << action.card.index
    if phase != "play" or place is None or not legal & bit:
        refusal = why_not(state, action.card)
        assert refusal is not None
        raise refusal
    left = list(hands)
    left[place] ^= bit
    trick = (*trick, action.card)
    if len(trick) == layout.seats:
        return _turn_trick(state, tuple(left), trick)
    turn = (place + 1) % layout.seats
    phase = "rob" if turn == layout.ace_holder else "play"
    legal = layout.duties[trick[0].index].legal(left[turn])
    return _make(
        DealState,
        (layout, tuple(left), phase, turn, legal, leader, trick, tricks, side_tricks, None),
    )


def claim(state: DealState, action: Claim) -> DealState:
    """The state after the winner of the first three tricks takes the pool. RULES.md 6.3."""
    _check_choice(state, action)
    return _end(state.called(action), "won", winner=state.leader)


def jink(state: DealState, action: Jink) -> DealState:
    """The state after a side binds itself to win all five tricks. RULES.md 6.3."""
    _check_choice(state, action)
    return state.called(action, jinker=state.to_act)._replace(phase="play")


def _check_choice(state: DealState, action: Action) -> None:
    if state.rules.target is not None:
        raise IllegalAction(
            f"nobody can {action} in a game for points: all five tricks are played.", rule="8.1"
        )
    if not state.rules.may_jink(state.seats):
        raise IllegalAction(
            f"there is no jink at this table, so nobody can {action}: a side that takes enough"
            " tricks has won.",
            rule="6.3",
        )
    if state.phase != "jink":
        raise IllegalAction(
            f"you can {action} only when your side has just won the first three tricks.", rule="6.3"
        )


def _turn_trick(state: DealState, hands: tuple[CardSet, ...], trick: tuple[Card, ...]) -> DealState:
    """The state after the last card of a trick: the next lead, a choice, or the end."""
    layout, _, _, _, _, leader, _, tricks, side_tricks, _ = state
    winner = Place((leader + layout.ranking.winner(trick)) % layout.seats)
    won = list(side_tricks)
    won[winner % len(won)] += 1
    tricks = (*tricks, _make(Trick, (leader, trick, winner)))
    turned = _make(
        DealState,
        (layout, hands, "play", winner, hands[winner], winner, (), tricks, tuple(won), None),
    )
    if layout.rules.target is None:
        return _judge(turned, winner, won[winner % len(won)])
    outcome = points_outcome(turned)
    return turned if outcome is None else _over(turned, outcome)


def _judge(state: DealState, winner: Place, side_tricks: int) -> DealState:
    """What the trick just turned means for the pool. Source: RULES.md 4.6, 6."""
    count = len(state.tricks)
    jinker = state.layout.jinker
    if jinker is not None:
        if winner not in state.layout.side(jinker):
            return _end(state, "jink_failed")
        return _end(state, "jinked", winner=winner) if count == TRICKS else state
    rules, seats = state.rules, state.seats
    if side_tricks == rules.tricks_needed(seats):
        if winner in state.layout.barred:
            return _end(state, "spoilt")
        if count == JINK_TRICKS and rules.may_jink(seats):
            return state._replace(phase="jink")
        return _end(state, "won", winner=winner)
    return _end(state, "spoilt") if count == TRICKS else state


def _end(state: DealState, kind: OutcomeKind, *, winner: Place | None = None) -> DealState:
    winners = () if winner is None else state.layout.side(winner)
    return _over(state, Outcome(kind, winners, state.tricks_won, state.layout.barred))


def _over(state: DealState, outcome: Outcome) -> DealState:
    return state._replace(phase="over", to_act=None, outcome=outcome)
