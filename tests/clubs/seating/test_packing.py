"""Groups find tables wherever that can be; a search over all ways says whether it can."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating.chance import Chance
from clubs.seating.packing import pack


@given(
    sizes=st.lists(st.integers(2, 7), min_size=1, max_size=4),
    groups=st.lists(st.integers(2, 5), max_size=5),
    seed=st.integers(0, 99),
)
@settings(max_examples=300, deadline=None)
def test_a_plan_is_found_where_there_is_one(sizes: list[int], groups: list[int], seed: int) -> None:
    alone = sum(sizes) - sum(groups)
    units = [range(group) for group in groups] + [range(1)] * max(0, alone)
    packed = pack(units, sizes=sizes, fixed=[None] * len(units), chance=Chance(seed))
    possible = any(
        all(
            sum(group for group, at in zip(groups, tables, strict=True) if at == table) <= size
            for table, size in enumerate(sizes)
        )
        for tables in product(range(len(sizes)), repeat=len(groups))
    )

    assert (packed is not None) == possible
    if packed is not None:
        assert [sum(len(units[unit]) for unit in table) for table in packed] == sizes
        assert sorted(unit for table in packed for unit in table) == list(range(len(units)))
