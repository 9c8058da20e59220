"""The search over a whole evening: units of one round change tables, at first even for the worse.

Units are numbered, as a task has them. The plan that is handed in keeps all wishes, and so does
every plan that the search comes upon.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import exp
from typing import Final

from clubs.seating.chance import Chance

Plan = list[list[list[int]]]
"""Of each round, of each table, the numbers of the units there."""

REPEAT: Final = 100  # What it costs that two people meet again,
OFTEN: Final = 2  # how much more for each time that they met again before,
TURN: Final = 1  # and how much a turn at a table of an odd size, for each turn before.
EARLIER: Final = 5  # What it costs that two meet who met on an earlier evening.

COLD: Final = 0.12  # The heat at the end, in repeat meetings.


@dataclass(frozen=True)
class Company:
    """Who sits down in an evening, and what was before it.

    Attributes:
        sizes: How many people are in each unit.
        times: By unit, by other unit, how often the two have met.
        apart: By unit the others with whom it may not share a table.
        fixed: The units that stay at their tables.
        odd: The tables of an odd size; the turns at them are shared out.
        earlier: By unit, by other unit, whether the two met on an earlier evening; empty where
            nobody did.
    """

    sizes: Sequence[int]
    times: Sequence[Sequence[int]]
    apart: Sequence[AbstractSet[int]]
    fixed: AbstractSet[int]
    odd: AbstractSet[int]
    earlier: Sequence[Sequence[bool]] = ()


class Draft:
    """The rounds of an evening while they are searched.

    Attributes:
        plan: The units at each table of each round.
        repeats: How many pairs of people meet again.
    """

    def __init__(self, plan: Plan, company: Company) -> None:
        self.plan = _copied(plan)
        self.repeats = 0
        self._company = company
        self._times = [list(mine) for mine in company.times]
        self._turns = [0] * len(company.sizes)
        for tables in plan:
            for number, table in enumerate(tables):
                for place, unit in enumerate(table):
                    self._join(unit, table[:place], number)
        most = max(map(max, self._times)) + len(plan)
        self._price = [0, *(REPEAT + OFTEN * times for times in range(most))]

    def may_swap(
        self, tables: list[list[int]], one: int, here: int, other: int, there: int
    ) -> bool:
        """Whether two units may change tables with each other."""
        company = self._company
        return (
            company.sizes[one] == company.sizes[other]
            and company.fixed.isdisjoint((one, other))
            and company.apart[one].isdisjoint(tables[there])
            and company.apart[other].isdisjoint(tables[here])
        )

    def change_of_swap(
        self, tables: list[list[int]], one: int, here: int, other: int, there: int
    ) -> int:
        """How the cost of the evening changes if two units of a round change tables."""
        price, sizes = self._price, self._company.sizes
        mine, theirs = self._times[one], self._times[other]
        change = 0
        for mate in tables[here]:
            if mate != one:
                change += sizes[mate] * (price[theirs[mate]] - price[mine[mate] - 1])
        for mate in tables[there]:
            if mate != other:
                change += sizes[mate] * (price[mine[mate]] - price[theirs[mate] - 1])
        if self._company.earlier:
            change += self._earlier_change(tables, one, here, other, there)
        odd, turns = self._company.odd, self._turns
        if here in odd and there not in odd:
            change += TURN * (turns[other] - turns[one] + 1)
        elif there in odd and here not in odd:
            change += TURN * (turns[one] - turns[other] + 1)
        return change * sizes[one]

    def _earlier_change(
        self, tables: list[list[int]], one: int, here: int, other: int, there: int
    ) -> int:
        """As `change_of_swap`, of meetings of earlier evenings, for each person of a unit."""
        sizes = self._company.sizes
        mine, theirs = self._company.earlier[one], self._company.earlier[other]
        change = 0
        for mate in tables[here]:
            if mate != one:
                change += sizes[mate] * (theirs[mate] - mine[mate])
        for mate in tables[there]:
            if mate != other:
                change += sizes[mate] * (mine[mate] - theirs[mate])
        return EARLIER * change

    def swap(self, tables: list[list[int]], one: int, here: int, other: int, there: int) -> None:
        my_place, their_place = tables[here].index(one), tables[there].index(other)
        self._leave(one, tables[here], here)
        self._leave(other, tables[there], there)
        tables[here][my_place], tables[there][their_place] = other, one
        self._join(one, tables[there], there)
        self._join(other, tables[here], here)

    def _leave(self, unit: int, table: Sequence[int], number: int) -> None:
        times, sizes = self._times, self._company.sizes
        for mate in table:
            if mate != unit:
                times[unit][mate] -= 1
                times[mate][unit] -= 1
                if times[unit][mate]:
                    self.repeats -= sizes[unit] * sizes[mate]
        self._turns[unit] -= number in self._company.odd

    def _join(self, unit: int, table: Sequence[int], number: int) -> None:
        times, sizes = self._times, self._company.sizes
        for mate in table:
            if mate != unit:
                if times[unit][mate]:
                    self.repeats += sizes[unit] * sizes[mate]
                times[unit][mate] += 1
                times[mate][unit] += 1
        self._turns[unit] += number in self._company.odd


def annealed(
    plan: Plan,
    company: Company,
    *,
    chance: Chance,
    heat: float,
    cold: float = COLD,
    steps: int,
    target: int,
) -> Plan:
    """The best plan of the evening that the search comes upon.

    A swap of one repeat meeting more is likely while the heat is near 1, and soon after is not.

    Args:
        heat, cold: What it is at the start and at the end, in repeat meetings.
        steps: How many swaps are tried at the most.
        target: The number of repeat meetings at which the search ends.
    """
    draft = Draft(plan, company)
    number = chance.number
    rounds, tables_count = len(plan), len(plan[0])
    if tables_count < 2:
        return plan
    best, cost, lowest = plan, 0, 0
    cooling = (cold / heat) ** (1 / steps)
    hot = heat * REPEAT
    for _ in range(steps):
        if draft.repeats <= target:
            return draft.plan
        hot *= cooling
        tables = draft.plan[int(number() * rounds)]
        here = int(number() * tables_count)
        there = int(number() * (tables_count - 1))
        there += there >= here
        one = tables[here][int(number() * len(tables[here]))]
        other = tables[there][int(number() * len(tables[there]))]
        change = draft.change_of_swap(tables, one, here, other, there)
        if change > 0 and number() >= exp(-change / hot):
            continue
        if not draft.may_swap(tables, one, here, other, there):
            continue
        draft.swap(tables, one, here, other, there)
        cost += change
        if cost < lowest:
            best, lowest = _copied(draft.plan), cost
    return best


def _copied(plan: Plan) -> Plan:
    return [[list(table) for table in tables] for tables in plan]
