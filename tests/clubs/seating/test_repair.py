"""After somebody came or went, tables are right again, and few people change table."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import Wishes, recount, repaired, seat_round, table_sizes
from tests.clubs.seating.evenings import ANY

FOURS = [range(start, start + 4) for start in range(0, 16, 4)]


@given(
    went=st.sets(st.integers(0, 22), max_size=6),
    came=st.integers(0, 4),
    rounds=st.integers(0, 4),
    best=st.integers(3, 6),
    seed=st.integers(0, 99),
)
@settings(max_examples=100, deadline=None)
def test_few_people_change_table(
    went: set[int], came: int, rounds: int, best: int, seed: int
) -> None:
    history: list[Sequence[Sequence[int]]] = []
    sizes = table_sizes(23, best=best, allowed=ANY)
    for number in range(rounds + 1):
        planned = seat_round(range(23), sizes=sizes, history=history, seed=number, steps=5)
        history.append(planned.tables)
    tables = history.pop()
    people = [one for one in range(23 + came) if one not in went]
    sizes = table_sizes(len(people), best=best, allowed=ANY)
    seated = repaired(tables, people, sizes=sizes, history=history, seed=seed, steps=100)
    again = repaired(tables, people, sizes=sizes, history=history, seed=seed, steps=100)
    still = repaired(tables, people, sizes=sizes, history=history, seed=seed, steps=0)

    there = [len(table) for table in seated.tables]
    assert sorted(filter(None, there), reverse=True) == sizes
    assert recount(seated, people=people, sizes=there, history=history) == []
    assert seated == again
    changed, fewest = len(moved(tables, seated.tables)), len(moved(tables, still.tables))
    assert changed <= max(forced(tables, people, sizes), 2 * came)
    assert changed <= fewest or seated.repeats < still.repeats  # Nobody moves for less.


def moved(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> set[int]:
    """Who sits at another table than before."""
    then = {one: number for number, table in enumerate(before) for one in table}
    now = {one: number for number, table in enumerate(after) for one in table}
    return {one for one, number in now.items() if then.get(one, number) != number}


def forced(before: Sequence[Sequence[int]], people: Sequence[int], sizes: Sequence[int]) -> int:
    """How many have to leave their table, whatever table gets which size."""
    left = sorted((len(set(table).intersection(people)) for table in before), reverse=True)
    padded = [*sizes, *[0] * len(left)]
    return sum(max(0, there - size) for there, size in zip(left, padded, strict=False))


@pytest.mark.parametrize(
    ("gone", "sizes", "changed"),
    [
        ([], [4, 4, 4, 4], 0),
        ([0], [4, 4, 4, 3], 0),  # Their table is short.
        ([0, 1], [4, 4, 3, 3], 1),  # Two of one table: somebody joins the others,
        ([0, 4, 8, 12], [3, 3, 3, 3], 0),  # one of each: nobody need move.
        ([0, 1, 2, 3], [4, 4, 4], 0),  # A table is gone,
        ([0, 1, 2], [5, 4, 4], 1),  # or dissolved.
    ],
)
def test_who_went_moves_nobody_who_need_not_move(
    gone: list[int], sizes: list[int], changed: int
) -> None:
    people = [one for one in range(16) if one not in gone]
    seated = repaired(FOURS, people, sizes=sizes, seed=1)

    assert len(moved(FOURS, seated.tables)) == changed


def test_tables_keep_their_numbers_and_people_their_order() -> None:
    people = [one for one in range(17) if one not in (1, 8, 9, 10, 11)]
    seated = repaired(FOURS, people, sizes=[4, 4, 4], seed=1)

    assert seated.tables == ((0, 16, 2, 3), (4, 5, 6, 7), (), (12, 13, 14, 15))
    assert repaired(seated.tables, people, sizes=[4, 4, 4], seed=2).tables == seated.tables


def test_a_new_table_comes_last() -> None:
    seated = repaired(FOURS, range(20), sizes=[4] * 5, seed=1)

    assert [*map(set, seated.tables)] == [*map(set, FOURS), {16, 17, 18, 19}]


def test_who_came_meets_nobody_again_if_two_others_move() -> None:
    """Only the table of 8, 9 and 10 has a seat, and 16 has met everybody there."""
    tables = [*FOURS[:2], range(8, 11), FOURS[3]]
    people = [*range(11), *range(12, 17)]
    history = [[(16, 8)], [(16, 9)], [(16, 10)]]
    seated = repaired(tables, people, sizes=[4] * 4, history=history, seed=1)

    assert seated.repeats == 0
    assert len(moved(tables, seated.tables)) in (1, 2)


def test_wishes_hold_after_a_repair() -> None:
    wishes = Wishes(together=[(0, 4)], apart=[(8, 9)], at_table={12: 2}, at_seat={12: 0})
    seated = repaired(FOURS, range(16), sizes=[4] * 4, wishes=wishes, units=[(1, 2)], seed=1)

    faults = recount(seated, people=range(16), sizes=[4] * 4, wishes=wishes, units=[(1, 2)])
    assert faults == []


def test_a_locked_table_keeps_its_size() -> None:
    """All others have become threes; the table of four is locked."""
    people = [*range(4), 4, 5, 6, 8, 9, 10, 12, 13, 14]
    seated = repaired(
        FOURS, people, sizes=[4, 3, 3, 3], wishes=Wishes(locked={0: (3, 2, 1, 0)}), seed=1
    )

    assert seated.tables == ((3, 2, 1, 0), (4, 5, 6), (8, 9, 10), (12, 13, 14))
