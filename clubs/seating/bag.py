"""A bag of numbers: one of them is drawn by lot, however many there are, without looking at all."""

from clubs.seating.chance import Chance


class Bag:
    """Numbers, each once. The order comes from what was put in and taken out, not from hashes."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._place: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, number: int) -> bool:
        return number in self._place

    def put(self, number: int, *, is_in: bool) -> None:
        """See to it that a number is in the bag, or is not."""
        if is_in == (number in self._place):
            return
        if is_in:
            self._place[number] = len(self._numbers)
            self._numbers.append(number)
        else:
            place = self._place.pop(number)
            last = self._numbers.pop()
            if last != number:
                self._numbers[place] = last
                self._place[last] = place

    def draw(self, chance: Chance) -> int:
        """One of the numbers; it stays in the bag."""
        return self._numbers[chance.below(len(self._numbers))]
