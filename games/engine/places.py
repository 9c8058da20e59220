"""Places: where those who are dealt in sit in a deal, clockwise from 0."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NewType, TypeVar

Place = NewType("Place", int)
"""The position of a seat among those dealt in; not the number that it has at its table."""

_Item = TypeVar("_Item")


@cache
def places(seats: int) -> tuple[Place, ...]:
    """All places of a deal with this number of seats."""
    return tuple(map(Place, range(seats)))


def by_place(items: Iterable[_Item]) -> Iterator[tuple[Place, _Item]]:
    """What each place has, with the place: `enumerate` for things in the order of a deal."""
    return ((Place(place), item) for place, item in enumerate(items))
