"""The cut: who goes on from one stage to the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.standings.ranking import Standing


class TiesAtCut(StrEnum):
    """Who goes on where several are equal in points at the cut."""

    ALL = "all"
    LOT = "lot"
    NEXT = "next"


@dataclass(frozen=True)
class Cut:
    """Who goes on, and who does not.

    Attributes:
        goes_on: Best first.
        is_out: Best first.
        equals: Who was equal at the cut, so that the rule for ties was asked; nobody where the
            points alone decided.
    """

    goes_on: tuple[int, ...]
    is_out: tuple[int, ...]
    equals: tuple[int, ...] = ()


def cut(table: Sequence[Standing], *, best: int, ties: TiesAtCut, lot: Mapping[int, int]) -> Cut:
    """The best of the standings go on.

    Args:
        table: The standings, best first. Whoever cannot go on is left out of it.
        best: How many go on, one or more.
        ties: Equal in the first measure at the cut: all of them go on, the lot decides at once,
            or the other measures do, and the lot where they are equal, too.
        lot: By entrant, the higher number goes on.
    """
    if len(table) <= best:
        return Cut(tuple(line.entrant for line in table), ())
    score = table[best - 1].figures[0]
    equals = tuple(line.entrant for line in table if line.figures[0] == score)
    is_asked = table[best].figures[0] == score
    if ties == TiesAtCut.ALL:
        best = sum(line.figures[0] >= score for line in table)
    elif ties == TiesAtCut.LOT:
        table = sorted(table, key=lambda line: (-line.figures[0], -lot[line.entrant]))
    else:
        table = sorted(table, key=lambda line: (line.rank, -lot[line.entrant]))
    order = tuple(line.entrant for line in table)
    return Cut(order[:best], order[best:], equals if is_asked else ())
