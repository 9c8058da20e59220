"""The rules engine beside OpenSpiel, whose oh_hell of five players and five tricks is the nearest.

Both are driven from Python by the same kind of random player, in turns in one process. OpenSpiel
bids before it plays; ours robs and jinks.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pyspiel

from deploy.bench.measures import Measure, at_least, at_most
from games.engine import PACK, Action, DealState, HouseRules, Place, apply, legal_actions, new_deal

PEER = "OpenSpiel"
RULES = HouseRules.preset("standard")
OH_HELL = pyspiel.load_game("oh_hell(players=5,num_tricks_fixed=5)")


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """Medians over rounds in which everybody has a turn."""
    rounds, deals = (9, 500) if is_quick else (31, 1000)
    chance = Random(5)
    runs: dict[str, Callable[[], float]] = {
        "our deals": lambda: _rate(_deal_and_play, deals, chance),
        "their deals": lambda: _rate(_deal_and_play_oh_hell, deals, chance),
        "our moves": lambda: _rate_of_moves(_dealt, _play, deals, chance),
        "their moves": lambda: _rate_of_moves(_dealt_oh_hell, _play_oh_hell, deals, chance),
        "our folds": lambda: 1000 / _rate_of_folds(deals, chance),
    }
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            taken[name].append(run())
    median = {name: statistics.median(figures) for name, figures in taken.items()}
    yield Measure(
        "deals dealt and played at random, per second",
        median["our deals"],
        median["their deals"],
        PEER,
        at_least(1.5),
    )
    yield Measure(
        "moves played at random from a dealt state, per second",
        median["our moves"],
        median["their moves"],
        PEER,
        at_least(0.3),
    )
    yield Measure(
        "a whole deal folded from the text of its actions, milliseconds",
        median["our folds"],
        goal=at_most(1),
    )


def _rate(deal: Callable[[Random], object], deals: int, chance: Random) -> float:
    began = time.process_time()
    for _ in range(deals):
        deal(chance)
    return deals / (time.process_time() - began)


def _rate_of_moves(
    dealt: Callable[[Random], Any], play: Callable[[Any, Random], int], deals: int, chance: Random
) -> float:
    states = [dealt(chance) for _ in range(deals)]
    began = time.process_time()
    moves = sum(play(state, chance) for state in states)
    return moves / (time.process_time() - began)


def _rate_of_folds(deals: int, chance: Random) -> float:
    played = []
    for _ in range(deals):
        state = _dealt(chance)
        texts = []
        while state.to_act is not None:
            action = chance.choice(legal_actions(state))
            texts.append(str(action))
            state = apply(state, action)
        played.append((state.layout.pack, texts))
    began = time.process_time()
    for pack, texts in played:
        state = new_deal(pack, seats=5, dealer=Place(0), rules=RULES)
        for text in texts:
            state = apply(state, Action.parse(text))
    return deals / (time.process_time() - began)


def _dealt(chance: Random) -> DealState:
    return new_deal(chance.sample(PACK, 52), seats=5, dealer=Place(0), rules=RULES)


def _play(state: DealState, chance: Random) -> int:
    moves = 0
    while state.to_act is not None:
        state = apply(state, chance.choice(legal_actions(state)))
        moves += 1
    return moves


def _deal_and_play(chance: Random) -> int:
    return _play(_dealt(chance), chance)


def _dealt_oh_hell(chance: Random) -> Any:
    state = OH_HELL.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    return state


def _play_oh_hell(state: Any, chance: Random) -> int:
    moves = 0
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        moves += 1
    return moves


def _deal_and_play_oh_hell(chance: Random) -> int:
    return _play_oh_hell(_dealt_oh_hell(chance), chance)
