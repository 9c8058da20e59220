"""How many sit at each table."""

from collections.abc import Collection


def table_sizes(people: int, *, best: int, allowed: Collection[int]) -> list[int]:
    """How many sit at each table, largest first: sizes differ by at most one.

    Args:
        best: The size wished for; the sizes are as near to it as they can be.
        allowed: The sizes that the house rules are for.

    Returns:
        Nothing where no such tables hold everybody.
    """
    if not people or not allowed:
        return []
    fewest, most = -(-people // max(allowed)), people // max(1, min(allowed))
    possible = [
        tables
        for tables in range(max(1, fewest), most + 1)
        if {size for size, count in _counts(people, tables) if count} <= set(allowed)
    ]
    if not possible:
        return []
    tables = min(possible, key=lambda tables: _mean_square(_counts(people, tables), best=best))
    return [size for size, count in _counts(people, tables) for _ in range(count)]


def _counts(people: int, tables: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The larger size and how many tables have it, then the smaller one."""
    size, larger = divmod(people, tables)
    return (size + 1, larger), (size, tables - larger)


def _mean_square(counts: tuple[tuple[int, int], ...], *, best: int) -> float:
    """How far the sizes are from the best one."""
    tables = sum(count for _, count in counts)
    return sum(count * (size - best) ** 2 for size, count in counts) / tables
