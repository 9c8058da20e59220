"""Whole evenings: everybody in every round, wishes kept, and few who meet again."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import (
    Evening,
    History,
    Wishes,
    WishRefused,
    plan_evening,
    recount,
    table_sizes,
)
from clubs.seating.wishes import NO_WISHES
from tests.clubs.seating.evenings import ANY, evenings
from tests.clubs.seating.naive import meetings_twice


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ([4] * 4, 5),
        ([4] * 5, 5),
        ([4] * 6, 7),
        ([4] * 7, 9),
        ([4] * 8, 10),
        ([5] + [4] * 8, 9),
        ([5] * 9 + [4] * 2, 10),
        ([3] * 14, 20),
        ([4] * 6 + [3], 9),  # One fewer than a starter has,
        ([4] * 7, 5),  # and fewer rounds.
        ([4, 3, 4, 4, 4], 4),  # Tables in whatever order.
        ([5] * 200, 10),
    ],
)
def test_nobody_meets_twice_where_that_is_known_to_be_possible(
    sizes: list[int], rounds: int
) -> None:
    people = range(100, 100 + sum(sizes))

    evening = plan_evening(people, rounds=rounds, sizes=sizes, seed="a night")

    assert (evening.repeats, evening.bound, len(evening.rounds)) == (0, 0, rounds)
    assert meetings_twice([seated.tables for seated in evening.rounds]) == []
    check(evening, people, sizes)


@given(evening=evenings(most=24, rounds=2), rounds=st.integers(1, 5), seed=st.integers())
@settings(max_examples=40, deadline=None)
def test_every_evening_stands_the_recount(
    evening: tuple[list[int], list[int], History], rounds: int, seed: int
) -> None:
    people, sizes, history = evening

    planned = plan_evening(
        people, rounds=rounds, sizes=sizes, seed=seed, history=history, steps=2_000
    )

    assert len(planned.rounds) == rounds
    assert planned.repeats >= planned.bound
    check(planned, people, sizes, history)


@given(
    people=st.permutations(range(20)),
    groups=st.integers(0, 3),
    rounds=st.integers(1, 4),
    seed=st.integers(),
)
@settings(max_examples=40, deadline=None)
def test_wishes_are_kept_in_every_round(
    people: list[int], groups: int, rounds: int, seed: int
) -> None:
    wishes = Wishes(
        together=[people[2 * group : 2 * group + 2] for group in range(groups)],
        apart=[people[6:10]],
        at_table={people[10]: 1, people[11]: 3},
        at_seat={people[12]: 0, people[13]: 0, people[10]: 2},
    )

    planned = plan_evening(
        people, rounds=rounds, sizes=[4] * 5, seed=seed, wishes=wishes, steps=2_000
    )

    assert planned.repeats >= planned.bound
    check(planned, people, [4] * 5, wishes=wishes)


def test_wishes_cost_no_more_than_they_must() -> None:
    """Two fixed tables: the rounds of a starter stay, and change their numbers."""
    wishes = Wishes(at_table={5: 3}, at_seat={6: 1})

    evening = plan_evening(range(28), rounds=9, sizes=[4] * 7, seed=1, wishes=wishes)

    assert evening.repeats == 0
    check(evening, range(28), [4] * 7, wishes=wishes)


def test_two_who_are_apart_take_places_of_a_starter_that_never_meet() -> None:
    wishes = Wishes(apart=[(1, 2)])

    evening = plan_evening(range(37), rounds=9, sizes=[5] + [4] * 8, seed=1, wishes=wishes)

    assert evening.repeats == 0
    check(evening, range(37), [5] + [4] * 8, wishes=wishes)


def test_pairs_play_the_plan_of_as_many_people() -> None:
    """42 pairs over 20 rounds, at tables of three pairs."""
    pairs = [(2 * number, 2 * number + 1) for number in range(42)]

    evening = plan_evening(range(84), rounds=20, sizes=[6] * 14, seed=1, units=pairs)

    assert evening.repeats == 0
    check(evening, range(84), [6] * 14, units=pairs)


def test_wishes_that_cannot_be_kept_are_refused() -> None:
    with pytest.raises(WishRefused):
        plan_evening(range(8), rounds=3, sizes=[4, 4], seed=1, wishes=Wishes(apart=[(0, 1, 2)]))


def test_those_who_met_before_the_evening_meet_others() -> None:
    """16 people, four rounds without a repeat, and one that was played on the night before."""
    last = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]

    evening = plan_evening(range(16), rounds=4, sizes=[4] * 4, seed=1, history=[last])

    assert evening.repeats <= 8
    check(evening, range(16), [4] * 4, [last])


@pytest.mark.parametrize(
    ("people", "best", "rounds", "most"),
    [
        (20, 4, 7, 24),  # What was found, beside the bound of 20.
        (23, 5, 6, 3),
        (33, 4, 10, 24),
        (25, 5, 8, 100),  # As few as possible,
        (12, 4, 6, 42),  # which a plan by rounds reaches, too.
    ],
)
def test_where_some_meet_again_they_are_few(people: int, best: int, rounds: int, most: int) -> None:
    sizes = table_sizes(people, best=best, allowed=ANY)

    evening = plan_evening(range(people), rounds=rounds, sizes=sizes, seed=1)

    assert evening.bound <= evening.repeats <= most
    check(evening, range(people), sizes)


def test_the_search_over_the_evening_parts_more_than_rounds_by_themselves() -> None:
    sizes = [6] * 6

    by_rounds = plan_evening(range(36), rounds=5, sizes=sizes, seed=1, steps=1)
    searched = plan_evening(range(36), rounds=5, sizes=sizes, seed=1, steps=100_000)

    assert searched.repeats < by_rounds.repeats


def test_the_same_seed_makes_the_same_evening() -> None:
    sizes = [5, 5, 5, 4, 4]
    plans = [
        plan_evening(range(23), rounds=6, sizes=sizes, seed=seed, steps=20_000)
        for seed in ("monday", "monday", "tuesday")
    ]

    assert plans[0] == plans[1] != plans[2]


def test_turns_at_a_short_table_are_shared_out() -> None:
    """23 people, five rounds: 15 turns at the short table, nobody has two."""
    sizes = [4, 4, 4, 4, 4, 3]

    evening = plan_evening(range(23), rounds=5, sizes=sizes, seed=1)

    short = [one for seated in evening.rounds for one in seated.tables[5]]
    assert evening.repeats == 0
    assert len(set(short)) == 15


def check(
    evening: Evening,
    people: list[int] | range,
    sizes: list[int],
    history: History = (),
    *,
    wishes: Wishes = NO_WISHES,
    units: list[tuple[int, int]] | tuple[()] = (),
) -> None:
    """Each round stands the recount after those before it, and the sum is what it says."""
    played = list(history)
    repeats = 0
    groups = [*units, *wishes.together]
    mates = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    for seated in evening.rounds:
        faults = recount(
            seated, people=people, sizes=sizes, history=played, wishes=wishes, units=units
        )
        assert faults == []
        before = [set(table) for tables in played for table in tables]
        for table in seated.tables:
            for pair in combinations(table, 2):
                if frozenset(pair) not in mates:
                    repeats += any(known.issuperset(pair) for known in before)
        played.append(seated.tables)
    assert repeats == evening.repeats
