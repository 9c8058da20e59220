"""Plans that are ready made, by starters and by shifts, and who takes which place in them."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import Final

from clubs.seating.annealing import Plan
from clubs.seating.chance import Chance
from clubs.seating.meetings import Tables
from clubs.seating.shifts import by_shifts
from clubs.seating.starters import by_starter
from clubs.seating.task import Task

LOTS: Final = 20  # Drawn for the places where it matters who takes which; the best one counts.


def ready_made(sizes: Sequence[int], *, rounds: int) -> tuple[Tables, ...]:
    """Rounds in which the places 0, 1, 2, ... never meet twice, largest table first.

    Args:
        sizes: How many sit at each table.
        rounds: How many rounds are wanted; there may be fewer, or none at all.
    """
    shifted = by_shifts(sizes, rounds=rounds)
    if len(shifted) == rounds:
        return shifted
    return max(by_starter(sizes, rounds=rounds), shifted, key=len)


def ready_plan(task: Task, *, rounds: int, chance: Chance) -> Plan:
    """The rounds of a plan that is ready made in which all wishes are kept; there may be none."""
    side = len(task.units[0])
    if any(len(unit) != side for unit in task.units) or any(size % side for size in task.sizes):
        return []
    if any(seat >= min(task.sizes) for seat in task.wishes.at_seat.values()):
        return []
    ready = ready_made([size // side for size in task.sizes], rounds=rounds)
    apart = task.apart()
    does_it_matter = task.history or any(apart) or any(table is not None for table in task.fixed)
    plans = [_by_lot(task, ready, apart, chance) for _ in range(LOTS if does_it_matter else 1)]
    return max(plans, key=lambda plan: (len(plan), -_meetings_again(task, plan)))


def _by_lot(
    task: Task, ready: Sequence[Tables], apart: Sequence[AbstractSet[int]], chance: Chance
) -> Plan:
    """Everybody takes a place by lot; a round in which a wish is not kept falls out."""
    units = chance.shuffled(range(len(task.units)))
    order = chance.shuffled(range(len(task.sizes)))
    plan = []
    for tables in ready:
        there = [[units[place] for place in table] for table in tables]
        if all(apart[unit].isdisjoint(table) for table in there for unit in table):
            numbered = _numbered(task, there, order)
            plan += [numbered] if numbered else []
    return plan


def _numbered(
    task: Task, tables: Sequence[list[int]], order: Sequence[int]
) -> list[list[int]] | None:
    """The tables by their numbers, if everybody can have the table that they wish for."""
    numbered: dict[int, list[int]] = {}
    others = []
    for table in tables:
        wished = {task.fixed[unit] for unit in table} - {None}
        if not wished:
            others.append(table)
            continue
        number = wished.pop()
        if number is None or wished or number in numbered:
            return None
        numbered[number] = table
    left = [number for number in order if number not in numbered]
    left.sort(key=lambda number: -task.sizes[number])
    numbered.update(zip(left, others, strict=True))
    people = [sum(len(task.units[unit]) for unit in numbered[at]) for at in range(len(tables))]
    return [numbered[at] for at in range(len(tables))] if people == list(task.sizes) else None


def _meetings_again(task: Task, plan: Plan) -> int:
    """How many pairs of the plan met before the evening; one of each unit stands for all of it."""
    first = [unit[0] for unit in task.units]
    pairs = (pair for tables in plan for table in tables for pair in combinations(table, 2))
    return sum(first[other] in task.met.get(first[one], {}) for one, other in pairs)
