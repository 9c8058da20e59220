"""The recount of a draw before it is played, by other code than the one that made it: pure."""

from collections.abc import Collection, Sequence

from tournaments.draws import Draw, History


def faults(drawn: Draw, *, entrants: Collection[int], history: History) -> list[str]:
    """What is wrong with a draw, in plain words; nothing where all is well."""
    found = []
    seated = [entrant for table in drawn.tables for entrant in table]
    if sorted([*seated, *drawn.sits_out]) != sorted(entrants):
        found.append("not everybody has exactly one seat, or sits out")
    lengths = sorted(len(table) for table in drawn.tables)
    if lengths[-1] - lengths[0] > 1:
        found.append(f"sizes differ by more than one: {lengths}")
    repeats = _again(drawn.tables, history)
    if repeats != drawn.repeats:
        found.append(f"{repeats} repeat meetings, not {drawn.repeats}")
    if repeats < drawn.bound:
        found.append(f"{repeats} repeat meetings, below the bound of {drawn.bound}")
    return found


def _again(tables: Sequence[Collection[int]], history: History) -> int:
    """Everybody's old neighbours at their table, each meeting seen from both of its sides."""
    neighbours: dict[int, set[int]] = {}
    for earlier in history:
        for company in earlier:
            for one in company:
                neighbours.setdefault(one, set()).update(company)
    seen = sum(
        len(neighbours.get(one, set()).intersection(table) - {one})
        for table in tables
        for one in table
    )
    return seen // 2
