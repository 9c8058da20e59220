"""Robbing: taking in the turn-up for a card of the hand, and what it costs not to."""

from dataclasses import replace
from typing import Any

from games.engine.actions import ROBS, Action, Announce, Decline, Rob
from games.engine.cards import ACES, Card, Suit
from games.engine.errors import IllegalAction
from games.engine.explaining import what_first
from games.engine.following import duties_of, legal_answers
from games.engine.house_rules import HouseRules
from games.engine.places import Place, by_place
from games.engine.ranking import ranking_of
from games.engine.state import DealState
from games.engine.words import card_in_words


def open_robbing(state: DealState) -> DealState:
    """The state with the first decision about robbing, or else with the lead, to be made.

    Source: RULES.md 1.7, 4.
    """
    layout, rules = state.layout, state.rules
    if layout.is_ace_turned and rules.rob_turned_ace != "off":
        return state._replace(phase="rob", to_act=layout.dealer)
    if not gives_right(rules, layout.turn_up):
        return state._replace(phase="play", to_act=layout.eldest)
    ace = ACES[layout.trumps].bit
    holder = next((place for place, hand in by_place(state.hands) if hand & ace), None)
    is_asked = rules.rob_timing == "before_lead" or holder == layout.eldest
    return state._replace(
        layout=layout if holder is None else replace(layout, ace_holder=holder),
        phase="rob" if is_asked else "play",
        to_act=layout.eldest,
    )


def gives_right(rules: HouseRules, turn_up: Card) -> bool:
    """Whether a player may rob who was dealt the ace of trumps. Source: RULES.md 4.1, 4.2."""
    is_heart = turn_up.suit is Suit.H
    is_allowed = rules.rob_with_ace != "off" and (rules.hearts_ace_robs or not is_heart)
    return is_allowed and turn_up.rank != "A"


def robbing_actions(state: DealState) -> tuple[Action, ...]:
    """What the seat asked about robbing may answer. Source: RULES.md 4.4, 4.5."""
    assert state.to_act is not None
    rules = state.rules
    robs = tuple(ROBS[card.index] for card in state.hand(state.to_act))
    if state.layout.is_ace_turned:
        is_blocked = rules.rob_turned_ace == "must" and rules.unrobbed == "blocked"
        return robs if is_blocked else (*robs, Decline())
    if state.to_act != state.layout.ace_holder:
        return (Decline(),)
    announces = (Announce(),) if rules.rob_with_ace == "may" else ()
    declines = () if rules.unrobbed == "blocked" else (Decline(),)
    return (*robs, *announces, *declines)


def rob(state: DealState, action: Rob) -> DealState:
    """The state after the seat to act puts a card out and takes the turn-up in.

    Raises:
        IllegalAction: the seat has no right to rob now, or does not hold the card.
    """
    place = state.to_act
    if state.phase != "rob" or place is None:
        raise _no_right(state)
    if action not in robbing_actions(state):
        if not state.layout.is_ace_turned and place != state.layout.ace_holder:
            raise IllegalAction(
                "only the holder of the ace of trumps can rob; you can only decline.", rule="4.2"
            )
        raise IllegalAction(
            f"put out one of your five cards; {card_in_words(action.card)} is not among them.",
            rule="4.3",
        )
    hands = list(state.hands)
    hands[place] = hands[place] & ~action.card.bit | state.turn_up.bit
    return _await_card(
        state.called(
            action,
            hands=tuple(hands),
            robbed_by=place,
            put_out=action.card,
            ace_holder=None,
        )
    )


def _no_right(state: DealState) -> IllegalAction:
    """The reason why the seat to act cannot rob, by what it knows. Source: RULES.md 4.1 to 4.3."""
    first = what_first(state)
    if first is not None:
        return first
    layout, rules, place = state.layout, state.rules, state.to_act
    if layout.robbed_by is not None:
        who = "you have" if layout.robbed_by == place else "another seat has"
        return IllegalAction(f"{who} robbed already, and nobody else can; play on.", rule="4.3")
    if layout.is_ace_turned:
        why = "only the dealer can take a turned-up ace, before the first lead; play on."
        if rules.rob_turned_ace == "off":
            why = "in this house nobody takes a turned-up ace; play on."
        return IllegalAction(why, rule="4.1")
    if not gives_right(rules, state.turn_up):
        why = "in this house nobody robs with the ace of trumps; play on."
        if rules.rob_with_ace != "off":
            why = "in this house nobody robs while hearts are trumps; play on."
        return IllegalAction(why, rule="4.2")
    if ACES[state.trumps] in _seen_of(state):
        why = "you have let the right to rob pass, before your first card; play on."
        return IllegalAction(why, rule="4.3")
    why = "only the holder of the ace of trumps can rob, and you do not hold it; play on."
    return IllegalAction(why, rule="4.2")


def _seen_of(state: DealState) -> list[Card]:
    """The cards that the seat to act holds, or has played."""
    assert state.to_act is not None
    tricks = ((trick.leader, trick.cards) for trick in state.tricks)
    played = [
        card
        for leader, cards in tricks
        for turn, card in enumerate(cards)
        if (leader + turn) % state.seats == state.to_act
    ]
    return [*state.hand(state.to_act), *played]


def announce(state: DealState, action: Announce) -> DealState:
    """The state after the holder of the ace tells of it and does not rob.

    Raises:
        IllegalAction: the seat may not announce.

    Source: RULES.md 4.4, 4.5.
    """
    if state.phase != "rob" or action not in robbing_actions(state):
        raise IllegalAction(
            "only the holder of the ace of trumps can announce it, and only if robbing is their"
            " choice.",
            rule="4.4",
        )
    assert state.to_act is not None
    bars = state.rules.unrobbed == "both"
    return _await_card(
        state.called(
            action,
            announced_by=state.to_act,
            ace_holder=None,
            barred=state.layout.side(state.to_act) if bars else (),
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
        raise IllegalAction(
            "you cannot let the right to rob pass in silence here; use it.", rule="4.5"
        )
    place = state.to_act
    assert place is not None
    unrobbed, side = state.rules.unrobbed, state.layout.side(place)
    if state.layout.is_ace_turned:
        bars = state.rules.rob_turned_ace == "must" and unrobbed in ("barred", "both")
        return _await_card(state.called(action, barred=side if bars else ()))
    if place != state.layout.ace_holder:
        return _ask_next(state.called(action, is_public=False))
    cost: dict[str, Any] = {"ace_holder": None}
    if unrobbed in ("barred", "both"):
        cost |= {"barred": side}
    if unrobbed in ("lowest_trump", "both"):
        cost |= _demoted_ace(state)
    return _ask_next(state.called(action, is_public=False, **cost))


def has_silent_decision(state: DealState) -> bool:
    """Whether the seat to act may refuse without anybody noticing. Source: RULES.md 4.4."""
    return state.phase == "rob" and not state.layout.is_ace_turned


def _await_card(state: DealState) -> DealState:
    """The state in which a card is due: nobody else can have a right to rob."""
    legal = legal_answers(state.hands[state.turn], state.trick, state.layout.duties)
    return state._replace(phase="play", to_act=state.turn, legal=legal)


def _ask_next(state: DealState) -> DealState:
    """After a silent decision: the next seat is asked, or the one at turn plays."""
    assert state.to_act is not None
    asked = Place((state.to_act + 1) % state.seats)
    if state.rules.rob_timing == "before_lead" and asked != state.layout.eldest:
        return state._replace(to_act=asked)
    return _await_card(state)


def _demoted_ace(state: DealState) -> dict[str, Any]:
    """The changes of the layout that make the ace of trumps the lowest trump. RULES.md 4.5."""
    return {
        "is_ace_demoted": True,
        "ranking": ranking_of(state.rules.ranking, state.trumps, is_ace_demoted=True),
        "duties": duties_of(state.rules, state.trumps, is_ace_demoted=True),
    }
