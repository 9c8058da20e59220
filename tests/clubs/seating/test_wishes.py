"""Wishes are kept, or refused with the names of those they are about."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import (
    Refusal,
    Seated,
    Wishes,
    WishRefused,
    recount,
    repaired,
    seat_round,
    table_sizes,
)
from tests.clubs.seating.evenings import ANY

PEOPLE = range(12)
HISTORY = [[range(4), range(4, 8), range(8, 12)]]
groups = st.lists(st.lists(st.integers(0, 14), max_size=4, unique=True), max_size=4)
numbers = st.dictionaries(st.integers(0, 14), st.integers(0, 4), max_size=3)
wishes = st.builds(Wishes, together=groups, apart=groups, at_table=numbers, at_seat=numbers)


@given(wishes=wishes, best=st.integers(3, 6), seed=st.integers(0, 99))
@settings(max_examples=300, deadline=None)
def test_wishes_are_kept_or_refused_by_name(wishes: Wishes, best: int, seed: int) -> None:
    sizes = table_sizes(len(PEOPLE), best=best, allowed=ANY)
    seated = seated_or_refused(wishes, sizes=sizes, seed=seed)

    if isinstance(seated, WishRefused):
        named = {*wishes.at_table, *wishes.at_seat}
        named.update(one for group in [*wishes.together, *wishes.apart] for one in group)
        assert seated.people
        assert named.intersection(PEOPLE) >= set(seated.people)
    else:
        assert recount(seated, people=PEOPLE, sizes=sizes, history=HISTORY, wishes=wishes) == []


@given(
    wishes=wishes,
    partners=st.sampled_from([[], [(0, 1), (4, 8)], [(0, 1, 2)]]),
    people=st.sets(st.integers(0, 14), min_size=6),
    seed=st.integers(0, 99),
)
@settings(max_examples=200, deadline=None)
def test_a_repair_keeps_wishes_or_refuses_them_by_name(
    wishes: Wishes, partners: list[tuple[int, ...]], people: set[int], seed: int
) -> None:
    here = sorted(people)
    sizes = table_sizes(len(here), best=4, allowed=ANY)
    units = [[one for one in unit if one in people] for unit in partners]
    try:
        seated = repaired(
            HISTORY[0], here, sizes=sizes, wishes=wishes, units=units, seed=seed, steps=100
        )
    except WishRefused as refused:
        asked = refused
    else:
        there = [len(table) for table in seated.tables]
        assert recount(seated, people=here, sizes=there, wishes=wishes, units=units) == []
        assert sorted(filter(None, there), reverse=True) == sizes
        return

    assert asked.people
    assert people >= set(asked.people)


def seated_or_refused(wishes: Wishes, *, sizes: list[int], seed: int) -> Seated | WishRefused:
    try:
        return seat_round(PEOPLE, sizes=sizes, history=HISTORY, wishes=wishes, seed=seed, steps=300)
    except WishRefused as refused:
        return refused


@pytest.mark.parametrize(
    ("wishes", "code", "people", "table"),
    [
        (Wishes(at_table={3: 3}), Refusal.NO_SUCH_TABLE, (3,), 3),
        (Wishes(at_seat={3: 4}), Refusal.NO_SUCH_SEAT, (3,), None),
        (Wishes(locked={1: (3, 4)}), Refusal.LOCKED_SIZE, (3, 4), 1),
        (Wishes(locked={3: (3, 4, 5, 6)}), Refusal.NO_SUCH_TABLE, (3, 4, 5, 6), 3),
        (Wishes(locked={1: (3, 4, 5, 6)}, at_table={4: 0}), Refusal.TWO_TABLES, (4,), 1),
        (Wishes(locked={1: (3, 4, 5, 6)}, at_seat={4: 0}), Refusal.SEAT_TAKEN, (4,), 1),
        (Wishes(together=[(1, 2)], at_table={1: 0, 2: 1}), Refusal.TWO_TABLES, (1, 2), None),
        (Wishes(at_table={1: 0, 2: 0}, at_seat={1: 0, 2: 0}), Refusal.SEAT_TAKEN, (1, 2), 0),
        (Wishes(together=[(1, 2)], at_seat={1: 0, 2: 0}), Refusal.SEAT_TAKEN, (1, 2), None),
        (Wishes(at_seat=dict.fromkeys(range(4), 0)), Refusal.SEAT_TAKEN, (0, 1, 2, 3), None),
        (Wishes(at_table=dict.fromkeys(range(5), 0)), Refusal.TABLE_FULL, (0, 1, 2, 3, 4), 0),
        (
            Wishes(together=[(1, 2, 3), (4, 5, 3)]),
            Refusal.TOO_MANY_TOGETHER,
            (1, 2, 3, 4, 5),
            None,
        ),
        (
            Wishes(together=[(n, n + 1, n + 2) for n in range(0, 12, 3)]),
            Refusal.NO_TABLE_LEFT,
            (0, 1, 2),
            None,
        ),
        (Wishes(together=[(1, 2)], apart=[(0, 1, 2)]), Refusal.TOGETHER_AND_APART, (1, 2), None),
        (Wishes(at_table={1: 2, 2: 2}, apart=[(1, 2)]), Refusal.TOGETHER_AND_APART, (1, 2), 2),
        (Wishes(apart=[(0, 1, 2, 3)]), Refusal.NOT_APART, None, None),
    ],
)
def test_what_cannot_be_is_refused(
    wishes: Wishes, code: Refusal, people: tuple[int, ...] | None, table: int | None
) -> None:
    with pytest.raises(WishRefused) as refused:
        seat_round(PEOPLE, sizes=[4, 4, 4], wishes=wishes, seed=1, steps=100)

    assert (refused.value.code, refused.value.table) == (code, table)
    assert people is None or tuple(sorted(refused.value.people)) == people


def test_wishes_of_people_who_are_not_here_are_left_aside() -> None:
    absent = Wishes(together=[(0, 20)], apart=[(1, 20)], at_table={20: 9}, at_seat={20: 9})

    assert len(seat_round(PEOPLE, sizes=[4, 4, 4], wishes=absent, seed=1).tables) == 3


def test_partners_sit_opposite_each_other_beside_people_who_come_alone() -> None:
    """One pair and two alone at each table of four; one of those alone has a fixed seat."""
    for seed in range(10):
        wishes = Wishes(at_seat={6: 1})
        seated = seat_round(
            range(8), sizes=[4, 4], units=[(0, 1), (2, 3)], wishes=wishes, seed=seed
        )
        seat_of = {one: seat for table in seated.tables for seat, one in enumerate(table)}
        assert abs(seat_of[0] - seat_of[1]) == abs(seat_of[2] - seat_of[3]) == 2
        assert seat_of[6] == 1


def test_two_who_come_alone_cannot_both_have_the_seats_of_a_pair() -> None:
    wishes = Wishes(at_seat={2: 0, 3: 1})
    with pytest.raises(WishRefused) as refused:
        seat_round(range(4), sizes=[4], units=[(0, 1)], wishes=wishes, seed=1)

    assert refused.value.code == Refusal.SEAT_TAKEN
    assert sorted(refused.value.people) == [0, 1]


def test_partners_sit_opposite_each_other() -> None:
    """RULES.md 1.2: seat i plays with seat i + n/2; of threes, all of a remainder play together."""
    pairs, threes = [(0, 1), (2, 3), (4, 5), (6, 7)], [(0, 1, 2), (3, 4, 5)]
    of_pairs = seat_round(range(8), sizes=[4, 4], units=pairs, seed=1).tables
    [of_threes] = seat_round(range(6), sizes=[6], units=threes, seed=1).tables

    assert {frozenset(sides) for table in of_pairs for sides in (table[::2], table[1::2])} == {
        frozenset(pair) for pair in pairs
    }
    assert {frozenset(of_threes[::2]), frozenset(of_threes[1::2])} == set(map(frozenset, threes))


def test_groups_fit_in_where_the_largest_first_would_not() -> None:
    """A three and two twos fill the seven, a three and a two the five."""
    groups = [(0, 1, 2), (3, 4, 5), (6, 7), (8, 9), (10, 11)]

    seated = seat_round(PEOPLE, sizes=[7, 5], wishes=Wishes(together=groups), seed=1)

    assert [len(table) for table in seated.tables] == [7, 5]


def test_pairs_change_tables_with_those_who_come_alone() -> None:
    """The pair has met everybody but two; all the others are alone."""
    history = [[(0, 1, 2, 3), (4, 5, 6, 7)], [(0, 1, 4, 5), (2, 3, 6, 7)]]
    for seed in range(10):
        seated = seat_round(range(8), sizes=[4, 4], history=history, units=[(0, 1)], seed=seed)

        assert {0, 1, 6, 7} in map(set, seated.tables)


def test_a_partner_who_is_not_here_leaves_the_other_one_alone() -> None:
    seated = seat_round([0, 2, 3], sizes=[3], units=[(0, 1), (2, 3)], seed=1)

    assert sorted(seated.tables[0]) == [0, 2, 3]
