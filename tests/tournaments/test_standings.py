"""Standings share ranks, and tables of different sizes can be compared."""

from collections.abc import Mapping, Sequence

import pytest

from tournaments.standings import (
    DEALS_WON,
    HEAD_TO_HEAD,
    JINKS,
    LOT,
    SHARE,
    CountedAs,
    Played,
    Points,
    Record,
    Results,
    lots,
    of_members,
    opponents_average,
    points_measure,
    reasons,
    standings,
)

CHIPS = Points(CountedAs.CHIPS)
DEALS = Points(CountedAs.DEALS_WON)
NAMES = {1: "Aoife", 2: "Brian", 3: "Con", 4: "Dervla", 5: "Eoin", 6: "Fiadh"}


def table(
    number: int, lines: Mapping[int, Sequence[int]], *, round: int = 1, deals: int = 5
) -> dict[int, Played]:
    """By entrant chips, deals won and jinks at one table."""
    return {
        entrant: Played(round, number, chips, won, won * 3, deals, *more)
        for entrant, (chips, won, *more) in lines.items()
    }


def results_of(*tables: Mapping[int, Played]) -> Results:
    entrants = sorted({entrant for one in tables for entrant in one})
    return Results({one: Record([made[one] for made in tables if one in made]) for one in entrants})


def test_equals_share_a_rank() -> None:
    made = results_of(table(1, {1: (5, 0), 2: (9, 1), 3: (5, 0), 4: (5, 2)}))
    lines = standings(made, [points_measure(CHIPS), DEALS_WON])

    assert [(line.rank, line.entrant, line.figures) for line in lines] == [
        (1, 2, (9, 1)),
        (2, 4, (5, 2)),  # Equal in the first figure, better in the second.
        (3, 1, (5, 0)),
        (3, 3, (5, 0)),
    ]


@pytest.mark.parametrize(
    ("points", "four", "six"),
    [
        (CHIPS, [9, 1, -4, -6], [25, -5, -5, -5, -5, -5]),
        (DEALS, [2, 1, 2, 0], [5, 0, 0, 0, 0, 0]),
        (Points(CountedAs.GAMES), [2, 1, 2, 0], [5, 0, 0, 0, 0, 0]),
        # Where 5 is usual, a deal counts 4/5 at four and 6/5 at six, in hundredths.
        (Points(CountedAs.DEALS_WON, usual=5), [160, 80, 160, 0], [600, 0, 0, 0, 0, 0]),
        # The first has 10 points at any table; the five who are equal share 0, 2, 4, 6 and 8.
        (Points(CountedAs.PLACING), [1000, 667, 333, 0], [1000, 400, 400, 400, 400, 400]),
    ],
)
def test_points_of_tables_of_different_sizes(
    points: Points, four: list[int], six: list[int]
) -> None:
    small = table(1, {1: (9, 2), 2: (1, 1), 3: (-4, 2), 4: (-6, 0)})
    large = table(2, {11: (25, 5)} | dict.fromkeys(range(12, 17), (-5, 0)))
    made = results_of(small, large)

    assert [points.of(one, made) for one in small] == four
    assert [points.of(one, made) for one in large] == six


def test_what_is_given_and_taken_counts_as_points() -> None:
    seat = table(1, {1: (4, 1), 2: (-4, 2)})
    given = Record([seat[1]], byes={2: 3}, carried=10, late=1, penalties={1: 7})
    made = Results({1: given, 2: Record([seat[2]])})

    assert DEALS.of(1, made) == 1 + 3 + 10 + 1 - 7
    assert DEALS.of(1, made.after(1)) == 1 + 10 + 1 - 7
    assert DEALS.of(1, made.after(0)) == 10 + 1
    assert DEALS_WON.figure(1, made, [1]) == 1  # Only what they won at tables.


def test_the_points_of_those_who_played_a_round_themselves() -> None:
    """A bot played for Brian at table 1, and Con played only the next round."""
    aoife, brian = Played(1, 1, 4, 3, 9, deals=3), Played(1, 1, -4, 0, 0)
    con = Played(2, 2, 0, 1, 3, deals=1)
    made = Results({1: Record([aoife]), 2: Record([brian]), 3: Record([con]), 4: Record()})

    assert Points(CountedAs.DEALS_WON, usual=5).of_each(1, made) == {1: 120}
    assert DEALS.of_each(2, made) == {3: 1}
    assert DEALS.of_each(3, made) == {}


def test_other_measures() -> None:
    """Aoife and Brian meet twice, and Con once; see each line."""
    first = table(1, {1: (6, 3, 1), 2: (-6, 2)})
    second = table(2, {1: (-2, 1), 2: (-1, 2), 3: (3, 2, 1)}, round=2)
    made = results_of(first, second)

    assert [SHARE.figure(one, made, ()) for one in (1, 2, 3)] == [4000, 4000, 4000]
    assert [JINKS.figure(one, made, ()) for one in (1, 2, 3)] == [1, 0, 1]
    # Aoife was above Brian once and below once; both were below Con.
    assert [HEAD_TO_HEAD.figure(one, made, (1, 2, 3)) for one in (1, 2, 3)] == [-1, -1, 2]
    assert [HEAD_TO_HEAD.figure(one, made, (1, 3)) for one in (1, 3)] == [-1, 1]
    # 4, 4 and 2 points: Aoife met Brian twice and Con once, Con met both once.
    average = opponents_average(DEALS)
    assert [average.figure(one, made, ()) for one in (1, 2, 3)] == [333, 333, 400]
    assert average.words(333) == "3.33 opponents"


def test_figures_as_people_read_them() -> None:
    assert points_measure(CHIPS).words(5) == "+5 chips"
    assert points_measure(CHIPS).words(-2) == "−2 chips"
    assert points_measure(CHIPS).words(-1) == "−1 chip"
    assert points_measure(Points(CountedAs.PLACING)).words(100) == "1 point"
    assert DEALS_WON.words(1) == "1 won"
    assert points_measure(Points(CountedAs.PLACING)).words(1640) == "16.4 points"
    assert points_measure(Points(CountedAs.PLACING)).words(-5) == "−0.05 points"


def test_lots_stay_when_others_enter() -> None:
    early, late = lots(7, range(10)), lots(7, range(200))

    assert {one: late[one] for one in early} == early
    assert len(set(late.values())) == 200
    assert lots(8, range(10)) != early


def test_the_reason_for_each_place() -> None:
    made = results_of(
        table(1, {1: (9, 2), 2: (5, 3), 3: (5, 2)}), table(2, {4: (-9, 0), 5: (-5, 0), 6: (-5, 0)})
    )
    measures = [points_measure(CHIPS), DEALS_WON]

    assert reasons(standings(made, measures), measures, NAMES) == {
        1: "Ahead of Brian: more chips, +9 to +5.",
        2: "Ahead of Con: both +5 chips, won more deals, 3 to 2.",
        3: "Ahead of Eoin: more chips, +5 to −5.",
        5: "Level with Fiadh: both −5 chips and 0 won. Ahead of Dervla: more chips, −5 to −9.",
        6: "Level with Eoin: both −5 chips and 0 won. Ahead of Dervla: more chips, −5 to −9.",
        4: "Behind Fiadh, who has more chips, −5 to −9.",
    }


def test_the_reason_where_the_lot_decides() -> None:
    seat = table(1, {1: (0, 1), 2: (0, 1)})
    made = Results({1: Record([seat[1]], lot=7), 2: Record([seat[2]], lot=9)})
    measures = [points_measure(CHIPS), DEALS_WON, LOT]

    assert reasons(standings(made, measures), measures, NAMES) == {
        2: "Ahead of Aoife: both 0 chips and 1 won, came out ahead by lot.",
        1: "Behind Brian, who came out ahead by lot; both 0 chips and 1 won.",
    }


@pytest.mark.parametrize(
    ("equals", "said"),
    [
        (3, "Level with Brian and Con: all 0 chips."),
        (4, "Level with Brian, Con and Dervla: all 0 chips."),
        (5, "Level with 4 others: all 0 chips."),
    ],
)
def test_only_a_few_equals_are_named(equals: int, said: str) -> None:
    made = results_of(table(1, dict.fromkeys(range(1, equals + 1), (0, 0))))
    measures = [points_measure(CHIPS)]

    assert reasons(standings(made, measures), measures, NAMES)[1] == said


def test_an_entrant_is_the_sum_of_its_members() -> None:
    """A deal that a side wins is told of both partners, and is one deal."""
    parts = [Played(1, 7, 4, 3, 8, deals=5, jinks=1), Played(1, 7, 4, 3, 5, deals=5, jinks=1)]
    apart = [Played(1, 7, 9, 3, 8, deals=5, jinks=1), Played(1, 7, -4, 1, 5, deals=5)]

    assert of_members(parts, is_side=True) == Played(1, 7, 8, 3, 13, deals=5, jinks=1)
    assert of_members(apart, is_side=False) == Played(1, 7, 5, 4, 13, deals=5, jinks=1)
