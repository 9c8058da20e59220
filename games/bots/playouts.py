"""The rest of a deal whose cards all lie open, when everybody plays it by rules of thumb."""

from typing import Final

from games.bots.fiving import prefers_other_trumps
from games.bots.thumb import pick
from games.engine import (
    Action,
    Agree,
    Claim,
    DealState,
    Decline,
    Outcome,
    Refuse,
    Rob,
    apply,
    legal_actions,
)
from games.engine.actions import PLAYS

_ALONE: Final = (Claim(), Decline())
"""What is said, where one may, when there is no card to rob with."""


def played_out(state: DealState) -> Outcome:
    """How the deal ends. Nobody uses what their own seat cannot see."""
    while state.outcome is None:
        state = apply(state, _card(state) if state.phase == "play" else _call(state))
    return state.outcome


def _card(state: DealState) -> Action:
    layout, legal, trick = state.layout, state.legal, state.trick
    power = layout.ranking.power
    plays = []
    while legal:
        lowest = legal & -legal
        index = lowest.bit_length() - 1
        plays.append((power[index // 13][index], index))
        legal ^= lowest
    if len(plays) == 1:
        return PLAYS[plays[0][1]]
    plays.sort()
    sides = len(state.side_tricks)
    winning, is_partners = plays, False
    if trick:
        strengths = [power[trick[0].index // 13][card.index] for card in trick]
        best = max(strengths)
        winning = [play for play in plays if power[trick[0].index // 13][play[1]] > best]
        leading = state.leader + strengths.index(best)
        is_partners = leading % layout.seats % sides == state.turn % sides
    return PLAYS[
        pick(
            plays,
            winning,
            to_come=layout.seats - 1 - len(trick),
            is_lead=not trick,
            is_partners=is_partners,
            own=state.side_tricks[state.turn % sides],
            ahead=max(state.side_tricks),
            needed=layout.rules.tricks_needed(layout.seats),
        )[1]
    ]


def _call(state: DealState) -> Action:
    if state.phase == "answer":
        return _answer(state)
    legal = legal_actions(state)
    power = state.layout.ranking.power
    robs = [action for action in legal if isinstance(action, Rob)]
    if robs:
        return min(robs, key=lambda rob: power[rob.card.index // 13][rob.card.index])
    return next((action for action in _ALONE if action in legal), legal[0])


def _answer(state: DealState) -> Action:
    """The dealer's answer where they were asked to five."""
    agrees = prefers_other_trumps(
        state.hands[state.dealer],
        state.turn_up,
        is_dealer=True,
        opponents=state.seats // 2,
        rules=state.rules,
    )
    return Agree() if agrees else Refuse()
