"""Seating for one night: tables of about the same size, with as few old neighbours as is cheap.

Pure: whoever calls it has shuffled the people.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Person = TypeVar("Person", bound=Hashable)


def table_sizes(people: int, best: int) -> list[int]:
    """How many sit at each table, largest first: sizes differ by at most one.

    Args:
        people: 2 or more.
        best: The size wished for; the sizes are as near to it as they can be.
    """
    assert people >= 2
    return min(
        (_even_sizes(people, tables) for tables in range(1, people // 2 + 1)),
        key=lambda sizes: sum((size - best) ** 2 for size in sizes) / len(sizes),
    )


def seat(
    people: Sequence[Person], *, best: int, met: Mapping[frozenset[Person], int]
) -> list[list[Person]]:
    """Who sits with whom, each table in the order of its seats.

    Args:
        people: Everybody, in an order that favours nobody.
        met: How often two of them sat together before.

    Everybody in turn takes the table with the fewest old neighbours, then the emptiest one.
    """
    sizes = table_sizes(len(people), best)
    tables: list[list[Person]] = [[] for _ in sizes]
    for person in people:
        free = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        min(free, key=lambda table: (_meetings(person, table, met), len(table))).append(person)
    return tables


def _meetings(person: Person, table: list[Person], met: Mapping[frozenset[Person], int]) -> int:
    return sum(met.get(frozenset((person, other)), 0) for other in table)


def _even_sizes(people: int, tables: int) -> list[int]:
    size, larger = divmod(people, tables)
    return [size + 1] * larger + [size] * (tables - larger)
