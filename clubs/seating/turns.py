"""Seating in turns: everybody takes the table with the fewest old neighbours, then two trade.

Pure: the caller has shuffled the people.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import TypeVar

Person = TypeVar("Person", bound=Hashable)

ROUNDS = 10  # Of trading seats; after two or three there is nothing left to gain.


def seat(
    people: Sequence[Person], *, sizes: Sequence[int], met: Mapping[frozenset[Person], int]
) -> list[list[Person]]:
    """Who sits with whom, each table in the order of its seats.

    Args:
        people: Everybody, in an order that favours nobody.
        sizes: How many sit at each table, largest first.
        met: How often two of them sat together before.

    Everybody in turn takes the table with the fewest old neighbours, then the emptiest one; then
    two of different tables trade seats as long as that parts old neighbours.
    """
    tables: list[list[Person]] = [[] for _ in sizes]
    for person in people:
        free = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        min(free, key=lambda table: (_meetings(person, table, met), len(table))).append(person)
    for _ in range(ROUNDS):
        trades = sum(_trade(one, other, met) for one, other in combinations(tables, 2))
        if trades == 0:
            break
    return tables


def _trade(one: list[Person], other: list[Person], met: Mapping[frozenset[Person], int]) -> bool:
    """Whether two of them traded seats, so that fewer old neighbours sit together."""
    has_traded = False
    for here, there in product(range(len(one)), range(len(other))):
        first, second = one[here], other[there]
        now = _meetings(first, one, met) + _meetings(second, other, met)
        company = [person for person in other if person != second]
        others = [person for person in one if person != first]
        if now and _meetings(first, company, met) + _meetings(second, others, met) < now:
            one[here], other[there] = second, first
            has_traded = True
    return has_traded


def _meetings(
    person: Person, company: Iterable[Person], met: Mapping[frozenset[Person], int]
) -> int:
    return sum(met.get(frozenset((person, other)), 0) for other in company)
