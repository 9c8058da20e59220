"""What it costs that two share a table, and that somebody sits at a table of an odd size.

A more important cost is larger than all that the less important ones can sum up to.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from clubs.seating.meetings import History, Met, Tables

APART: Final = 10**17  # Two share a table who may not, or somebody sits where they may not.
REPEAT: Final = 10**12  # Two meet again.
ODD_SIZE: Final = 10**8  # Somebody sits at a table of an odd size: for each time they did before.
RECENT: Final = 60  # They met in the round before; half of it for the round before that, ...
BORNE: Final = 10  # For each repeat meeting that one of the two has had already.

Costs = dict[int, dict[int, int]]
"""By person, by another one: what it costs that they share a table; under both of them."""


def meeting_costs(people: Iterable[int], met: Met, history: History) -> Costs:
    """What it costs to meet again: more if it is not long ago, and for those who had to before."""
    here = set(people)
    borne = {
        one: sum(times - 1 for times in met[one].values()) for one in sorted(here & met.keys())
    }
    costs: Costs = {one: {} for one in borne}
    for age, tables in enumerate(reversed(history), start=1):
        for table in tables:
            there = [one for one in table if one in here]
            for one in there:
                mine = costs[one]
                for other in there:
                    if other != one:
                        first = REPEAT + BORNE * (borne[one] + borne[other])
                        mine[other] = mine.get(other, first) + RECENT // age
    return costs


def odd_tables(sizes: Sequence[int]) -> list[int]:
    """The tables whose size is not that of the most seats; they are shared out over the rounds."""
    seats = Counter[int]()
    for size in sizes:
        seats[size] += size
    usual = max(seats, key=lambda size: (seats[size], size), default=0)
    return [table for table, size in enumerate(sizes) if size != usual]


def odd_turns(people: Sequence[int], history: History) -> dict[int, int]:
    """By person how often they sat at a table of an odd size, beyond what everybody did."""
    turns = dict.fromkeys(people, 0)
    for tables in history:
        for one in _at_odd_tables(tables):
            if one in turns:
                turns[one] += 1
    least = min(turns.values(), default=0)
    return {one: turn - least for one, turn in turns.items()}


def least_odd_cost(turns: Mapping[int, int], sizes: Sequence[int]) -> int:
    """What the seats at tables of an odd size cost, if those take them who had the fewest turns."""
    seats = sum(sizes[table] for table in odd_tables(sizes))
    return ODD_SIZE * sum(sorted(turns.values())[:seats])


def _at_odd_tables(tables: Tables) -> list[int]:
    odd = odd_tables([len(table) for table in tables])
    return [one for table in odd for one in tables[table]]
