"""Evenings for the planner: people, sizes, and rounds that were played before."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import strategies as st

from clubs.seating import History, table_sizes

ANY = range(2, 11)


@st.composite
def evenings(
    draw: st.DrawFn, *, most: int = 40, rounds: int = 4
) -> tuple[list[int], list[int], History]:
    """People, table sizes, and rounds played before, at some of which not all were there."""
    people = draw(st.permutations(range(draw(st.integers(2, most)))))
    history = []
    for _ in range(draw(st.integers(0, rounds))):
        others = draw(st.permutations([*people, -1, -2]))  # Two are not here any more.
        there = others[: draw(st.integers(0, len(others)))]
        size = draw(st.integers(2, 10))
        history.append([there[start : start + size] for start in range(0, len(there), size)])
    return people, table_sizes(len(people), best=draw(st.integers(2, 10)), allowed=ANY), history


def all_rounds(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat them, for very few people."""
    if not sizes:
        yield []
        return
    for table in combinations(people, sizes[0]):
        others = [one for one in people if one not in table]
        yield from ([table, *tables] for tables in all_rounds(others, sizes[1:]))
