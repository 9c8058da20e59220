"""Round the table: the order in which all seats that it ever had stand clockwise."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from games.seat_numbers import SeatNumber


@dataclass(frozen=True)
class Circle:
    """All seats of a table, clockwise; those of people who went home keep their place.

    Somebody who sits down between two others changes the order of nobody else. So the order of
    today holds for all deals of the past.
    """

    numbers: tuple[SeatNumber, ...]

    def clockwise(self, numbers: Iterable[SeatNumber]) -> tuple[SeatNumber, ...]:
        """These seats in order, each once; numbers that no seat has come last."""
        given = set(numbers)
        known = [number for number in self.numbers if number in given]
        return (*known, *sorted(given.difference(known)))

    def first_from(self, number: SeatNumber, among: Collection[SeatNumber]) -> SeatNumber:
        """This seat if it is among them, or else the first of them to its left."""
        return number if number in among else self.first_after(number, among)

    def first_after(self, number: SeatNumber, among: Collection[SeatNumber]) -> SeatNumber:
        """The first of these seats to the left of one; that seat itself only if it is alone."""
        start = self.numbers.index(number) + 1
        around = self.numbers[start:] + self.numbers[:start]
        return next(one for one in around if one in among)
