"""The bots beside each other: what the stronger one wins with the same packs, and its price.

A view is all that a bot is given, so neither the database nor a table is needed.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from deploy.bench.measures import Measure, at_least, at_most
from games.bots import FIRST_BOT, choose
from games.engine import (
    PACK,
    DealState,
    HouseRules,
    Outcome,
    Place,
    apply,
    by_place,
    contributions,
    new_deal,
    payout,
    view,
)

CHALLENGER = "strong"


@dataclass
class Score:
    """What all the seats of one level came to; decisions are those between two actions or more."""

    deals: int = 0
    won: int = 0
    chips: int = 0
    decisions: int = 0
    seconds: float = 0


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """One against many, two at a table, partners, and a game for points."""
    deals = 30 if is_quick else 400
    contests = {
        "one of five": ("standard", [CHALLENGER, *4 * [FIRST_BOT]]),
        "two of five": ("standard", [*2 * [CHALLENGER], *3 * [FIRST_BOT]]),
        "a pair of two": ("wikipedia", 2 * [CHALLENGER, FIRST_BOT]),
        "one of four": ("twenty_five", [CHALLENGER, *3 * [FIRST_BOT]]),
    }
    decisions, seconds = 0, 0.0
    for name, (preset, levels) in contests.items():
        scores = contest(HouseRules.preset(preset, len(levels)), levels, deals=deals, seed=1)
        ours, peer = scores[CHALLENGER], scores[FIRST_BOT]
        yield Measure(
            f"{preset}, {name}: pools won, percent of a seat's deals",
            100 * ours.won / ours.deals,
            100 * peer.won / peer.deals,
            FIRST_BOT,
            at_least(1.15),
        )
        yield Measure(
            f"{preset}, {name}: gain of a seat in 100 deals, chips", 100 * ours.chips / ours.deals
        )
        decisions += ours.decisions
        seconds += ours.seconds
    yield Measure("CPU of a decision, milliseconds", 1000 * seconds / decisions, goal=at_most(40))


def contest(rules: HouseRules, levels: Sequence[str], *, deals: int, seed: int) -> dict[str, Score]:
    """Evenings with the same packs, in which everybody sits once in every seat.

    Args:
        levels: The bot of each seat, at first.
        deals: How many an evening has.
    """
    scores = {level: Score() for level in levels}
    for turn in range(len(levels)):
        _play_evening(rules, [*levels[turn:], *levels[:turn]], scores, deals, Random(seed))
    return scores


def _play_evening(
    rules: HouseRules, levels: list[str], scores: dict[str, Score], deals: int, chance: Random
) -> None:
    """Chips that are in the pool at the end are nobody's gain."""
    pool, is_new, is_first = 0, True, True
    points: tuple[int, ...] = ()
    for number in range(deals):
        dealer = Place(number % len(levels))
        paid = contributions(
            rules,
            seats=len(levels),
            dealer=dealer,
            pool=pool,
            is_new=is_new,
            is_first=is_first,
        )
        pool += sum(paid)
        pack = chance.sample(PACK, len(PACK))
        state = new_deal(pack, seats=len(levels), dealer=dealer, rules=rules, scores=points)
        outcome = _play(state, levels, scores)
        gains = payout(rules, outcome, dealer=dealer, pool=pool)
        pool -= sum(gains)
        is_new, points = outcome.is_won, outcome.carried_scores
        is_first = is_first and not is_new
        for place, level in by_place(levels):
            scores[level].deals += 1
            scores[level].won += place in outcome.winners
            scores[level].chips += gains[place] - paid[place]


def _play(state: DealState, levels: list[str], scores: dict[str, Score]) -> Outcome:
    while state.to_act is not None:
        level = levels[state.to_act]
        seen = view(state, state.to_act).to_json()
        began = time.process_time()
        action = choose(seen, state.rules, level)
        if len(seen["legal"]) > 1:
            scores[level].decisions += 1
            scores[level].seconds += time.process_time() - began
        state = apply(state, action)
    assert state.outcome is not None
    return state.outcome
