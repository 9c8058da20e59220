"""Everybody takes a table in turn, and two trade seats to part old neighbours."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from clubs.seating import seat, table_sizes

ANY = range(2, 11)


@given(order=st.permutations(range(23)), pairs=st.sets(st.tuples(*[st.integers(0, 22)] * 2)))
def test_everybody_is_seated_once(order: list[int], pairs: set[tuple[int, int]]) -> None:
    sizes = table_sizes(23, best=5, allowed=ANY)
    tables = seat(order, sizes=sizes, met=Counter(frozenset(pair) for pair in pairs))

    assert [len(table) for table in tables] == sizes
    assert sorted(person for table in tables for person in table) == list(range(23))


def test_last_nights_company_is_parted() -> None:
    """25 people at five tables of five can all be parted, and are."""
    people = list(range(25))
    last = [people[start : start + 5] for start in range(0, 25, 5)]
    met = Counter(frozenset(pair) for table in last for pair in combinations(table, 2))

    tables = seat(people, sizes=[5] * 5, met=met)

    assert sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2)) == 0


def test_trading_places_parts_whom_taking_turns_put_together() -> None:
    """The last one finds only a table of old neighbours free; others move for them."""
    met = {frozenset("cd"): 1, frozenset("ad"): 0, frozenset("bc"): 0}
    tables = seat("abcd", sizes=[2, 2], met=met)

    assert {"c", "d"} not in [set(table) for table in tables]
