"""Robbing: taking in the turn-up for a card of the hand, and what it costs not to."""

from games.engine.actions import ROBS, Action, Announce, Decline, Rob
from games.engine.cards import ACES
from games.engine.errors import IllegalAction
from games.engine.following import duties_of
from games.engine.ranking import ranking_of
from games.engine.state import DealState, Phase


def open_robbing(state: DealState) -> DealState:
    """The state with the first decision about robbing, or else with the lead, to be made.

    Source: RULES.md 1.7, 4.
    """
    if state.is_ace_turned:
        if state.rules.rob_turned_ace != "off":
            return state.changed(phase=Phase.ROB, to_act=state.dealer)
    elif state.rules.rob_with_ace != "off" and state.rules.rob_timing == "before_lead":
        return state.changed(phase=Phase.ROB, to_act=state.eldest)
    return state.changed(phase=phase_of_turn(state, state.eldest), to_act=state.eldest)


def phase_of_turn(state: DealState, seat: int) -> Phase:
    """Whether a seat whose turn it is plays, or first decides whether to rob.

    Source: RULES.md 1.7, 4.3.
    """
    rules = state.rules
    is_first_to_decide = (
        not state.tricks
        and rules.rob_timing == "at_turn"
        and rules.rob_with_ace != "off"
        and not state.is_ace_turned
        and not state.is_ace_settled
        and _holds_ace(state, seat)
    )
    return Phase.ROB if is_first_to_decide else Phase.PLAY


def robbing_actions(state: DealState) -> tuple[Action, ...]:
    """What the seat asked about robbing may answer. Source: RULES.md 4.4, 4.5."""
    assert state.to_act is not None
    rules = state.rules
    robs = tuple(ROBS[card.index] for card in state.hand(state.to_act))
    if state.is_ace_turned:
        is_blocked = rules.rob_turned_ace == "must" and rules.unrobbed == "blocked"
        return robs if is_blocked else (*robs, Decline())
    if not _holds_ace(state, state.to_act):
        return (Decline(),)
    announces = (Announce(),) if rules.rob_with_ace == "may" else ()
    declines = () if rules.unrobbed == "blocked" else (Decline(),)
    return (*robs, *announces, *declines)


def rob(state: DealState, action: Rob) -> DealState:
    """The state after the seat to act puts a card out and takes the turn-up in.

    Raises:
        IllegalAction: he has no right to rob now, or does not hold the card.
    """
    seat = state.to_act
    if state.phase is not Phase.ROB or seat is None:
        raise IllegalAction("Rule 4.3: this is not the time to rob.")
    if action not in robbing_actions(state):
        if not state.is_ace_turned and not _holds_ace(state, seat):
            raise IllegalAction(
                "Rule 4.2: only who was dealt the ace of trumps may rob; you can only decline."
            )
        raise IllegalAction(
            f"Rule 4.3: put out one of your five cards; {action.card} is not among them."
        )
    hands = list(state.hands)
    hands[seat] = hands[seat] & ~action.card.bit | state.turn_up.bit
    return _to_lead_or_play(
        state.after(
            action,
            hands=tuple(hands),
            robbed_by=seat,
            put_out=action.card,
            is_ace_settled=True,
        )
    )


def announce(state: DealState, action: Announce) -> DealState:
    """The state after the holder of the ace tells of it and does not rob.

    Raises:
        IllegalAction: announcing is not open to him.

    Source: RULES.md 4.4, 4.5.
    """
    if state.phase is not Phase.ROB or action not in robbing_actions(state):
        raise IllegalAction(
            "Rule 4.4: only the holder of the ace of trumps may announce it, when he could rob"
            " but need not."
        )
    assert state.to_act is not None
    bars = state.rules.unrobbed == "both"
    return _to_lead_or_play(
        state.after(
            action,
            announced_by=state.to_act,
            is_ace_settled=True,
            barred=state.side(state.to_act) if bars else (),
        )
    )


def decline_to_rob(state: DealState, action: Decline) -> DealState:
    """The state after the seat asked about robbing leaves it alone.

    A turned ace is declined in the open. Everything else is silent: nobody else learns whether
    there was a right to rob.

    Raises:
        IllegalAction: it may not be declined.

    Source: RULES.md 4.4, 4.5.
    """
    if action not in robbing_actions(state):
        raise IllegalAction("Rule 4.5: the right to rob may not be passed over; rob.")
    assert state.to_act is not None
    unrobbed = state.rules.unrobbed
    if state.is_ace_turned:
        bars = state.rules.rob_turned_ace == "must" and unrobbed in ("barred", "both")
        return _to_lead_or_play(
            state.after(action, barred=state.side(state.to_act) if bars else ())
        )
    if not _holds_ace(state, state.to_act):
        return _ask_next(state.after(action, is_public=False))
    after = state.after(
        action,
        is_public=False,
        is_ace_settled=True,
        barred=state.side(state.to_act) if unrobbed in ("barred", "both") else (),
    )
    if unrobbed in ("lowest_trump", "both"):
        after = _demote_ace(after)
    return _ask_next(after)


def has_silent_decision(state: DealState) -> bool:
    """Whether the seat to act may refuse without anybody noticing. Source: RULES.md 4.4."""
    return state.phase is Phase.ROB and not state.is_ace_turned


def _holds_ace(state: DealState, seat: int) -> bool:
    """Whether a seat was dealt the ace of trumps, which is the right of 4.2."""
    return bool(state.hands[seat] & ACES[state.trumps].bit)


def _to_lead_or_play(state: DealState) -> DealState:
    """After a public decision nobody else can have the right: on with the play."""
    next_to_play = (state.leader + len(state.trick)) % state.seats
    return state.changed(phase=Phase.PLAY, to_act=next_to_play)


def _ask_next(state: DealState) -> DealState:
    """After a silent decision: the next seat is asked, or the one at turn plays."""
    assert state.to_act is not None
    asked = (state.to_act + 1) % state.seats
    if state.rules.rob_timing == "before_lead" and asked != state.eldest:
        return state.changed(to_act=asked)
    return _to_lead_or_play(state)


def _demote_ace(state: DealState) -> DealState:
    return state.changed(
        is_ace_demoted=True,
        ranking=ranking_of(state.rules.ranking, state.trumps, is_ace_demoted=True),
        duties=duties_of(state.rules, state.trumps, is_ace_demoted=True),
    )
