"""The search over an evening, where repeat meetings are not all that counts."""

from collections import Counter
from itertools import combinations

import pytest

from clubs.seating.annealing import Company, annealed
from clubs.seating.chance import Chance

NEVER = -1  # No evening has as few repeat meetings, so all steps are made.


def company(people: int, *, odd: set[int]) -> Company:
    """People who come alone, have never met, and wish for nothing."""
    nobody: set[int] = set()
    times = [[0] * people for _ in range(people)]
    return Company([1] * people, times, apart=[nobody] * people, fixed=nobody, odd=odd)


@pytest.mark.parametrize("seed", range(5))
def test_turns_at_an_odd_table_are_shared_out(seed: int) -> None:
    """Two alone, each at a table: nobody meets, and one of the tables is odd."""
    plan = [[[0], [1]] for _ in range(6)]
    found = annealed(
        plan, company(2, odd={1}), chance=Chance(seed), heat=0.7, steps=2_000, target=NEVER
    )

    assert Counter(tables[1][0] for tables in found) == {0: 3, 1: 3}


@pytest.mark.parametrize("seed", range(5))
def test_repeat_meetings_are_shared_out(seed: int) -> None:
    """Four at tables of two, six rounds: every two can meet twice."""
    plan = [[[0, 1], [2, 3]] for _ in range(6)]
    found = annealed(
        plan, company(4, odd=set()), chance=Chance(seed), heat=0.7, steps=5_000, target=NEVER
    )

    met = Counter(pair for tables in found for pair in map(frozenset, tables))
    assert met == dict.fromkeys(map(frozenset, combinations(range(4), 2)), 2)
