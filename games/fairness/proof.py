"""Checking the deals of a table: seeds, packs, dealers and outcomes, from its proof alone.

A proof is what `GET /api/v1/tables/ID/proof` answers (docs/fairness.md). Nothing here looks at a
database, so players can check what the operator gave them with their own copy of the code.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any

from games.circle import Circle
from games.engine import (
    Action,
    DealState,
    EngineError,
    HouseRules,
    Outcome,
    Place,
    apply,
    first_dealer,
    new_deal,
)
from games.fairness.merkle import cards_root
from games.fairness.seeds import SEED_BYTES, pack_seed, seed_at
from games.fairness.shuffle import shuffled_pack
from games.seat_numbers import SeatNumber

PROTOCOL = "spoil five/1"  # docs/fairness.md
MOST_SEEDS = 100_000  # No chain is longer; who says so only wants us to count.


def check_proof(proof: dict[str, Any], *, number: int | None = None) -> list[str]:
    """What is wrong with a proof, a sentence for each fault; empty where everything follows.

    Args:
        number: The only deal to be looked at; None for all of them and for what lies between.
    """
    try:
        if number is None:
            deals = proof["deals"]
            faults = [*_gaps(deals), *_dealer_faults(proof)]
        else:
            deals = [deal for deal in proof["deals"] if deal["number"] == number]
            faults = [] if deals else [f"Deal {number} is not in the proof."]
        faults += _string_faults(proof)
        for deal in deals:
            faults += [*_seed_faults(proof, deal), *_play_faults(proof, deal)]
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        return [f"This is not a proof of protocol {PROTOCOL}: {error!r}."]
    return faults


def silences(proof: dict[str, Any]) -> list[str]:
    """What a player should know though it is no fault: strings that were promised and not told."""
    return [
        f"Seat {string['seat']} committed to a string in round {string['round']} and did not "
        "open it; the empty string was mixed instead."
        for string in proof["strings"]
        if not string["text"]
    ]


def _gaps(deals: list[dict[str, Any]]) -> Iterator[str]:
    """No deal may be left out, and a later one is mixed with no earlier round of strings."""
    for number, deal in enumerate(deals, start=1):
        if deal["number"] != number:
            yield f"Deal {number} is missing."
            return
    for last, deal in pairwise(deals):
        if deal["entropy_round"] < last["entropy_round"]:
            yield f"Deal {deal['number']} went back to an earlier round of strings."


def _string_faults(proof: dict[str, Any]) -> Iterator[str]:
    """Each string that was opened must be the one that was committed to."""
    for string in proof["strings"]:
        text = string["text"]
        if text and sha256(text.encode()).hexdigest() != string["commitment"]:
            yield f"Seat {string['seat']} opened another string than it had committed to."


def _pack_seed(proof: dict[str, Any], deal: dict[str, Any]) -> bytes:
    """The seed of a deal's pack, mixed with the strings of its round."""
    mixed = [
        (SeatNumber(string["seat"]), string["text"])
        for string in proof["strings"]
        if string["round"] == deal["entropy_round"]
    ]
    return pack_seed(bytes.fromhex(deal["seed"]), number=deal["number"], strings=mixed)


def _seed_faults(proof: dict[str, Any], deal: dict[str, Any]) -> Iterator[str]:
    """A seed must hash down to the anchor, and make what was shown when it was dealt."""
    number, seed = deal["number"], bytes.fromhex(deal["seed"])
    if len(seed) != SEED_BYTES or not 0 < number <= MOST_SEEDS:
        yield f"Deal {number} has no seed of {SEED_BYTES} bytes."
        return
    if seed_at(seed, length=number, number=0).hex() != proof["anchor"]:
        yield f"The seed of deal {number} does not hash to the anchor."
    mixed = _pack_seed(proof, deal)
    if sha256(mixed).hexdigest() != deal["commitment"]:
        yield f"The seed of deal {number} is not the one that was committed to."
    if cards_root(mixed).hex() != deal["cards_root"]:
        yield f"The cards of deal {number} are not those that were committed to."


def _dealer_faults(proof: dict[str, Any]) -> Iterator[str]:
    """The first dealer comes from the anchor's pack; then the deal passes to the left."""
    deals, circle = proof["deals"], _circle(proof)
    if not deals:
        return
    for deal in deals:
        numbers = deal["seat_numbers"]
        if numbers != [number for number in circle.numbers if number in numbers]:
            yield f"Deal {deal['number']} names its seats in another order than the table has."
            return
    pack = shuffled_pack(bytes.fromhex(proof["anchor"]))
    rules = HouseRules.from_json(proof["house_rules"])
    first = first_dealer(pack, seats=len(deals[0]["seat_numbers"]), rules=rules)
    if deals[0]["dealer"] != first:
        yield f"Place {deals[0]['dealer']} dealt first, and the anchor's pack names place {first}."
    for last, deal in pairwise(deals):
        if _dealing(deal) != circle.first_after(_dealing(last), deal["seat_numbers"]):
            yield f"Deal {deal['number']} was not dealt by the next seat to the left."


def _dealing(deal: dict[str, Any]) -> SeatNumber:
    """The number of the seat that dealt."""
    number: SeatNumber = deal["seat_numbers"][deal["dealer"]]
    return number


def _circle(proof: dict[str, Any]) -> Circle:
    """The order of the seats; in a proof from before it was told, that of their numbers."""
    dealt_in = {number for deal in proof["deals"] for number in deal["seat_numbers"]}
    return Circle(tuple(proof.get("seats", sorted(dealt_in))))


def _play_faults(proof: dict[str, Any], deal: dict[str, Any]) -> Iterator[str]:
    """The cards of the seed and the actions must lead to the outcome by the house rules."""
    try:
        state = _replay(proof, deal)
    except EngineError as error:
        yield f"Deal {deal['number']} was not played by the rules: {error}"
        return
    written = Outcome.from_json(deal["outcome"]) if deal["outcome"] else None
    if state.outcome != written:
        yield f"Deal {deal['number']} did not end as its cards and actions say."


def _replay(proof: dict[str, Any], deal: dict[str, Any]) -> DealState:
    state = new_deal(
        shuffled_pack(_pack_seed(proof, deal)),
        seats=len(deal["seat_numbers"]),
        dealer=Place(deal["dealer"]),
        rules=HouseRules.from_json(proof["house_rules"]),
        scores=deal["scores"],
    )
    for text in deal["actions"]:
        state = apply(state, Action.parse(text))
    return state
