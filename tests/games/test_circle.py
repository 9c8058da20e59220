"""Round the table: whoever sits down between two others leaves the order of the rest."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.circle import Circle
from games.seat_numbers import SeatNumber


def circle(*numbers: int) -> Circle:
    return Circle(tuple(map(SeatNumber, numbers)))


def seats(*numbers: int) -> tuple[SeatNumber, ...]:
    return tuple(map(SeatNumber, numbers))


def test_seats_are_named_clockwise() -> None:
    """Seat 3 sat down between 0 and 1."""
    table = circle(0, 3, 1, 2)

    assert table.clockwise(seats(1, 2, 3, 1)) == (3, 1, 2)
    assert table.clockwise(seats(9, 2, 0, 7)) == (0, 2, 7, 9)  # Nobody ever sat in 7 or 9.


def test_the_next_one_sits_to_the_left() -> None:
    """Whoever has gone home is where they were."""
    table = circle(0, 3, 1, 2)

    assert table.first_after(SeatNumber(0), seats(0, 1, 2, 3)) == 3
    assert table.first_after(SeatNumber(3), seats(0, 1, 2)) == 1
    assert table.first_after(SeatNumber(2), seats(1, 2, 3)) == 3
    assert table.first_after(SeatNumber(2), seats(2)) == 2
    assert table.first_from(SeatNumber(3), seats(0, 1, 3)) == 3
    assert table.first_from(SeatNumber(3), seats(0, 1)) == 1


@given(order=st.permutations(range(8)), among=st.sets(st.integers(0, 7), min_size=1))
def test_each_follows_the_one_before(order: list[int], among: set[int]) -> None:
    table = circle(*order)
    here = table.clockwise(map(SeatNumber, among))

    assert all(table.first_after(one, here) == other for one, other in pairwise(here))
    assert table.first_after(here[-1], here) == here[0]
