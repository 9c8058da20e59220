"""What it costs that two share a table, and that somebody sits at a table of an odd size."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from clubs.seating.meetings import History, Met, Tables

APART: Final = 10**17  # Two share a table who may not, or somebody sits where they may not.


@dataclass(frozen=True)
class Prices:
    """What things cost that are possible, but not wanted.

    Attributes:
        repeat: Two meet again.
        earlier: Two meet who met on an earlier evening, and not on this one.
        odd_size: Somebody sits at a table of an odd size, for each time that they did before.
        recent: Two meet who met in the round before. Half of it counts for the round before that,
            a third for the next one, ...
        borne: For each repeat meeting that one of the two has had already.
    """

    repeat: int
    odd_size: int
    recent: int = 60
    borne: int = 10
    earlier: int = 0


PRICES: Final = Prices(repeat=10**12, odd_size=10**8, earlier=5 * 10**8)
"""Fewer repeat meetings come first, whatever else they cost; then those of earlier evenings, then
turns at odd tables."""

DEVIATION: Final = 1_000
"""Where scores count: what a table costs whose scores are one standard deviation apart."""

Costs = dict[int, dict[int, int]]
"""By person, by another one: what it costs that they share a table; under both of them."""


def prices_beside_scores(tables: int) -> Prices:
    """What things cost beside the spread of scores.

    A repeat meeting is as bad as a spread of a little more than one standard deviation. It is worse
    in a large hall: there, nearly always somebody new has about the same score.
    """
    return Prices(repeat=min(1_050 + 5 * tables, 1_500), odd_size=300)


def meeting_costs(
    people: Iterable[int], met: Met, history: History, prices: Prices, *, earlier: History = ()
) -> Costs:
    """What it costs to meet again: more if it is not long ago, and for those who had to before.

    Args:
        met: Who has met in the history.
        earlier: The rounds of earlier evenings.
    """
    here = set(people)
    borne = {
        one: sum(times - 1 for times in met[one].values()) for one in sorted(here & met.keys())
    }
    costs: Costs = {one: {} for one in borne}
    if earlier:
        costs |= {one: {} for one in sorted(here - borne.keys())}
        borne |= dict.fromkeys(here - borne.keys(), 0)
    met_now = len(history)
    for age, tables in enumerate(reversed([*earlier, *history]), start=1):
        for table in tables:
            there = [one for one in table if one in here]
            for one in there:
                mine = costs[one]
                for other in there:
                    if other != one:
                        first = prices.earlier if age > met_now else prices.repeat
                        first += prices.borne * (borne[one] + borne[other])
                        mine[other] = mine.get(other, first) + prices.recent // age
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
    return PRICES.odd_size * sum(sorted(turns.values())[:seats])


def _at_odd_tables(tables: Tables) -> list[int]:
    odd = odd_tables([len(table) for table in tables])
    return [one for table in odd for one in tables[table]]
