"""Knockout: who plays on, until one table is left."""

from itertools import chain, pairwise

import pytest

from tests.tournaments.events import Event
from tournaments.formats import FORMATS
from tournaments.formats.draw import Draw
from tournaments.formats.protocol import Length
from tournaments.standings import Played

FORMAT = FORMATS["knockout"]
PAIRS = (4, 6, 8, 10)  # RULES.md 1.2: there is no table for an odd number.


def round_of(event: Event) -> Draw:
    """The next round, in which seats count: the first at a table wins, the last loses most."""
    drawn = event.draw()
    assert drawn is not None
    number = len(event.history) + 1
    made = {
        one: Played(number, 100 * number + place, len(table) - 1 - 2 * seat, 0, 0)
        for place, table in enumerate(drawn.seated.tables)
        for seat, one in enumerate(table)
    }
    event.take(drawn, made)
    return drawn


def test_the_best_of_each_table_go_on_until_one_table_is_left() -> None:
    event = Event(FORMAT, 32, settings={"table_size": 4, "go_on": 2, "counts": "chips"})
    assert FORMAT.length(event.situation()) == Length(4, 4)
    rounds = []
    while event.draw():
        rounds.append(round_of(event))

    assert [len(drawn.seated.tables) for drawn in rounds] == [8, 4, 2, 1]
    for drawn, after in pairwise(rounds):
        first_two = {one for table in drawn.seated.tables for one in table[:2]}
        assert set(chain.from_iterable(after.seated.tables)) == first_two
    assert [line.entrant for line in event.table[:4]] == list(rounds[-1].seated.tables[0])
    assert [line.rank for line in event.table[:4]] == [1, 2, 3, 4]


def test_at_a_short_table_somebody_is_out_as_well() -> None:
    """Of 5, three sit at one table and two at the other, and two were to go on from each."""
    event = Event(FORMAT, 5, settings={"table_size": 3, "go_on": 2, "counts": "chips"})
    first = round_of(event)
    final = round_of(event)

    through = {one for table in first.seated.tables for one in table[: len(table) - 1]}
    assert set(final.seated.tables[0]) == through
    assert len(through) == 3
    assert event.draw() is None


def test_whoever_comes_late_plays_the_next_round() -> None:
    event = Event(FORMAT, 8, settings={"table_size": 4, "counts": "chips"})
    round_of(event)
    event.come()
    drawn = event.draw()

    assert drawn is not None
    assert 8 in set(chain.from_iterable(drawn.seated.tables))
    assert 8 not in drawn.out


def test_whoever_had_a_bye_plays_the_final() -> None:
    """Of 11, six and four play; then five are left, and the final seats four of them.

    The second of four placed lower than the second of six: 6.67 points to 8.
    """
    event = Event(FORMAT, 11, sizes=PAIRS, settings={"table_size": 4, "counts": "chips"})
    first = round_of(event)
    [bye] = first.byes
    final = round_of(event)

    [six], [four] = ([one for one in first.seated.tables if len(one) == size] for size in (6, 4))
    assert set(final.seated.tables[0]) == {six[0], six[1], four[0], bye.entrant}
    assert final.sits_out == (four[1],)
    assert event.draw() is None


@pytest.mark.parametrize("seed", range(30))
def test_nobody_has_two_byes_who_can_be_spared_one(seed: int) -> None:
    event = Event(FORMAT, 23, seed=seed, sizes=PAIRS, settings={"table_size": 4})
    first, second = round_of(event), round_of(event)

    assert len(first.byes) == len(second.byes) == 1
    assert first.byes[0].entrant != second.byes[0].entrant


def test_after_a_bye_and_no_more_somebody_stands_in_the_middle() -> None:
    """They left before the second round: below the second of four, above the third."""
    event = Event(FORMAT, 11, sizes=PAIRS, settings={"table_size": 4, "counts": "chips"})
    first = round_of(event)
    [bye] = first.byes
    event.leave(bye.entrant)
    round_of(event)

    [four] = [table for table in first.seated.tables if len(table) == 4]
    order = [line.entrant for line in event.table]
    assert order.index(bye.entrant) < order.index(four[2])
    assert event.measures[1].number(event.table[order.index(bye.entrant)].figures[1]) == "5"


def test_nobody_goes_on_at_a_table_that_all_have_left() -> None:
    event = Event(FORMAT, 8, settings={"table_size": 4, "counts": "chips"})
    first = round_of(event)
    for one in first.seated.tables[0]:
        event.leave(one)
    drawn = event.draw()

    assert drawn is not None
    assert set(drawn.seated.tables[0]) == set(first.seated.tables[1][:2])
    assert set(drawn.out) == set(first.seated.tables[1][2:])


def test_too_many_to_go_on_are_refused() -> None:
    plan = Event(FORMAT, 4, settings={"table_size": 4, "go_on": 4}).plan

    assert FORMAT.refusal(plan) == ("Go on from each table: choose fewer than the 4 who sit there.")
    assert FORMAT.refusal(plan | {"go_on": 3}) is None
