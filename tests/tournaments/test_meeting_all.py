"""Round robins: everybody meets everybody, in few rounds, and the bound is told."""

from collections.abc import Sequence
from itertools import chain, combinations

import pytest

from clubs.seating import Tables, table_sizes
from tests.tournaments.events import Event
from tests.tournaments.situations import situation
from tournaments.formats.meeting_all import least_rounds, next_round, planned
from tournaments.formats.protocol import Length
from tournaments.formats.round_robin import RoundRobin


def pairs_of(rounds: Sequence[Tables]) -> set[frozenset[int]]:
    tables = chain.from_iterable(rounds)
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


@pytest.mark.parametrize(
    ("people", "size", "least", "found"),
    [
        (6, 3, 3, 4),  # After two rounds of two tables no third one brings all the rest together.
        (9, 3, 4, 4),
        (8, 4, 3, 3),
        (16, 4, 5, 5),
        (12, 4, 4, 5),
        (20, 4, 7, 8),
        (11, 5, 3, 3),
        (12, 6, 3, 3),
        (14, 7, 3, 4),
        (16, 8, 3, 3),
        (18, 9, 3, 4),
        (20, 10, 3, 3),
        (10, 10, 1, 1),
    ],
)
def test_everybody_meets_everybody(people: int, size: int, least: int, found: int) -> None:
    everybody = list(range(people))
    sizes = table_sizes(people, best=size, allowed=range(3, 11))
    rounds = planned(everybody, sizes=sizes, history=(), seed="1")

    assert rounds is not None
    assert pairs_of(rounds) == {frozenset(pair) for pair in combinations(everybody, 2)}
    assert all(sorted(chain.from_iterable(tables)) == everybody for tables in rounds)
    assert least_rounds(everybody, sizes=sizes, history=()) == least
    assert len(rounds) == found


def test_each_round_brings_two_together_who_have_not_met() -> None:
    """All but 0 and 100 have met, at two long tables: the search of a round hardly finds those."""
    everybody = list(range(200))
    history = [[[one for one in everybody if one != apart]] for apart in (0, 100)]
    tables = next_round(everybody, sizes=[4] * 50, history=history, seed="1")

    assert frozenset((0, 100)) in pairs_of([tables])


def test_somebody_new_needs_a_round_for_each_two_others() -> None:
    history = [[list(range(8))]]

    assert least_rounds(range(9), sizes=[3, 3, 3], history=history) == 4


def test_who_has_met_the_most_others_has_the_bye() -> None:
    """There is no table of five. 4 has met everybody; 0 and 1, 2 and 3 have not met."""
    format = RoundRobin()
    history = [[[4, 0, 2]], [[4, 1, 3]], [[0, 3]], [[1, 2]]]
    for seed in range(9):
        before = situation(format, range(5), history=history, sizes=(4, 6), seed=seed)
        drawn = format.draw(before)

        assert drawn is not None
        assert [bye.entrant for bye in drawn.byes] == [4]


def test_of_them_who_has_had_the_fewest_byes() -> None:
    format = RoundRobin()
    for seed in range(9):
        before = situation(format, range(5), sizes=(4, 6), byes=[{0, 1, 3, 4}], seed=seed)
        drawn = format.draw(before)

        assert drawn is not None
        assert [bye.entrant for bye in drawn.byes] == [2]


def test_whoever_comes_late_meets_everybody_too() -> None:
    event = Event(RoundRobin(), 9, settings={"table_size": 3})
    assert event.format.length(event.situation()) == Length(4, 4)
    for number in range(4):
        drawn = event.draw()
        assert drawn is not None
        event.play(drawn)
        if number == 2:
            event.come()
    longer = event.format.length(event.situation())
    while drawn := event.draw():
        event.play(drawn)

    assert pairs_of(event.history) == {frozenset(pair) for pair in combinations(range(10), 2)}
    assert longer.rounds == len(event.history)
    assert longer.least <= len(event.history) <= 9


def test_nobody_waits_for_whoever_left() -> None:
    event = Event(RoundRobin(), 9, settings={"table_size": 3})
    for _ in range(2):
        drawn = event.draw()
        assert drawn is not None
        event.play(drawn)
    for one in event.history[0][0][1:]:  # Two of one table leave; seven are left.
        event.leave(one)
    while drawn := event.draw():
        event.play(drawn)

    assert len(event.history) <= 4
    assert {frozenset(pair) for pair in combinations(event.able, 2)} <= pairs_of(event.history)


def test_very_many_are_planned_round_by_round() -> None:
    event = Event(RoundRobin(), 200, settings={"table_size": 4})

    assert event.format.length(event.situation()) == Length(None, 67)
    drawn = event.draw()
    assert drawn is not None
    assert drawn.seated.repeats == 0
