"""Tables of about equal scores: a row by score is cut into tables, then near ones change places.

At first changes for the worse are made, too; the search cools down until only the better remain.
"""

from math import exp
from statistics import pstdev
from typing import Final

from clubs.seating.bag import Bag
from clubs.seating.chance import Chance
from clubs.seating.costs import DEVIATION
from clubs.seating.floor import Exchange, Floor
from clubs.seating.task import Task, first_plan

LOOKS: Final = 3  # At how many exchanges a step looks.
HOT: Final = 100  # So much dearer may an exchange be at first, about,
COLD: Final = 5  # and so much in the end.
FOCUS: Final = 0.9  # How often somebody is asked at whose table something can be better.
EVEN: Final = 0.5  # Up and down the row are equally likely.


def ranked(task: Task, *, chance: Chance, steps: int) -> Floor:
    """The best plan that was found: few repeat meetings, and tables of about equal scores.

    Raises:
        WishRefused: the groups who sit together do not fit the tables.
    """
    row = _row(task, chance)
    place = {unit: number for number, unit in enumerate(row)}
    floor = task.floor(_cut(task, row) or first_plan(task, chance))
    spreads = _Spreads(task, floor)
    best, least = list(floor.table_of), floor.cost + spreads.cost
    looks = LOOKS * steps
    for look in range(looks):
        if not spreads.wanting or not row:
            break
        exchange = _near(floor, row, place, spreads, chance)
        if exchange is None:
            continue
        change = floor.change(exchange) + spreads.change(exchange)
        heat = HOT * (COLD / HOT) ** (look / looks)
        if change <= 0 or chance.number() < exp(-change / heat):
            spreads.carry_out(exchange)
            if floor.cost + spreads.cost < least:
                best, least = list(floor.table_of), floor.cost + spreads.cost
    floor.bring_to(best)
    return floor


class _Spreads:
    """What the spread of scores at each table costs.

    Attributes:
        cost: That of all tables.
        wanting: The tables that could be better: scores differ, or somebody is troubled.
    """

    def __init__(self, task: Task, floor: Floor) -> None:
        assert task.scores is not None
        scores = task.scores
        scale = DEVIATION / pstdev([scores[one] for one in task.people])
        self._floor = floor
        self._high = [int(scale * max(scores[one] for one in unit)) for unit in task.units]
        self._low = [int(scale * min(scores[one] for one in unit)) for unit in task.units]
        self._costs = [self._spread(table) for table in floor.tables]
        self.cost = sum(self._costs)
        self.wanting = Bag()
        for table in range(len(floor.tables)):
            self._note(table)

    def change(self, exchange: Exchange) -> int:
        """How the cost of the spread changes."""
        mine, theirs = exchange
        table_of, tables = self._floor.table_of, self._floor.tables
        here, there = table_of[mine[0]], table_of[theirs[0]]
        left = [unit for unit in tables[here] if unit not in mine]
        right = [unit for unit in tables[there] if unit not in theirs]
        now = self._costs[here] + self._costs[there]
        return self._spread([*left, *theirs]) + self._spread([*right, *mine]) - now

    def carry_out(self, exchange: Exchange) -> None:
        table_of = self._floor.table_of
        changed = table_of[exchange[0][0]], table_of[exchange[1][0]]
        self._floor.carry_out(exchange)
        for table in changed:
            self.cost -= self._costs[table]
            self._costs[table] = self._spread(self._floor.tables[table])
            self.cost += self._costs[table]
            self._note(table)

    def _spread(self, units: list[int]) -> int:
        high, low = self._high, self._low
        return max([high[unit] for unit in units]) - min([low[unit] for unit in units])

    def _note(self, table: int) -> None:
        troubled = self._floor.troubled
        is_wanting = self._costs[table] > 0 or any(
            unit in troubled for unit in self._floor.tables[table]
        )
        self.wanting.put(table, is_in=is_wanting)


def _row(task: Task, chance: Chance) -> list[int]:
    """The units that may move, best score first, equals by lot."""
    assert task.scores is not None
    scores = task.scores
    mean = [sum(scores[one] for one in unit) / len(unit) for unit in task.units]
    free = (unit for unit, table in enumerate(task.fixed) if table is None)
    return sorted(chance.shuffled(free), key=lambda unit: -mean[unit])


def _cut(task: Task, row: list[int]) -> list[list[int]] | None:
    """The row cut into tables, best first; None where the groups do not fit in that way.

    Groups take the table of their place in the row, or the nearest one with room. Those who come
    alone then fill the seats that are left.
    """
    tables: list[list[int]] = [[] for _ in task.sizes]
    left = list(task.sizes)
    for unit, fixed in enumerate(task.fixed):
        if fixed is not None:
            tables[fixed].append(unit)
            left[fixed] -= len(task.units[unit])
    for place, unit in enumerate(row):
        size = len(task.units[unit])
        if size > 1:
            wanted = place * len(tables) // len(row)
            rooms = [table for table, seats in enumerate(left) if seats >= size]
            if not rooms:
                return None
            table = min(rooms, key=lambda table: abs(table - wanted))
            tables[table].append(unit)
            left[table] -= size
    alone = iter([unit for unit in row if len(task.units[unit]) == 1])
    for table, seats in enumerate(left):
        tables[table].extend(next(alone) for _ in range(seats))
    return tables


def _near(
    floor: Floor, row: list[int], place: dict[int, int], spreads: _Spreads, chance: Chance
) -> Exchange | None:
    """An exchange by lot: somebody whose table could be better, and somebody near in the row."""
    if chance.number() < FOCUS:
        table = floor.tables[spreads.wanting.draw(chance)]
        one = table[chance.below(len(table))]
    else:
        one = row[chance.below(len(row))]
    if one not in place:
        return None
    away = int(len(row) ** chance.number())  # Nearly always few places, at times many.
    there = place[one] + (away if chance.number() < EVEN else -away)
    if not 0 <= there < len(row) or floor.table_of[row[there]] == floor.table_of[one]:
        return None
    return floor.exchange(one, row[there], chance)
