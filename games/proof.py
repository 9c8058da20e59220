"""Checking a table that has closed: seeds, packs, dealers and outcomes, from its proof alone.

A proof is what `GET /api/v1/tables/ID/proof` answers (docs/fairness.md). Nothing here looks at a
database, so a player can check what the operator gave him with his own copy of the code.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any

from games.engine import (
    Action,
    DealState,
    EngineError,
    HouseRules,
    apply,
    first_dealer,
    new_deal,
)
from games.merkle import cards_root
from games.shuffle import shuffled_pack


def check_proof(proof: dict[str, Any]) -> list[str]:
    """What is wrong with a proof, a sentence for each fault; empty where everything follows."""
    return [*_chain_faults(proof), *_dealer_faults(proof), *_deal_faults(proof)]


def _chain_faults(proof: dict[str, Any]) -> Iterator[str]:
    """Each seed must hash to the one before it, the first one to the anchor."""
    before = bytes.fromhex(proof["anchor"])
    for number, deal in enumerate(proof["deals"], start=1):
        seed = bytes.fromhex(deal["seed"])
        if deal["number"] != number:
            yield f"Deal {number} is missing."
        if sha256(seed).digest() != before:
            yield f"The seed of deal {number} does not hash to the one before it."
        if sha256(seed).hexdigest() != deal["commitment"]:
            yield f"The seed of deal {number} is not the one that was committed to."
        if deal["cards_root"] not in (None, cards_root(seed).hex()):
            yield f"The cards of deal {number} are not those that were committed to."
        before = seed


def _dealer_faults(proof: dict[str, Any]) -> Iterator[str]:
    """The first dealer comes from the anchor's pack; then the deal passes to the left."""
    deals = proof["deals"]
    if not deals:
        return
    pack = shuffled_pack(bytes.fromhex(proof["anchor"]))
    rules = HouseRules.from_json(proof["house_rules"])
    first = first_dealer(pack, seats=proof["seats"], rules=rules)
    if _dealing(deals[0]) != _next_seat(deals[0], first):
        yield f"Seat {_dealing(deals[0])} dealt first, and the anchor's pack names seat {first}."
    for last, deal in pairwise(deals):
        if _dealing(deal) != _next_seat(deal, _dealing(last) + 1):
            yield f"Deal {deal['number']} was not dealt by the next seat to the left."


def _dealing(deal: dict[str, Any]) -> int:
    """The number of the seat that dealt."""
    number: int = deal["seat_numbers"][deal["dealer"]]
    return number


def _next_seat(deal: dict[str, Any], number: int) -> int:
    """The first seat dealt in from a number on, round the table."""
    numbers: list[int] = deal["seat_numbers"]
    return min((each for each in numbers if each >= number), default=min(numbers))


def _deal_faults(proof: dict[str, Any]) -> Iterator[str]:
    """The cards of the seed and the actions must lead to the outcome by the house rules."""
    rules = HouseRules.from_json(proof["house_rules"])
    for deal in proof["deals"]:
        try:
            state = _replay(deal, rules)
        except EngineError as error:
            yield f"Deal {deal['number']} was not played by the rules: {error}"
            continue
        outcome = state.outcome.to_json() if state.outcome else None
        if outcome != deal["outcome"]:
            yield f"Deal {deal['number']} did not end as its cards and actions say."


def _replay(deal: dict[str, Any], rules: HouseRules) -> DealState:
    state = new_deal(
        shuffled_pack(bytes.fromhex(deal["seed"])),
        seats=len(deal["seat_numbers"]),
        dealer=deal["dealer"],
        rules=rules,
        scores=deal["scores"],
    )
    for text in deal["actions"]:
        state = apply(state, Action.parse(text))
    return state
