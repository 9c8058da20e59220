"""Why somebody stands where they stand, in words."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from tournaments.standings.measures import Measure, points_measure
from tournaments.standings.points import Points
from tournaments.standings.ranking import Standing
from tournaments.standings.results import Record

NAMED: Final = 3  # How many equals are named; of more, only the number is told.


def reasons(
    table: Sequence[Standing], measures: Sequence[Measure], names: Mapping[int, str]
) -> dict[int, str]:
    """By entrant why they are ahead of those who follow them, and with whom they share the rank.

    Args:
        table: The standings, best first.
        measures: Those of the standings.
        names: By entrant.
    """
    groups = [list(group) for _, group in groupby(table, key=lambda line: line.rank)]
    said: dict[int, str] = {}
    for number, group in enumerate(groups):
        after = groups[number + 1][0] if number + 1 < len(groups) else None
        before = groups[number - 1][-1] if number else None
        for line in group:
            parts = []
            if len(group) > 1:
                parts.append(_level(line, group, measures, names))
            if after is not None:
                parts.append(f"Ahead of {names[after.entrant]}: {_more(line, after, measures)}.")
            elif before is not None:
                parts.append(_behind(line, before, measures, names))
            said[line.entrant] = " ".join(parts) or "Nobody else is ranked."
    return said


def _level(
    line: Standing, group: Sequence[Standing], measures: Sequence[Measure], names: Mapping[int, str]
) -> str:
    others = [names[other.entrant] for other in group if other is not line]
    words = _told(line, measures)
    if len(others) == 1:
        return f"Level with {others[0]}: both {words}."
    if len(others) <= NAMED:
        return f"Level with {', '.join(others[:-1])} and {others[-1]}: all {words}."
    return f"Level with {len(others)} others: all {words}."


def _behind(
    line: Standing, before: Standing, measures: Sequence[Measure], names: Mapping[int, str]
) -> str:
    return f"Behind {names[before.entrant]}, who {_who(before, line, measures)}."


def _more(ahead: Standing, after: Standing, measures: Sequence[Measure]) -> str:
    """What decided: "both 14 points, won more deals, 6 to 5"."""
    measure, mine, theirs = _decided(ahead, after, measures)
    same = _told(ahead, measures[: measures.index(measure)])
    numbers = "" if measure.is_lot else f", {measure.number(mine)} to {measure.number(theirs)}"
    return f"both {same}, {measure.more}{numbers}" if same else f"{measure.more}{numbers}"


def _who(ahead: Standing, after: Standing, measures: Sequence[Measure]) -> str:
    """The same of somebody else: "has as many points (14) and won more deals, 6 to 5"."""
    measure, mine, theirs = _decided(ahead, after, measures)
    same = _told(ahead, measures[: measures.index(measure)])
    more = f"has {measure.more}" if measure.more.startswith("more ") else measure.more
    numbers = "" if measure.is_lot else f", {measure.number(mine)} to {measure.number(theirs)}"
    return f"{more}{numbers}; both {same}" if same else f"{more}{numbers}"


def _decided(
    ahead: Standing, after: Standing, measures: Sequence[Measure]
) -> tuple[Measure, int, int]:
    """The first measure in which they differ, with the figures of both."""
    lines = zip(measures, ahead.figures, after.figures, strict=True)
    return next(line for line in lines if line[1] != line[2])


def _told(line: Standing, measures: Sequence[Measure]) -> str:
    """The figures of all these measures: "14 points, 6 won and 1 jinks"."""
    told = [
        measure.words(figure)
        for measure, figure in zip(measures, line.figures, strict=False)
        if not measure.is_lot
    ]
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def given(record: Record, points: Points) -> list[str]:
    """What somebody was given for rounds that they did not play: a sentence, or none."""
    told = points_measure(points)
    parts = []
    if byes := sum(record.byes.values()):
        many = "a bye" if len(record.byes) == 1 else f"{len(record.byes)} byes"
        parts.append(f"{told.words(byes)} for {many}")
    if record.late:
        parts.append(f"{told.words(record.late)} for the rounds before they came")
    return [f"With {' and '.join(parts)}: the mean of those who played."] if parts else []
