"""Who has sat with whom, and how often."""

from collections.abc import Iterable, Mapping, Sequence

Tables = Sequence[Sequence[int]]
"""Of each table who sits there, in the order of the seats."""

History = Sequence[Tables]
"""The rounds so far, latest last. People who are not here now may stand in it."""

Met = Mapping[int, Mapping[int, int]]
"""By person, by those whom they have sat with: how often."""


def times_met(history: Iterable[Tables]) -> dict[int, dict[int, int]]:
    """How often two people have sat at one table, under both of them.

    Whoever has sat alone stands in it, too, and has met nobody.
    """
    met: dict[int, dict[int, int]] = {}
    for tables in history:
        note_meetings(met, tables)
    return met


def note_meetings(met: dict[int, dict[int, int]], tables: Tables) -> None:
    """Count the meetings of one more round."""
    for table in tables:
        for one in table:
            mine = met.setdefault(one, {})
            for other in table:
                if other != one:
                    mine[other] = mine.get(other, 0) + 1
