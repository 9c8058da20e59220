"""Games for points with real cards: the score follows from the tricks, and who got out from it."""

from itertools import product
from typing import Any

import pytest

from games.engine import (
    HouseRules,
    ImpossibleOutcome,
    Outcome,
    Place,
    counts,
    endings,
    recorded_outcome,
)
from games.engine.outcome import OutcomeKind
from tests.engine.tellings import points_ends

TWENTY_FIVE = HouseRules.preset("twenty_five")
FORTY_FIVE = HouseRules.preset("forty_five")
BONUS = {"target": 25, "best_trump_bonus": 5}


def told(*numbers: int) -> dict[Place, int]:
    return {Place(place): number for place, number in enumerate(numbers)}


HOUSES = [{"target": 25}, BONUS, BONUS | {"barred_points": "cannot_go_out"}]
BARRED = [(), (0,), (0, 1)]


def recorded(
    rules: HouseRules, winner: int | None, before: tuple[int, ...], **also: Any
) -> Outcome | None:
    """The outcome, if it is accepted; without a winner whoever got out is to follow."""
    place = None if winner is None else Place(winner)
    kind: OutcomeKind = "scored" if winner is None else "won"
    try:
        return recorded_outcome(rules, kind, seats=len(before), winner=place, before=before, **also)
    except ImpossibleOutcome:
        return None


@pytest.mark.parametrize("before", [(0, 0), (15, 20), (20, 20), (0, 10, 20), (20, 20, 20)])
@pytest.mark.parametrize("barred", BARRED)
@pytest.mark.parametrize("house", HOUSES)
def test_tricks_are_accepted_if_some_play_comes_to_them(
    before: tuple[int, ...], barred: tuple[int, ...], house: dict[str, Any]
) -> None:
    """RULES.md 4.6, 8: and if they name the winner, nobody else has to."""
    rules, out = HouseRules.from_json(house), [Place(place) for place in barred]
    ends = set(points_ends(rules.to_json(), before, frozenset(barred)))
    bonuses = [None, *range(len(before))] if rules.best_trump_bonus else [None]
    for tricks, bonus in product(product(range(6), repeat=len(before)), bonuses):
        if not 0 < sum(tricks) <= 6:
            continue
        also = {"tricks": told(*tricks), "bonus": bonus, "barred": out}
        winners = {winner for winner, *what, _ in ends if what == [tricks, bonus]}
        for winner in (None, *range(len(before))):
            outcome = recorded(rules, winner, before, **also)
            is_known = winner in winners or (winner is None and len(winners) == 1)
            assert (outcome is not None) == is_known, (tricks, bonus, winner)
            if outcome is not None:
                found = outcome.winners[0] if outcome.winners else None
                assert (found, tricks, bonus, outcome.scores) in ends


@pytest.mark.parametrize("before", [(0, 0), (15, 20), (0, 10, 20)])
@pytest.mark.parametrize("barred", BARRED)
@pytest.mark.parametrize("house", HOUSES)
def test_scores_are_accepted_if_some_play_comes_to_them(
    before: tuple[int, ...], barred: tuple[int, ...], house: dict[str, Any]
) -> None:
    """RULES.md 4.6, 8: with all tricks counted, or as they stood at the trick that won."""
    rules, out = HouseRules.from_json(house), [Place(place) for place in barred]
    ends = set(points_ends(rules.to_json(), before, frozenset(barred)))
    for scores in product(range(0, 45, 5), repeat=len(before)):
        winners = {winner for winner, _, _, after in ends if after == scores}
        for winner in (None, *range(len(before))):
            outcome = recorded(rules, winner, before, scores=told(*scores), barred=out)
            is_known = winner in winners or (winner is None and len(winners) == 1)
            assert (outcome is not None) == is_known, (scores, winner)


@pytest.mark.parametrize(
    ("house", "told_so", "rule"),
    [
        (BONUS, {}, "8.1"),
        (BONUS, {"tricks": told(2, 2)}, "8.1"),
        (BONUS, {"tricks": told(3, 3)}, "8.1"),
        (BONUS, {"tricks": told(5, 0), "bonus": Place(1)}, "8.2"),
        ({"target": 25}, {"tricks": told(4, 1), "bonus": Place(1)}, "8.2"),
        ({"target": 25}, {"scores": told(30, 10)}, "8.3"),
        ({"target": 25}, {"tricks": told(4, 1)}, "8.3"),
        ({"target": 25}, {"scores": told(15, 7)}, "8.1"),
        ({"target": 25}, {"scores": told(5, 20)}, "8.1"),
        ({"target": 25}, {"scores": told(15, 15)}, "8.1"),
        ({"target": 25}, {"scores": {Place(0): 20}}, "8.1"),
        ({"target": 25}, {"scores": told(15, 20), "offenders": [Place(0)]}, "4.6"),
    ],
    ids=str,
)
def test_a_refusal_names_the_rule(
    house: dict[str, Any], told_so: dict[str, Any], rule: str
) -> None:
    """Two stand at 10 each; 30 of 25, or seven points, nobody has."""
    with pytest.raises(ImpossibleOutcome, match=f"^Rule {rule}: "):
        recorded_outcome(HouseRules.from_json(house), "scored", seats=2, before=(10, 10), **told_so)


def test_who_was_first_is_said_where_two_are_there() -> None:
    """RULES.md 8.3: both are at 25 once all tricks are counted."""
    rules = HouseRules.from_json(BONUS)
    counted: dict[str, Any] = {"tricks": told(3, 2), "before": (15, 20)}
    with pytest.raises(ImpossibleOutcome, match=r"^Rule 8\.3: .*say who was there first"):
        recorded_outcome(rules, "scored", seats=2, **counted)

    outcome = recorded_outcome(rules, "won", seats=2, winner=Place(1), **counted)

    assert (outcome.winners, outcome.scores) == ((1,), (30, 30))


def test_nobody_has_won_who_is_not_there() -> None:
    """RULES.md 8.3."""
    for winner in (None, Place(0)):
        with pytest.raises(ImpossibleOutcome, match=r"^Rule 8\.3: "):
            recorded_outcome(TWENTY_FIVE, "won", seats=2, winner=winner, tricks=told(3, 2))


def test_a_form_asks_for_the_count() -> None:
    """RULES.md 8: who may get out is everybody who is not barred."""
    found = endings(TWENTY_FIVE, seats=3, barred=(Place(1),), before=(20, 20, 0))

    assert [(each.kind, each.winners, each.is_counted) for each in found] == [
        ("scored", (), True),
        ("won", (0, 2), True),
        ("misdeal", (), False),
    ]


@pytest.mark.parametrize("before", [(0, 0), (15, 20), (20, 20)])
@pytest.mark.parametrize("barred", BARRED[:2])
@pytest.mark.parametrize("house", HOUSES)
def test_every_count_of_tricks_is_listed(
    before: tuple[int, ...], barred: tuple[int, ...], house: dict[str, Any]
) -> None:
    """RULES.md 8: a best trump that a barred side took is nobody's, and may be told as either."""
    rules, out = HouseRules.from_json(house), [Place(place) for place in barred]
    ends = points_ends(rules.to_json(), before, frozenset(barred))

    found = set(counts(rules, seats=2, barred=out, before=before))

    assert found == {(tricks, bonus, winner) for winner, tricks, bonus, _ in ends}


def test_every_trick_scores_five() -> None:
    """RULES.md 8.1."""
    outcome = recorded_outcome(
        TWENTY_FIVE, "scored", seats=3, tricks={Place(0): 3, Place(2): 2}, before=(5, 10, 0)
    )

    assert (outcome.kind, outcome.scores, outcome.carried_scores) == (
        "scored",
        *((20, 10, 10),) * 2,
    )


def test_the_best_trump_scores_five_more() -> None:
    """RULES.md 8.2."""
    outcome = recorded_outcome(
        FORTY_FIVE, "scored", seats=2, tricks=told(3, 2), bonus=Place(1), before=(0, 10)
    )

    assert outcome.scores == (15, 25)


def test_partners_have_one_score() -> None:
    """RULES.md 1.2, 8.1: told at one seat of each side."""
    rules = HouseRules.from_json(TWENTY_FIVE.to_json() | {"sides": "pairs"})

    outcome = recorded_outcome(
        rules, "scored", seats=4, tricks={Place(2): 1, Place(1): 1}, before=(20, 5, 20, 5)
    )

    assert (outcome.kind, outcome.winners) == ("won", (0, 2))
    assert outcome.scores == (25, 10, 25, 10)
