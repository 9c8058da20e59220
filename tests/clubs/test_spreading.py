"""Who goes to which other table: as many as can play there, the shortest tables first."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.spreading import Room, chairs, sides_at, sit_down, spread
from games.engine import HouseRules, side_numbers

ALONE = frozenset(range(2, 11))
PAIRS = frozenset({4, 6, 8, 10})
THREES = frozenset({6, 9})
A, B, C, D = range(4)


def rooms(*people: int, possible: frozenset[int] = ALONE) -> list[Room]:
    return [Room(number, count, possible) for number, count in enumerate(people, start=1)]


@pytest.mark.parametrize(
    ("units", "where", "found"),
    [
        ([[A], [B], [C]], rooms(4, 4), {A: 1, B: 1, C: 2}),  # Of equal ones the lower takes more.
        ([[A], [B], [C]], rooms(6, 3), {A: 2, B: 2, C: 2}),  # The shortest is filled first.
        ([[A], [B], [C]], rooms(10, 9), {A: 2}),  # Two find no chair.
        ([[A], [B]], rooms(10, 10), {}),
        ([[A, B], [C]], rooms(9, 5), {A: 2, B: 2, C: 2}),
        ([[A, B], [C]], rooms(9, 9), {C: 1}),  # Partners stay together, and wait together.
        ([[A, B], [C, D]], rooms(4, 4, possible=PAIRS), {A: 1, B: 1, C: 2, D: 2}),
        ([[A], [B], [C]], rooms(4, 4, possible=PAIRS), {A: 1, B: 1}),  # 5 cannot play.
        ([[A], [B], [C]], rooms(5, 4, possible=PAIRS), {A: 1, B: 2, C: 2}),  # One waited for them.
        ([[A]], rooms(6, possible=THREES), {}),
        ([], rooms(4), {}),
    ],
)
def test_who_goes_where(units: list[list[int]], where: list[Room], found: dict[int, int]) -> None:
    assert spread(units, where) == found


def test_tables_may_wait_for_others() -> None:
    where = rooms(4, 4, possible=PAIRS)

    assert spread([[A], [B], [C]], where, may_wait=True) == {A: 1, B: 1, C: 2}
    assert spread([[A], [B]], rooms(10, 10), may_wait=True) == {}


@st.composite
def halls(draw: st.DrawFn) -> tuple[list[list[int]], list[Room]]:
    sizes = draw(st.lists(st.sampled_from([1, 1, 2, 3]), max_size=5))
    people = iter(range(sum(sizes)))
    units = [[next(people) for _ in range(size)] for size in sizes]
    possible = st.sampled_from([ALONE, PAIRS, THREES])
    counts = draw(st.lists(st.tuples(st.integers(2, 10), possible), min_size=1, max_size=3))
    return units, [Room(one, *room) for one, room in enumerate(counts, start=1)]


@settings(max_examples=200, deadline=None)
@given(hall=halls(), may_wait=st.booleans())
def test_no_other_way_is_better(hall: tuple[list[list[int]], list[Room]], may_wait: bool) -> None:
    """Compared with every way there is."""
    units, where = hall
    found = spread(units, where, may_wait=may_wait)

    def cost(ways: tuple[int, ...]) -> tuple[int, int, int] | None:
        people = {room.number: room.people for room in where}
        for unit, number in zip(units, ways, strict=True):
            if number:
                people[number] += len(unit)
        for room in where:
            is_full = people[room.number] > max(room.possible)
            is_idle = people[room.number] not in room.possible
            if people[room.number] > room.people and (is_full or (is_idle and not may_wait)):
                return None
        idle = sum(people[room.number] not in room.possible for room in where)
        left = sum(len(unit) for unit, number in zip(units, ways, strict=True) if not number)
        return left, idle, sum(count**2 for count in people.values())

    chosen = tuple(found.get(unit[0], 0) for unit in units)
    assert all(
        found.get(one, 0) == number
        for unit, number in zip(units, chosen, strict=True)
        for one in unit
    )
    every = [cost(ways) for ways in product(range(len(where) + 1), repeat=len(units))]
    assert cost(chosen) == min(one for one in every if one is not None)


@pytest.mark.parametrize("house", ["pairs", "threes"])
@pytest.mark.parametrize("sides", [1, 2])
def test_those_who_come_and_those_who_are_there_keep_their_partners(house: str, sides: int) -> None:
    rules, size = HouseRules.of({"sides": house}), {"pairs": 2, "threes": 3}[house]
    if house == "threes" and sides > 1:
        return
    present = list(range(100, 100 + 2 * size))
    coming = [[size * one + two for two in range(size)] for one in range(sides)]
    people = list(present)
    for person, after in chairs(rules, present, coming):
        people.insert(len(people) if after is None else people.index(after) + 1, person)

    side = dict(zip(people, side_numbers(rules.sides, len(people)), strict=True))
    before = dict(zip(present, side_numbers(rules.sides, len(present)), strict=True))
    assert len(people) == len(present) + sides * size
    for unit in coming:
        assert len({side[one] for one in unit}) == 1
    for one, other in product(present, repeat=2):
        assert (side[one] == side[other]) == (before[one] == before[other])


@pytest.mark.parametrize("after", [None, *range(100, 106)])
def test_three_who_come_together_sit_at_thirds_of_the_table(after: int | None) -> None:
    rules, present = HouseRules.of({"sides": "threes"}), list(range(100, 106))
    people = list(present)
    for person, beside in sit_down(rules, present, [A, B, C], [], after=after):
        people.insert(len(people) if beside is None else people.index(beside) + 1, person)

    assert [(people.index(one) - people.index(A)) % 3 for one in (B, C)] == [0, 0]
    assert after is None or people[people.index(A) - 1] == after
    for one in range(100, 104):
        assert (people.index(one) - people.index(one + 2)) % 3 == 0


def test_those_who_play_alone_sit_side_by_side_as_named() -> None:
    rules = HouseRules.of({})

    assert sit_down(rules, [10, 11], [B, A], [(A, B)]) == [(B, None), (A, None)]
    assert sit_down(rules, [10, 11], [B, A], [], after=10) == [(B, 10), (A, B)]


def test_two_pairs_sit_down_on_two_sides() -> None:
    """Each pair on one side, whoever is there."""
    rules = HouseRules.of({"sides": "two_sides"})

    assert [one for one, _ in chairs(rules, [10, 11, 12, 13], [[A, B], [C, D]])] == [A, C, B, D]


def test_who_stays_together() -> None:
    pairs, alone = HouseRules.of({"sides": "pairs"}), HouseRules.of({})

    sides = {A: 0, B: 1, C: 0, D: 1}
    assert sides_at(pairs, [A, B, C, D], [], sides) == [(A, C), (B, D)]
    assert sides_at(pairs, [A, B, C], [], sides) == [(A, C), (B,)]  # One partner has gone.
    assert sides_at(pairs, [A, B, D], [], sides) == [(A,), (B, D)]  # Whoever sits where.
    assert sides_at(pairs, [A, B, C], [(A, B)], {}) == [(A, B), (C,)]
    assert sides_at(pairs, [A, B, C, D], [(A, B)], sides) == [(A, B), (C,), (D,)]
    assert sides_at(alone, [A, B, C, D], [(B, D), (A, 9)], {}) == [(A,), (B, D), (C,)]
