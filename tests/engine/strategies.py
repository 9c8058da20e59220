"""Random house rules, deals and play for the property tests."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from games.engine import (
    PACK,
    DealState,
    HouseRules,
    ImpossibleRules,
    Place,
    apply,
    legal_actions,
    new_deal,
    side_numbers,
)
from games.engine.house_rules import OPTIONS
from games.engine.presets import PRESETS


def random_rules(chance: random.Random) -> HouseRules:
    """House rules with each option a preset's, or any that it may be."""
    options: dict[str, Any] = HouseRules.preset(chance.choice(list(PRESETS))).to_json()
    for name, option in OPTIONS.items():
        if chance.random() < 0.3:
            numbers = (chance.randrange(5),) if option.is_number else ()
            options[name] = chance.choice((*option.values, *numbers))
    try:
        return HouseRules.from_json(options)
    except ImpossibleRules:
        return random_rules(chance)


def random_deal(chance: random.Random) -> DealState:
    """A deal of a shuffled pack for as many as the rules allow."""
    rules = random_rules(chance)
    seats = chance.choice(rules.numbers_playing)
    scores: tuple[int, ...] = ()
    if rules.target:
        side_scores = [5 * chance.randrange(rules.target // 5) for _ in range(seats)]
        sides = len(set(side_numbers(rules.sides, seats)))
        scores = tuple(side_scores[seat % sides] for seat in range(seats))
    return new_deal(
        chance.sample(PACK, len(PACK)),
        seats=seats,
        dealer=Place(chance.randrange(seats)),
        rules=rules,
        scores=scores,
    )


def random_play(state: DealState, chance: random.Random) -> Iterator[DealState]:
    """The state, and every state after it till the end."""
    yield state
    while state.to_act is not None:
        state = apply(state, chance.choice(legal_actions(state)))
        yield state


chances = st.integers(0, 2**32).map(random.Random)
"""Sources of chance: a failing example shows its seed."""
