"""Cutting for partners, counted by hand. RULES.md 1.3."""

from itertools import pairwise

import pytest

from clubs import cutting
from clubs.cutting import Cut, cut_order, partners_by_cut
from games.engine import HouseRules, cut_for_partners
from games.engine.cards import PACK, Card
from games.engine.sides import side_numbers

HIGH_TO_LOW = "AKQJT98765432"


def drawing(monkeypatch: pytest.MonkeyPatch, *packs: str) -> None:
    """Let the packs begin with these cards, one pack for each draw."""
    left = [[PACK.index(Card.parse(text)) for text in pack.split()] for pack in packs]

    class Stacked:
        def __init__(self, seed: object) -> None:
            pass

        def shuffled(self, things: range) -> list[int]:
            return left.pop(0)

    monkeypatch.setattr(cutting, "Chance", Stacked)


def told(order: tuple[Cut, ...]) -> list[tuple[int, str]]:
    return [(cut.person, " ".join(map(str, cut.cards))) for cut in order]


def test_the_ace_is_high_and_the_two_lowest_of_four_play_the_two_highest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawing(monkeypatch, "2S AC TD KH")
    order = cut_order([11, 12, 13, 14], seed=1)

    assert told(order) == [(12, "AC"), (14, "KH"), (13, "TD"), (11, "2S")]
    assert [[cut.person for cut in side] for side in partners_by_cut(order, size=2)] == [
        [12, 14],
        [13, 11],
    ]


def test_ranked_neighbours_of_six_are_partners_in_pairs_and_in_threes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawing(monkeypatch, "9S AC TD KH 2D JC")
    order = cut_order([1, 2, 3, 4, 5, 6], seed=1)

    def sides(size: int) -> list[list[int]]:
        return [[cut.person for cut in side] for side in partners_by_cut(order, size=size)]

    assert sides(2) == [[2, 4], [6, 3], [1, 5]]
    assert sides(3) == [[2, 4, 6], [3, 1, 5]]


def test_equal_ranks_draw_again_among_themselves_till_they_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two kings draw twice more; the tens, who are lower, draw once more after them."""
    drawing(monkeypatch, "KS TD KH TC", "3D 3C", "5C QH", "2H 4H")
    order = cut_order([1, 2, 3, 4], seed=1)

    assert told(order) == [
        (3, "KH 3C QH"),
        (1, "KS 3D 5C"),
        (4, "TC 4H"),
        (2, "TD 2H"),
    ]


@pytest.mark.parametrize("count", [4, 40, 53, 200])
def test_everybody_of_any_hall_draws_and_stands_by_their_cards(count: int) -> None:
    people = list(range(100, 100 + count))
    order = cut_order(people, seed=7)

    assert sorted(cut.person for cut in order) == people
    ranks = [[HIGH_TO_LOW.index(card.rank) for card in cut.cards] for cut in order]
    assert all(one < other for one, other in pairwise(ranks))
    assert order == cut_order(people, seed=7) != cut_order(people, seed=8)


def test_nobody_draws_a_card_that_another_has_drawn_from_the_pack() -> None:
    first = [cut.cards[0] for cut in cut_order(range(52), seed=3)]

    assert sorted(first, key=PACK.index) == list(PACK)


@pytest.mark.parametrize(
    ("sides", "seats"), [("pairs", 4), ("pairs", 6), ("threes", 9), ("two_sides", 6)]
)
def test_partners_are_those_that_the_engine_finds_at_a_table(sides: str, seats: int) -> None:
    """Where the first draw settles all, as with cards that nobody else has."""
    rules = HouseRules.from_json({"sides": sides})
    size = seats // len(set(side_numbers(rules.sides, seats)))
    compared = 0
    for seed in range(60):
        order = cut_order(range(seats), seed=seed)
        if any(len(cut.cards) > 1 for cut in order):
            continue
        drawn = [cut.cards[0] for cut in sorted(order, key=lambda cut: cut.person)]
        new_places = cut_for_partners(
            [*drawn, *(card for card in PACK if card not in drawn)], seats=seats, rules=rules
        )
        by_side: dict[int, set[int]] = {}
        for person, place in enumerate(new_places):
            side = side_numbers(rules.sides, seats)[place]
            by_side.setdefault(side, set()).add(person)
        found = [{cut.person for cut in side} for side in partners_by_cut(order, size=size)]
        assert sorted(map(sorted, found)) == sorted(map(sorted, by_side.values()))
        compared += 1
    assert compared > 1
