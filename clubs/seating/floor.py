"""The floor while a plan is made: which unit is at which table, and what that costs.

Units and tables are numbered from 0. A move only looks at the units that know the mover.
"""

from collections.abc import Mapping, Sequence


class Floor:
    """Tables of units. The cost is the sum over the pairs at a table, and of what seats cost.

    Attributes:
        sizes: How many people are in each unit.
        tables: The units of each table.
        table_of: The table of each unit.
        weights: By unit what it costs to share a table, by other unit; under both of them.
        known: By unit what it would cost it to sit at a table with those who are there now; a
            table that is missing costs nothing.
        cost: What everything costs.
        troubled: The units whose seat costs something, in an order that the moves make.
    """

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        *,
        sizes: Sequence[int],
        weights: Sequence[Mapping[int, int]],
        standing: Mapping[int, Mapping[int, int]],
    ) -> None:
        """Args:
        standing: By unit, by table: what that table costs this unit, whoever else is there.
        """
        self.sizes = sizes
        self.weights = weights
        self.tables = [list(table) for table in tables]
        self.table_of = [0] * len(sizes)
        for number, table in enumerate(self.tables):
            for unit in table:
                self.table_of[unit] = number
        self.known: list[dict[int, int]] = [
            dict(standing[unit]) if unit in standing else {} for unit in range(len(sizes))
        ]
        of_seats = sum(self.known[unit].get(at, 0) for unit, at in enumerate(self.table_of))
        for unit, known in enumerate(self.known):
            for other, weight in weights[unit].items():
                at = self.table_of[other]
                known[at] = known.get(at, 0) + weight
        of_all = sum(self.known[unit].get(at, 0) for unit, at in enumerate(self.table_of))
        self.cost = (of_all + of_seats) // 2  # A pair is seen from both sides, a seat from one.
        self.troubled: list[int] = []
        self._place: dict[int, int] = {}
        for unit in range(len(sizes)):
            self._note(unit)

    def change_of_swap(self, one: int, other: int) -> int:
        """How the cost changes if two units change tables with each other."""
        here, there = self.table_of[one], self.table_of[other]
        mine, theirs = self.known[one], self.known[other]
        return (
            mine.get(there, 0)
            - mine.get(here, 0)
            + theirs.get(here, 0)
            - theirs.get(there, 0)
            - 2 * self.weights[one].get(other, 0)
        )

    def move(self, unit: int, there: int) -> None:
        """Bring a unit to another table; the caller sees to it that tables do not overflow."""
        here = self.table_of[unit]
        mine = self.known[unit]
        self.cost += mine.get(there, 0) - mine.get(here, 0)
        self.tables[here].remove(unit)
        self.tables[there].append(unit)
        self.table_of[unit] = there
        known, table_of = self.known, self.table_of
        touched = [unit]
        for other, weight in self.weights[unit].items():
            theirs = known[other]
            theirs[here] -= weight
            theirs[there] = theirs.get(there, 0) + weight
            if table_of[other] == here or table_of[other] == there:
                touched.append(other)
        for other in touched:
            self._note(other)

    def _note(self, unit: int) -> None:
        """Keep the list of troubled units right."""
        is_troubled = self.known[unit].get(self.table_of[unit], 0) > 0
        if is_troubled == (unit in self._place):
            return
        if is_troubled:
            self._place[unit] = len(self.troubled)
            self.troubled.append(unit)
        else:
            place = self._place.pop(unit)
            last = self.troubled.pop()
            if last != unit:
                self.troubled[place] = last
                self._place[last] = place
