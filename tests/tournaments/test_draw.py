"""The recount of a draw finds what is wrong with it."""

from dataclasses import replace

import pytest

from clubs.seating import Again, Seated
from tournaments.formats.draw import Draw

HISTORY = [[[0, 1], [2, 3]]]
RIGHT = Draw(Seated(((0, 2), (1, 3)), bound=0))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Draw(Seated(((0, 2), (1, 1)), 0)), "not everybody has exactly one seat"),
        (Draw(Seated(((0, 2),), 0), sits_out=(1,)), "not everybody has exactly one seat"),
        (Draw(RIGHT.seated, sits_out=(1,)), "not everybody has exactly one seat"),
        (Draw(RIGHT.seated, sits_out=(4,)), "somebody sits out who cannot play"),
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
