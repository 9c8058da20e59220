"""What a club remembers: whatever is said of a drawn round stands the recount of the planner."""

from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.memory import Memory
from clubs.seating import Again, Tables, Wishes, recount, seat_round

played = st.permutations(range(10)).map(lambda order: [order[:3], order[3:6], order[6:]])
groups = st.lists(st.lists(st.integers(6, 9), min_size=2, max_size=2, unique=True), max_size=3)


@given(
    nights=st.lists(played, max_size=2),
    tonight=st.lists(played, max_size=2),
    together=groups,
    seed=st.integers(0, 99),
)
@settings(max_examples=200, deadline=None)
def test_what_is_told_of_a_round_stands_the_recount(
    nights: list[Tables],
    tonight: list[Tables],
    together: list[list[int]],
    seed: int,
) -> None:
    """9 was at earlier tables, but is absent now."""
    people = range(9)
    memory = Memory(tuple(nights), tuple(tonight), wishes=Wishes(together=together))
    sizes, wishes = [5, 4], memory.wishes
    drawn = seat_round(people, sizes=sizes, wishes=wishes, seed=seed)

    told = memory.told(drawn.tables)

    history = memory.counted
    assert recount(told, people=people, sizes=sizes, history=history, wishes=wishes) == []


def test_two_groups_are_not_one_by_somebody_who_is_not_here() -> None:
    """0 and 1 each asked for 9, who is absent: nobody asked that they share a table."""
    memory = Memory((), ([(0, 1), (2, 3)],), wishes=Wishes(together=[(0, 9), (1, 9)]))

    assert memory.told([(0, 1), (2, 3)]).again == (Again(0, 1, 1), Again(2, 3, 1))
