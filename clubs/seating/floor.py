"""The floor while a plan is made: which unit is at which table, and what that costs.

Units and tables are numbered from 0. A move only looks at the units that know the mover.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from clubs.seating.bag import Bag
from clubs.seating.chance import Chance

Exchange = tuple[tuple[int, ...], tuple[int, ...]]
"""The units of one table who change places with those of another: as many people."""


class Floor:
    """Tables of units. The cost is the sum over the pairs at a table, and of what seats cost.

    Attributes:
        fixed: By unit the table where it has to stay, or None.
        sizes: How many people are in each unit.
        tables: The units of each table.
        table_of: The table of each unit.
        weights: By unit what it costs to share a table, by other unit; under both of them.
        known: By unit what it would cost it to sit at a table with those who are there now; a
            table that is missing costs nothing.
        cost: What everything costs.
        troubled: The units whose seat costs something.
    """

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        *,
        sizes: Sequence[int],
        weights: Sequence[Mapping[int, int]],
        standing: Mapping[int, Mapping[int, int]],
        fixed: Sequence[int | None],
    ) -> None:
        """Args:
        standing: By unit, by table: what that table costs this unit, whoever else is there.
        """
        self.fixed = fixed
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
        self.troubled = Bag()
        for unit in range(len(sizes)):
            self._note(unit)

    def exchange(self, one: int, other: int, chance: Chance) -> Exchange | None:
        """How two units of different tables may change places, so that no table overflows.

        The smaller one takes others of its table along, by lot, until both sides are as many.

        Returns:
            None where that cannot be.
        """
        more = self.sizes[one] - self.sizes[other]
        if more == 0:
            return (one,), (other,)
        if more < 0:
            along = self._companions(one, -more, chance)
            return ((one, *along), (other,)) if along else None
        along = self._companions(other, more, chance)
        return ((one,), (other, *along)) if along else None

    def change(self, exchange: Exchange) -> int:
        """How the cost changes if these units change tables with each other."""
        mine, theirs = exchange
        here, there = self.table_of[mine[0]], self.table_of[theirs[0]]
        total = 0
        for one in mine:
            known, weights = self.known[one], self.weights[one]
            total += known.get(there, 0) - known.get(here, 0)
            for other in theirs:
                total -= 2 * weights.get(other, 0)
        for other in theirs:
            known = self.known[other]
            total += known.get(here, 0) - known.get(there, 0)
        if len(mine) + len(theirs) > 2:  # Those who go together do not part.
            for group in exchange:
                total += sum(2 * self.weights[a].get(b, 0) for a, b in combinations(group, 2))
        return total

    def carry_out(self, exchange: Exchange) -> None:
        """Let these units change tables with each other."""
        mine, theirs = exchange
        here, there = self.table_of[mine[0]], self.table_of[theirs[0]]
        for unit in mine:
            self.move(unit, there)
        for unit in theirs:
            self.move(unit, here)

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

    def bring_to(self, table_of: Sequence[int]) -> None:
        """Bring every unit to its table."""
        for unit, table in enumerate(table_of):
            if self.table_of[unit] != table:
                self.move(unit, table)

    def _companions(self, unit: int, people: int, chance: Chance) -> tuple[int, ...]:
        """Others of its table who may move, this number of people; nobody if there are none."""
        others = [
            other
            for other in self.tables[self.table_of[unit]]
            if other != unit and self.fixed[other] is None and self.sizes[other] <= people
        ]
        for count in range(1, min(people, len(others)) + 1):
            for along in combinations(chance.shuffled(others), count):
                if sum(self.sizes[other] for other in along) == people:
                    return along
        return ()

    def _note(self, unit: int) -> None:
        """Keep the bag of troubled units right."""
        self.troubled.put(unit, is_in=self.known[unit].get(self.table_of[unit], 0) > 0)
