"""The first dealer, and partners by the cards drawn."""

import random
from collections import Counter
from typing import Any

import pytest

from games.engine import (
    PACK,
    HouseRules,
    ImpossibleRules,
    cut_for_partners,
    first_dealer,
    side_numbers,
)
from tests.engine.tables import cards


@pytest.mark.parametrize(
    ("method", "pack", "dealer"),
    [
        ("first_knave", "2C 3C 4C AC JS", 1),
        ("cut_high", "2C AC KC", 1),
        ("cut_high", "2C AC AD KC QC", 1),  # The aces draw again,
        ("cut_high", "2C AC AD QC KC", 2),  # and only they.
        ("cut_high", "2C AC AD QC QD 3C 4C", 2),  # Again.
        ("random", "KS 2C 3C 4C", 1),  # 52 cards leave one over for three seats: the last.
    ],
)
def test_the_first_dealer(method: Any, pack: str, dealer: int) -> None:
    """RULES.md 1.4."""
    rules = HouseRules(first_dealer=method)

    assert first_dealer(cards(pack), seats=3, rules=rules) == dealer


def test_a_random_dealer_is_any_seat_alike() -> None:
    """RULES.md 1.4: over all first two cards, every seat of five comes up equally often."""
    rules = HouseRules(first_dealer="random")
    dealers = Counter(
        first_dealer((one, other), seats=5, rules=rules)
        for one in PACK
        for other in PACK[:50]
        if one != other
    )

    assert set(dealers) == set(range(5))
    assert len({round(count, -2) for count in dealers.values()}) == 1


@pytest.mark.parametrize(
    ("sides", "drawn", "partners"),
    [
        ("pairs", "2C AC 3C KC", {(0, 2), (1, 3)}),  # The two lowest play the two highest.
        ("two_sides", "2C AC 3C KC QC 4C", {(0, 2, 5), (1, 3, 4)}),  # Lower half, upper half.
        ("pairs", "2C AC 3C KC QC 4C", {(1, 3), (4, 5), (0, 2)}),  # Ranked neighbours.
        ("threes", "2C AC 3C KC QC 4C", {(1, 3, 4), (0, 2, 5)}),
        ("pairs", "AC AD AH AS 2C 3C 4C 5C", {(2, 3), (0, 1)}),  # All draw again.
    ],
)
def test_cutting_for_partners(sides: Any, drawn: str, partners: set[tuple[int, ...]]) -> None:
    """RULES.md 1.3: reseated so that 1.2 holds."""
    players = 4 if drawn.count(" ") in (3, 7) else 6
    rules = HouseRules(sides=sides)

    new_seats = cut_for_partners(cards(drawn), seats=players, rules=rules)

    assert sorted(new_seats) == list(range(players))
    numbers = side_numbers(sides, players)
    found = {
        tuple(player for player in range(players) if numbers[new_seats[player]] == number)
        for number in numbers
    }
    assert found == partners


def test_even_a_pack_of_ties_ends() -> None:
    """The earlier seat counts as higher when no cards are left to draw."""
    ties = sorted(PACK, key=lambda card: card.rank)

    assert first_dealer(ties, seats=2, rules=HouseRules(first_dealer="cut_high")) == 0


def test_nobody_cuts_for_partners_where_all_play_alone() -> None:
    """RULES.md 1.3."""
    with pytest.raises(ImpossibleRules, match=r"^Rule 1\.3: "):
        cut_for_partners(random.Random(1).sample(PACK, 52), seats=5, rules=HouseRules())
