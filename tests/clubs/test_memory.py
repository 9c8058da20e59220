"""What a club remembers: whatever is said of a drawn round stands the recount of the planner."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.memory import Memory
from clubs.seating import (
    Again,
    Seated,
    Tables,
    Wishes,
    meeting_again,
    recount,
    seat_round,
    times_met,
)
from clubs.sizes import NO_LOCKS

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


def a_season() -> list[Tables]:
    """Sixteen people at fours in six rounds of earlier nights: nearly everybody has met."""
    rounds: list[Tables] = []
    for night in range(2):
        evening: list[Tables] = []
        for number in range(3):
            seed = f"{night}:{number}"
            evening.append(seat_round(SIXTEEN, sizes=FOURS, history=evening, seed=seed).tables)
        rounds += evening
    return rounds


SIXTEEN, FOURS = range(16), [4] * 4


def met_before(rounds: Sequence[Seated], nights: Sequence[Tables]) -> int:
    met = times_met(nights)
    return sum(len(meeting_again(one.tables, met)) for one in rounds)


def test_earlier_nights_count_where_tonight_leaves_a_choice() -> None:
    """They are not dropped, though nobody can avoid all of them, and cost no meeting of tonight."""
    nights = a_season()
    first = seat_round(SIXTEEN, sizes=FOURS, seed="first")
    memory = Memory(tuple(nights), (first.tables,))
    alone = Memory((), (first.tables,))
    with_nights = [memory.draw(SIXTEEN, sizes=FOURS, seed=str(seed)) for seed in range(8)]
    without = [alone.draw(SIXTEEN, sizes=FOURS, seed=str(seed)) for seed in range(8)]

    assert [one.repeats for one in with_nights] == [0] * 8
    assert met_before(with_nights, nights) < met_before(without, nights)


def test_rounds_planned_as_a_whole_look_at_earlier_nights() -> None:
    nights = a_season()
    sizes, locked = [FOURS] * 5, [NO_LOCKS] * 5
    drawn, without = (
        Memory(tuple(seen)).draw_ahead(SIXTEEN, sizes=sizes, locked=locked, seed="a night")
        for seen in (nights, ())
    )

    assert sum(one.repeats for one in drawn[1:]) <= sum(one.repeats for one in without[1:])
    assert met_before(drawn, nights) <= met_before(without, nights)


def test_late_comers_are_seated_away_from_those_of_earlier_nights() -> None:
    nights: list[Tables] = [[(8, 0, 1, 2), (9, 4, 5, 6)]]
    memory = Memory(tuple(nights), ([(0, 4), (1, 5), (2, 6), (3, 7)],))
    tables = [(0, 1, 2, 3), (4, 5, 6, 7)]
    repaired = memory.repair(tables, range(10), sizes=[5, 5], seed="late")

    assert [sorted(table) for table in repaired.tables] == [[0, 1, 2, 3, 9], [4, 5, 6, 7, 8]]
