"""The recount of a plan, by other and plainer code than the one that made it."""

from collections.abc import Mapping, Sequence

from clubs.seating.meetings import History
from clubs.seating.seated import Seated
from clubs.seating.wishes import NO_WISHES, Wishes


def recount(
    seated: Seated,
    *,
    people: Sequence[int],
    sizes: Sequence[int],
    history: History = (),
    wishes: Wishes = NO_WISHES,
    units: Sequence[Sequence[int]] = (),
    scores: Mapping[int, float] | None = None,
) -> list[str]:
    """What is wrong with a plan, in plain words; nothing where all is well."""
    found = []
    if sorted(one for table in seated.tables for one in table) != sorted(people):
        found.append("not everybody has exactly one seat")
    if [len(table) for table in seated.tables] != list(sizes):
        found.append("the tables have other sizes than promised")
    found += _broken(seated, wishes, units)
    again = _meeting_again(seated, history, [*units, *wishes.together])
    repeats = len(again)
    if repeats != seated.repeats:
        found.append(f"{repeats} repeat meetings, not {seated.repeats}")
    elif again != {(named.one, named.other) for named in seated.again}:
        found.append("others meet again than those who are named")
    if repeats < seated.bound:
        found.append(f"{repeats} repeat meetings, below the bound of {seated.bound}")
    spread = None if scores is None else _spread(seated, scores)
    if (spread is None) != (seated.spread is None) or abs(
        (spread or 0) - (seated.spread or 0)
    ) > 1e-9:
        found.append(f"the spread is {spread}, not {seated.spread}")
    return found


def _broken(seated: Seated, wishes: Wishes, units: Sequence[Sequence[int]]) -> list[str]:
    """The wishes that are not kept."""
    table_of = {one: number for number, table in enumerate(seated.tables) for one in table}
    seat_of = {one: seat for table in seated.tables for seat, one in enumerate(table)}
    found = [
        f"{list(group)} are not together"
        for group in [*units, *wishes.together]
        if len({table_of[one] for one in group if one in table_of}) > 1
    ]
    for group in wishes.apart:
        there = [table_of[one] for one in dict.fromkeys(group) if one in table_of]
        if len(set(there)) < len(there):
            found.append(f"{list(group)} are not apart")
    for one, table in wishes.at_table.items():
        if table_of.get(one, table) != table:
            found.append(f"{one} is not at table {table}")
    for one, seat in wishes.at_seat.items():
        if seat_of.get(one, seat) != seat:
            found.append(f"{one} is not at seat {seat}")
    for number, locked in wishes.locked.items():
        if list(seated.tables[number]) != [one for one in locked if one in table_of]:
            found.append(f"table {number} is not as it was locked")
    return found


def _meeting_again(
    seated: Seated, history: History, together: Sequence[Sequence[int]]
) -> set[tuple[int, int]]:
    """Everybody with each of their old neighbours at their table, the lower number first."""
    neighbours: dict[int, set[int]] = {}
    for earlier in history:
        for company in earlier:
            for one in company:
                neighbours.setdefault(one, set()).update(company)
    mates: dict[int, set[int]] = {}
    here = {one for table in seated.tables for one in table}
    for group in together:  # Groups that share somebody who is here are one group.
        there = here.intersection(group)
        merged = there.union(*(mates.get(one, ()) for one in there))
        mates.update(dict.fromkeys(merged, merged))
    pairs = set()
    for table in seated.tables:
        for one in table:
            old = neighbours.get(one, set()).intersection(table)
            pairs |= {(one, other) for other in old - mates.get(one, set()) if one < other}
    return pairs


def _spread(seated: Seated, scores: Mapping[int, float]) -> float:
    spreads = [
        max(scores[one] for one in table) - min(scores[one] for one in table)
        for table in seated.tables
    ]
    return sum(spreads) / len(spreads) if spreads else 0
