"""The recount finds what is wrong with a plan."""

from dataclasses import replace

import pytest

from clubs.seating import Again, Seated, Wishes, recount

HISTORY = [[[0, 1], [2, 3]]]
RIGHT = Seated(((0, 2), (1, 3)), bound=0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (replace(RIGHT, tables=((0, 2), (1, 1))), "not everybody has exactly one seat"),
        (replace(RIGHT, tables=((0,), (2, 1, 3))), "the tables have other sizes than promised"),
        (replace(RIGHT, again=(Again(0, 2, 1),)), "0 repeat meetings, not 1"),
        (replace(RIGHT, bound=1), "0 repeat meetings, below the bound of 1"),
        (replace(RIGHT, spread=1.0), "the spread is None, not 1.0"),
    ],
)
def test_what_is_wrong(wrong: Seated, said: str) -> None:
    assert recount(RIGHT, people=range(4), sizes=[2, 2], history=HISTORY) == []
    assert said in recount(wrong, people=range(4), sizes=[2, 2], history=HISTORY)


def test_others_are_named_than_those_who_meet_again() -> None:
    named = Seated(((0, 1), (2, 3)), bound=0, again=(Again(0, 1, 1), Again(2, 3, 1)))
    wrong = replace(named, again=(Again(0, 1, 1), Again(1, 3, 1)))

    assert recount(named, people=range(4), sizes=[2, 2], history=HISTORY) == []
    assert recount(wrong, people=range(4), sizes=[2, 2], history=HISTORY) == [
        "others meet again than those who are named"
    ]


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (Wishes(together=[(0, 1)]), "[0, 1] are not together"),
        (Wishes(apart=[(0, 2)]), "[0, 2] are not apart"),
        (Wishes(at_table={0: 1}), "0 is not at table 1"),
        (Wishes(at_seat={0: 1}), "0 is not at seat 1"),
        (Wishes(locked={1: (3, 1)}), "table 1 is not as it was locked"),
    ],
)
def test_a_wish_that_is_not_kept(wishes: Wishes, said: str) -> None:
    kept = Wishes(
        together=[(0, 2)], apart=[(0, 1)], at_table={0: 0}, at_seat={0: 0}, locked={1: (1, 3)}
    )

    assert recount(RIGHT, people=range(4), sizes=[2, 2], wishes=kept) == []
    assert recount(RIGHT, people=range(4), sizes=[2, 2], wishes=wishes) == [said]


def test_partners_do_not_meet_again() -> None:
    seated = Seated(((0, 2, 1, 3),), bound=0)

    assert (
        recount(seated, people=range(4), sizes=[4], history=HISTORY, units=[(0, 1), (3, 2)]) == []
    )


def test_two_groups_are_not_one_by_somebody_who_is_not_here() -> None:
    seated = Seated(((0, 2, 1, 3),), bound=0, again=(Again(0, 1, 1), Again(2, 3, 1)))
    wishes = Wishes(together=[(0, 2, 9), (1, 3, 9)])

    assert recount(seated, people=range(4), sizes=[4], history=HISTORY, wishes=wishes) == []


def test_the_spread_is_counted_from_the_scores() -> None:
    seated = replace(RIGHT, spread=1.5)
    scores = {0: 1.0, 2: 3.0, 1: 5.0, 3: 4.0}

    assert recount(seated, people=range(4), sizes=[2, 2], scores=scores) == []
    assert recount(RIGHT, people=range(4), sizes=[2, 2], scores=scores) == [
        "the spread is 1.5, not None"
    ]
