"""The draw of a round: tables of about the same size with as few repeat meetings as possible.

Pure: the caller has shuffled the entrants.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from clubs.seating import seat

History = Sequence[Sequence[Collection[int]]]
"""The rounds so far; of each its tables, of each who sat there."""

Meetings = Mapping[frozenset[int], int]

TRADES = 200  # At the most; where repeats can be avoided, far fewer do.
REST = 8  # Trades during which nobody changes tables a second time.


@dataclass(frozen=True)
class Draw:
    """Who meets at which table.

    Attributes:
        tables: The entrants of each table, largest table first.
        repeats: How many pairs at a table have met before.
        bound: How many at the least any draw of these entrants has.
        sits_out: Who could play, and has no seat in this round.
    """

    tables: tuple[tuple[int, ...], ...]
    repeats: int
    bound: int
    sits_out: tuple[int, ...] = ()


def draw(
    entrants: Sequence[int],
    *,
    sizes: Sequence[int],
    history: History,
    planned: Iterable[Collection[int]] = (),
) -> Draw:
    """The best draw found.

    Args:
        entrants: Two or more, in an order that favours nobody.
        sizes: How many sit at each table, largest first.
        planned: The tables that a schedule of the whole tournament has for this round. They are
            kept as far as those who are gone allow.
    """
    met = meetings(history)
    bound = least_repeats(entrants, sizes=sizes, history=history)
    tables = _repaired(planned, entrants, sizes=sizes, met=met) if planned else None
    if tables is None or repeat_meetings(tables, met) > bound:
        others = _traded(seat(entrants, sizes=sizes, met=met), met=met, bound=bound)
        candidates = [_traded(tables, met=met, bound=bound), others] if tables else [others]
        tables = min(candidates, key=lambda found: repeat_meetings(found, met))
    return Draw(tuple(map(tuple, tables)), repeat_meetings(tables, met), bound)


def meetings(history: History) -> Counter[frozenset[int]]:
    """How often two entrants sat together."""
    return Counter(
        frozenset(pair)
        for tables in history
        for company in tables
        for pair in combinations(company, 2)
    )


def repeat_meetings(tables: Iterable[Iterable[int]], met: Meetings) -> int:
    """How many pairs at a table have met before."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return sum(bool(met.get(frozenset(pair))) for pair in pairs)


def least_repeats(entrants: Sequence[int], *, sizes: Sequence[int], history: History) -> int:
    """A number of repeat meetings that no draw can go below, the better of two arguments.

    An entrant with fewer strangers left than the smallest table has other seats meets somebody
    again. And where more sit at a table than there were tables in an earlier round, some of them
    come from the same one.
    """
    met = meetings(history)
    others = min(sizes) - 1
    forced = 0
    for one in entrants:
        known = sum(frozenset((one, other)) in met for other in entrants)
        forced += max(0, others - (len(entrants) - 1 - known))
    by_strangers = -(-forced // 2)  # Each repeat meeting is counted from both of its sides.
    by_tables = (
        sum(_least_pairs(size, _companies(entrants, tables)) for size in sizes)
        for tables in history
    )
    return max(by_strangers, *by_tables) if history else by_strangers


def _companies(entrants: Sequence[int], tables: Sequence[Collection[int]]) -> int:
    """How many companies an earlier round made of the entrants; an absent entrant is one alone."""
    there = [set(company).intersection(entrants) for company in tables]
    return sum(map(bool, there)) + len(entrants) - sum(map(len, there))


def _least_pairs(size: int, companies: int) -> int:
    """Pairs of the same company at a table, if it is mixed as well as it can be."""
    each, larger = divmod(size, companies)
    return companies * each * (each - 1) // 2 + larger * each


def _repaired(
    planned: Iterable[Collection[int]],
    entrants: Sequence[int],
    *,
    sizes: Sequence[int],
    met: Meetings,
) -> list[list[int]]:
    """The planned tables without those who are gone, evened out by as few moves as that takes."""
    present = set(entrants)
    left = sorted(
        ([one for one in table if one in present] for table in planned), key=len, reverse=True
    )
    tables = [table[:size] for table, size in zip(left, sizes, strict=False)]
    tables += [[] for _ in range(len(sizes) - len(tables))]
    seated = {one for table in tables for one in table}
    for one in entrants:
        if one not in seated:
            free = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
            min(free, key=lambda table: (_known(one, table, met), len(table))).append(one)
    return tables


def _traded(tables: list[list[int]], *, met: Meetings, bound: int) -> list[list[int]]:
    """The best that was come upon while one who meets somebody again traded seats, time and again.

    Every trade is the best there is, even if it is for the worse: that leads out of dead ends.
    """
    now = {one: number for number, table in enumerate(tables) for one in table}
    best, fewest = tables, repeat_meetings(tables, met)
    resting: dict[int, int] = {}
    repeats = fewest
    for trade in range(TRADES):
        if fewest <= bound:
            break
        known = {one: [_known(one, table, met) for table in tables] for one in now}
        gains = [
            (
                known[one][now[other]]
                + known[other][now[one]]
                - known[one][now[one]]
                - known[other][now[other]]
                - 2 * (frozenset((one, other)) in met),
                one,
                other,
            )
            for one in now
            if known[one][now[one]] and resting.get(one, -1) < trade
            for other in now
            if now[other] != now[one] and resting.get(other, -1) < trade
        ]
        if not gains:
            continue
        change, one, other = min(gains)
        now[one], now[other] = now[other], now[one]
        resting[one] = resting[other] = trade + REST
        tables = [[who for who, at in now.items() if at == n] for n in range(len(tables))]
        repeats += change
        if repeats < fewest:
            best, fewest = tables, repeats
    return best


def _known(one: int, company: Iterable[int], met: Meetings) -> int:
    return sum(frozenset((one, other)) in met for other in company)
