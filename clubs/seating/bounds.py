"""How many repeat meetings no planner can avoid: several arguments, and the best of them counts."""

from collections import Counter
from collections.abc import Sequence

from clubs.seating.meetings import History, Met, Tables, times_met


def least_repeats(
    people: Sequence[int],
    *,
    sizes: Sequence[int],
    history: History,
    units: Sequence[Sequence[int]] = (),
    met: Met | None = None,
) -> int:
    """A number of repeat meetings that no round of these people can go below.

    Args:
        units: Those who sit together in any case; they do not meet again by it.
        met: `times_met` of the history, where the caller has it already.
    """
    if not history:
        return 0
    here = set(people)
    known = times_met(history) if met is None else met
    mates = _mates(here, units)
    return max(
        _by_strangers(here, sizes, known, mates),
        0 if mates else _by_tables(here, sizes, history, known),
    )


def least_repeats_of_evening(
    people: Sequence[int],
    *,
    rounds: int,
    sizes: Sequence[int],
    history: History = (),
    units: Sequence[Sequence[int]] = (),
) -> int:
    """A number of repeat meetings that no evening of such rounds can go below, in all rounds.

    Two strangers meet for the first time once, and so does one person with their strangers. And
    after a round, those who shared a table in it come to the tables of every later one.
    """
    here = set(people)
    met = times_met(history)
    mates = _mates(here, units)
    strangers = _strangers(here, met, mates)
    seen = sum(size * (size - 1) for size in sizes) - sum(len(own) for own in mates.values())
    of_all = rounds * seen - sum(strangers.values())
    of_each = sum(
        max(0, rounds * (min(sizes) - 1 - len(mates.get(one, ()))) - left)
        for one, left in strangers.items()
    )
    first = least_repeats(people, sizes=sizes, history=history, units=units, met=met)
    later = 0 if mates else sum(_least_pairs(size, len(sizes)) for size in sizes)
    both = max(0, of_all, of_each)  # Each meeting is seen from both of its sides.
    return max(-(-both // 2), first + (rounds - 1) * later)


def _mates(here: set[int], units: Sequence[Sequence[int]]) -> dict[int, set[int]]:
    """By person those who share their table in any case; nobody who comes alone stands in it."""
    there = (here.intersection(unit) for unit in units)
    return {one: unit - {one} for unit in there if len(unit) > 1 for one in unit}


def _strangers(here: set[int], met: Met, mates: dict[int, set[int]]) -> dict[int, int]:
    """By person how many of those who are here they have not met, apart from their mates."""
    strangers = {}
    for one in here:
        own = mates.get(one, set())
        known = sum(other in here and other not in own for other in met.get(one, ()))
        strangers[one] = len(here) - 1 - len(own) - known
    return strangers


def _by_strangers(
    here: set[int], sizes: Sequence[int], met: Met, mates: dict[int, set[int]]
) -> int:
    """Somebody with fewer strangers left than others at their table meets somebody again.

    A seat counts for every number below that of its table's other seats, and is free to whoever
    has more strangers than that. Each repeat meeting is seen from both of its sides.
    """
    others = Counter(size - 1 for size in sizes for _ in range(size))
    free_for = Counter(
        left + len(mates.get(one, ())) for one, left in _strangers(here, met, mates).items()
    )
    forced = 0
    for level in range(max(others)):
        seats = sum(count for most, count in others.items() if most > level)
        free = sum(count for most, count in free_for.items() if most > level)
        forced += max(0, seats - free)
    return -(-forced // 2)


def _by_tables(here: set[int], sizes: Sequence[int], history: History, met: Met) -> int:
    """Where more sit at a table than there were tables in a round, some of them come from one.

    One round alone gives a bound. All rounds together give another one: a pair is counted once
    for each round in which it met, so the sum is shared by the most that any pair has met.
    """
    counts = Counter(sizes)
    by_round = []
    for tables in history:
        companies = _companies(here, tables)
        by_round.append(sum(_least_pairs(size, companies) * n for size, n in counts.items()))
    if not any(by_round):
        return 0
    most = max(times for one in here for other, times in met.get(one, {}).items() if other in here)
    return max(*by_round, -(-sum(by_round) // most))


def _companies(here: set[int], tables: Tables) -> int:
    """How many companies a round made of those who are here; who was absent is one alone.

    Who changed tables in a round was of several companies.
    """
    there = [here.intersection(table) for table in tables]
    return sum(map(bool, there)) + len(here.difference(*there))


def _least_pairs(size: int, companies: int) -> int:
    """Pairs of one company at a table, if it is mixed as well as it can be."""
    each, larger = divmod(size, companies)
    return companies * each * (each - 1) // 2 + larger * each
