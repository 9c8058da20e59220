"""What the planner answers: the tables of a round, and what is to say about them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from clubs.seating.meetings import Met, Tables


@dataclass(frozen=True)
class Again:
    """Two who meet again, though they did not ask to sit together.

    Attributes:
        times: At how many tables they have met before.
    """

    one: int
    other: int
    times: int


@dataclass(frozen=True)
class Seated:
    """Who sits where in a round.

    Attributes:
        tables: The people of each table in the order of its seats; tables as the sizes were.
        bound: However these people sit, there are at least so many repeat meetings; the fewest
            possible may be more.
        again: Who meets again, most often first. Those of one unit do not count.
        spread: The mean over the tables of the highest score less the lowest one; None where
            nobody gave scores.
    """

    tables: tuple[tuple[int, ...], ...]
    bound: int
    again: tuple[Again, ...] = ()
    spread: float | None = None

    @property
    def repeats(self) -> int:
        """How many pairs at a table have met before."""
        return len(self.again)


def meeting_again(tables: Tables, met: Met, units: Iterable[Sequence[int]] = ()) -> list[Again]:
    """Who meets again at these tables, most often first; those of one unit do not count."""
    unit_of = {one: number for number, unit in enumerate(units) for one in unit}
    found = []
    for table in tables:
        for one, other in combinations(table, 2):
            times = met.get(one, {}).get(other, 0)
            if times and (one not in unit_of or unit_of[one] != unit_of.get(other)):
                found.append(Again(min(one, other), max(one, other), times))
    return sorted(found, key=lambda again: (-again.times, again.one, again.other))


def mean_spread(tables: Tables, scores: Mapping[int, float]) -> float:
    """The mean over the tables of the highest score less the lowest one."""
    at_tables = [[scores[one] for one in table] for table in tables]
    return sum(max(there) - min(there) for there in at_tables) / max(1, len(at_tables))
