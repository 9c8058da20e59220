"""Seats and neighbours change from round to round."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from clubs.seating import Tables, seat_round
from clubs.seating.around import as_before


def rounds_of(people: int, rounds: int) -> list[Tables]:
    """The same people at one table, time and again."""
    history: list[Tables] = []
    for number in range(rounds):
        seated = seat_round(range(people), sizes=[people], history=history, seed=number)
        history.append(seated.tables)
    return history


def test_everybody_has_the_first_seat_once_in_as_many_rounds() -> None:
    first = [tables[0][0] for tables in rounds_of(4, rounds=4)]

    assert len(set(first)) == 4


def test_all_five_have_sat_beside_each_other_after_two_rounds() -> None:
    beside = set()
    for [table] in rounds_of(5, rounds=2):
        beside |= {frozenset((one, table[seat - 1])) for seat, one in enumerate(table)}

    assert beside == set(map(frozenset, combinations(range(5), 2)))


@given(
    before=st.permutations(range(8)),
    here=st.sets(st.integers(0, 12), min_size=1),
)
def test_who_stays_keeps_their_place_in_the_order(before: list[int], here: set[int]) -> None:
    order = as_before(before, sorted(here), at_seat={}, sides=[])

    assert order is not None
    assert sorted(order) == sorted(here)
    stays = [one for one in before if one in here]
    assert [one for one in order if one in before] == stays


def test_who_comes_takes_a_free_seat() -> None:
    assert as_before([1, 2, 3, 4], [1, 3, 4, 5], at_seat={}, sides=[]) == (1, 5, 3, 4)
    assert as_before([1, 2, 3, 4], [1, 3, 4, 5], at_seat={5: 0}, sides=[]) is None
    assert as_before([1, 2, 3, 4], [1, 2, 3, 4], at_seat={}, sides=[(1, 2), (3, 4)]) is None
    assert as_before([1, 3, 2, 4], [1, 2, 3, 4], at_seat={}, sides=[(1, 2), (3, 4)]) == (1, 3, 2, 4)
