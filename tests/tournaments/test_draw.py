"""The recount of a draw finds what is wrong with it."""

from dataclasses import replace

import pytest

from clubs.seating import Again, Seated
from tournaments.formats.draw import Bye, Draw, seats_of

HISTORY = [[[0, 1], [2, 3]]]
RIGHT = Draw(Seated(((0, 2), (1, 3)), bound=0))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Draw(Seated(((0, 2), (1, 1)), 0)), "not everybody has exactly one seat"),
        (Draw(Seated(((0, 2),), 0), sits_out=(1,)), "not everybody has exactly one seat"),
        (Draw(RIGHT.seated, sits_out=(1,)), "not everybody has exactly one seat"),
        (Draw(RIGHT.seated, sits_out=(4,)), "somebody sits out who cannot play"),
        (Draw(RIGHT.seated, byes=(Bye(4, ""),)), "somebody sits out who cannot play"),
        (
            Draw(Seated(((0, 1, 2), (3,)), 0, (Again(0, 1, 1),))),
            "sizes differ by more than one: [1, 3]",
        ),
        (Draw(replace(RIGHT.seated, bound=1)), "0 repeat meetings, below the bound of 1"),
    ],
)
def test_the_recount_finds_what_is_wrong(wrong: Draw, said: str) -> None:
    assert wrong.faults(able=range(4), history=HISTORY) == [said]


def test_a_right_draw_stands_the_recount() -> None:
    assert RIGHT.faults(able=range(4), history=HISTORY) == []
    assert replace(RIGHT, sits_out=(4,)).faults(able=range(5), history=HISTORY) == []


def test_nobody_sits_out_twice() -> None:
    twice = replace(RIGHT, sits_out=(4,), byes=(Bye(4, "By lot."),))

    assert replace(RIGHT, out=(4,)).faults(able=range(5), history=HISTORY) == []
    assert twice.faults(able=range(5), history=HISTORY) == ["somebody sits out twice"]


def test_sizes_are_those_of_the_house_rules() -> None:
    """RULES.md 1.2: for pairs 4 and 6 are next to each other, and 3 is no number."""
    draw = Draw(Seated(((0, 1, 2, 3), (4, 5, 6, 7, 8, 9)), bound=0))

    assert draw.faults(able=range(10), history=[], allowed=(4, 6, 8, 10)) == []
    assert draw.faults(able=range(10), history=[], allowed=(2, 4)) == [
        "the house rules have no tables of these sizes: [4, 6]"
    ]


def test_members_sit_as_far_apart_as_sides_do() -> None:
    """RULES.md 1.2: pairs opposite each other, threes seated evenly round the table."""
    assert seats_of((7, 8), members=2) == [(7, 0), (8, 0), (7, 1), (8, 1)]
    assert seats_of((7, 8), members=3) == [(7, 0), (8, 0), (7, 1), (8, 1), (7, 2), (8, 2)]
    assert seats_of((7, 8, 9), members=1) == [(7, 0), (8, 0), (9, 0)]
