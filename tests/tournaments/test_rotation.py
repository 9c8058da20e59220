"""Rotation: a 25 drive, in which nobody meets the same people again as long as that can be."""

from dataclasses import replace
from itertools import chain, combinations

import pytest

from clubs.seating import Tables
from tests.tournaments.events import Event
from tests.tournaments.situations import play, situation
from tournaments.formats.rotation import Rotation

FORMAT = Rotation()


def met_in(tables: Tables) -> set[frozenset[int]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


@pytest.mark.parametrize(("entrants", "rounds", "most"), [(16, 5, 0), (25, 5, 0), (20, 6, 10)])
def test_few_meet_again(entrants: int, rounds: int, most: int) -> None:
    size = 5 if entrants == 25 else 4
    draws = play(FORMAT, range(entrants), rounds_count=rounds, table_size=size)

    assert len(draws) == rounds
    assert sum(drawn.seated.repeats for drawn in draws) <= most


def test_a_second_stage_avoids_the_meetings_of_the_first() -> None:
    [first] = play(FORMAT, range(16), rounds_count=1)
    before = replace(
        situation(FORMAT, range(16), rounds_count=2, seed=3), earlier=[first.seated.tables]
    )
    second = FORMAT.draw(before)

    assert second is not None
    assert met_in(second.seated.tables).isdisjoint(met_in(first.seated.tables))


def test_nobody_is_out_who_has_lost_everything() -> None:
    """Four deals at a table of ten with two chips: nearly all have nothing left."""
    event = Event(FORMAT, 20, settings={"starting_stack": 2, "deals_a_round": 9, "table_size": 10})
    for _ in range(3):
        drawn = event.draw()
        assert drawn is not None
        event.play(drawn)

        assert sorted(chain.from_iterable(drawn.seated.tables)) == list(range(20))
    assert event.draw() is None


def test_who_comes_late_and_who_left_fit_into_the_plan() -> None:
    """Of 16, one leaves and another comes: hardly anybody has another table than was planned."""
    planned = play(FORMAT, range(16), rounds_count=4)
    first = planned[0].seated.tables
    left = [one for one in range(17) if one != 5]
    drawn = FORMAT.draw(situation(FORMAT, left, history=[first], seed=1, rounds_count=4))

    assert drawn is not None
    assert drawn.seated.repeats == 0
    as_planned = {frozenset(set(table) - {5}) for table in planned[1].seated.tables}
    kept = {frozenset(set(table) - {16}) for table in drawn.seated.tables}
    assert len(kept & as_planned) >= 3
