"""A seating is repaired after somebody came or went: as few as possible change table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from clubs.seating.chance import Chance, Seed
from clubs.seating.costs import APART, PRICES
from clubs.seating.floor import Floor
from clubs.seating.meetings import History, Tables
from clubs.seating.rounds import STEPS
from clubs.seating.search import Leash, improve
from clubs.seating.seated import Seated
from clubs.seating.task import Task, first_plan, seated, task_of
from clubs.seating.wishes import NO_WISHES, Wishes
from deploy.unlocked import outside_locks

MOVES: Final = 2  # How many people at the most change table for one who came.
MOVED: Final = 10**9  # What it costs that somebody changes table: less than a repeat meeting.


@outside_locks
def repaired(
    tables: Tables,
    people: Sequence[int],
    *,
    sizes: Sequence[int],
    history: History = (),
    seed: Seed,
    wishes: Wishes = NO_WISHES,
    units: Sequence[Sequence[int]] = (),
    steps: int = STEPS,
    earlier: History = (),
) -> Seated:
    """The tables with those who came and without those who went.

    Tables keep their numbers, and whoever stays at a table keeps their place in its order. Nobody
    changes table because somebody went, unless the sizes ask for it. For each person who came, at
    most `MOVES` change table to avoid repeat meetings. Only sizes, partners and wishes that are
    new can ask for more.

    Args:
        tables: Who sat where, in the order of the seats.
        people: Everybody who sits down now, once.
        sizes: How many are to sit at the tables now, in any order.
        history: The rounds before this one, each table in the order of its seats.
        wishes: Tables count as in `tables`; new ones come after them.
        units: Partners. They sit together, and as far from each other as they can.
        steps: How many exchanges the search makes at the most.
        earlier: The rounds of earlier evenings, as in `seat_round`.

    Returns:
        The tables by their old numbers, then new ones. A table that is given up is empty.

    Raises:
        WishRefused: the wishes cannot be kept.
    """
    chance = Chance(seed)
    here = set(people)
    left = [[one for one in table if one in here] for table in tables]
    matched = _matched(left, sizes, wishes)
    task = task_of(
        people, sizes=matched, history=history, wishes=wishes, partners=units, earlier=earlier
    )
    origins = _origins(task, left)
    task = replace(task, standing=_with_homes(task, origins))
    floor = _placed(task, origins, chance)
    sat = sum(map(len, left))
    leash = Leash(floor, origins=origins, most=MOVES * (len(people) - sat))
    target = (task.bound + 1) * PRICES.repeat - MOVED * sat - 1
    if leash.most:
        improve(floor, chance=chance, steps=steps, target=target, leash=leash)
    if floor.cost >= APART - MOVED * sat:  # New wishes are worth more moves.
        improve(floor, chance=chance, steps=steps, target=target)
    return seated(task, floor.table_of, chance=chance, before=tables)


def _matched(left: Tables, sizes: Sequence[int], wishes: Wishes) -> list[int]:
    """The size of each table, such that the fewest have to leave theirs; 0 for one given up.

    Full tables get the large sizes. Tables that somebody wishes for are kept before others.
    """
    tables = max(len(left), len(sizes))
    matched = [0] * tables
    rest = sorted(sizes, reverse=True)
    for table, locked in wishes.locked.items():
        if table in range(tables) and len(locked) in rest:
            rest.remove(len(locked))
            matched[table] = len(locked)
    wished = set(wishes.at_table.values())
    by_need = sorted(
        (table for table in range(tables) if not matched[table]),
        key=lambda table: (-len(left[table]) if table < len(left) else 0, table not in wished),
    )
    for table, size in zip(by_need, rest, strict=False):
        matched[table] = size
    return matched


def _origins(task: Task, left: Tables) -> list[dict[int, int]]:
    """By unit, by table, how many of its people sat there."""
    table_of = {one: number for number, table in enumerate(left) for one in table}
    origins: list[dict[int, int]] = []
    for unit in task.units:
        sat = [table_of[one] for one in unit if one in table_of]
        origins.append({table: sat.count(table) for table in sat})
    return origins


def _with_homes(task: Task, origins: Sequence[Mapping[int, int]]) -> dict[int, Mapping[int, int]]:
    """What tables cost: to stay where one sat is cheaper than to move."""
    standing = {unit: dict(costs) for unit, costs in task.standing.items()}
    for unit, tables in enumerate(origins):
        for table, people in tables.items():
            mine = standing.setdefault(unit, {})
            mine[table] = mine.get(table, 0) - MOVED * people
    return dict(standing)


def _placed(task: Task, origins: Sequence[Mapping[int, int]], chance: Chance) -> Floor:
    """Everybody where they sat, as far as the sizes allow; others where they meet the fewest."""
    waiting = len(task.sizes)
    tables: list[list[int]] = [[] for _ in range(waiting + 1)]
    for unit, fixed in enumerate(task.fixed):
        homes = origins[unit]
        home = max(homes, key=lambda table: homes[table]) if homes else waiting
        tables[home if fixed is None else fixed].append(unit)
    floor = task.floor(tables)
    room = [
        size - sum(floor.sizes[unit] for unit in floor.tables[table])
        for table, size in enumerate(task.sizes)
    ]
    for table in range(waiting):
        while room[table] < 0:
            unit = _who_leaves(floor, table, -room[table], chance)
            room[table] += floor.sizes[unit]
            floor.move(unit, waiting)
    while floor.tables[waiting]:
        unit = max(floor.tables[waiting], key=lambda unit: floor.sizes[unit])
        rooms = [table for table, seats in enumerate(room) if seats >= floor.sizes[unit]]
        if not rooms:
            return task.floor(first_plan(task, chance))
        known = floor.known[unit]
        table = min(rooms, key=lambda table: known.get(table, 0))
        room[table] -= floor.sizes[unit]
        floor.move(unit, table)
    return floor


def _who_leaves(floor: Floor, table: int, surplus: int, chance: Chance) -> int:
    """One unit of a table that is too full: rather not more than have to, then who meets again."""

    def fitness(unit: int) -> tuple[bool, int, int]:
        size = floor.sizes[unit]
        is_small = size <= surplus
        return is_small, size if is_small else -size, floor.known[unit].get(table, 0)

    free = [unit for unit in floor.tables[table] if floor.fixed[unit] is None]
    return max(chance.shuffled(free), key=fitness)
