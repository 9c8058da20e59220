"""What a change costs on the floor is what it turns out to cost, however many change tables."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from clubs.seating.chance import Chance
from clubs.seating.floor import Floor

SIZES = [1, 2, 1, 1, 2, 1, 3, 1, 1, 1, 1, 1]  # Sixteen people
TABLES = [[0, 1, 2], [3, 4, 5], [6, 7], [8, 9, 10, 11]]  # at four tables of four.

pairs = st.dictionaries(
    st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda pair: pair[0] < pair[1]),
    st.integers(1, 9),
)
seats = st.dictionaries(st.integers(0, 11), st.dictionaries(st.integers(0, 3), st.integers(1, 9)))


@given(
    costs=pairs,
    standing=seats,
    moves=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=12),
    seed=st.integers(0, 99),
)
def test_the_cost_is_kept_right(
    costs: dict[tuple[int, int], int],
    standing: dict[int, dict[int, int]],
    moves: list[tuple[int, int]],
    seed: int,
) -> None:
    weights: list[dict[int, int]] = [{} for _ in SIZES]
    for (one, other), cost in costs.items():
        weights[one][other] = weights[other][one] = cost
    floor = Floor(TABLES, sizes=SIZES, weights=weights, standing=standing, fixed=[None] * 12)
    for one, other in moves:
        if floor.table_of[one] != floor.table_of[other]:
            exchange = floor.exchange(one, other, Chance(seed))
            if exchange:
                expected = floor.cost + floor.change(exchange)
                floor.carry_out(exchange)

                assert floor.cost == expected

    assert [sum(SIZES[unit] for unit in table) for table in floor.tables] == [4] * 4
    assert floor.cost == counted(floor, costs, standing)
    for unit, table in enumerate(floor.table_of):
        has_met = any(weights[unit].get(other) for other in floor.tables[table])
        assert (unit in floor.troubled) == (has_met or table in standing.get(unit, {}))


def counted(
    floor: Floor, costs: dict[tuple[int, int], int], standing: dict[int, dict[int, int]]
) -> int:
    total = 0
    for number, table in enumerate(floor.tables):
        total += sum(costs.get(pair, 0) for pair in combinations(sorted(table), 2))
        total += sum(standing.get(unit, {}).get(number, 0) for unit in table)
    return total
