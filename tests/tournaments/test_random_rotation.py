"""Random rotation: a plan of the whole tournament, kept as far as those who are gone allow."""

from collections.abc import Iterable
from itertools import chain

import pytest

from tests.tournaments.situations import play, situation
from tournaments.formats.random_rotation import RandomRotation

FORMAT = RandomRotation()


def companies(tables: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    return set(map(frozenset, tables))


def test_it_plays_as_many_rounds_as_announced() -> None:
    assert len(play(FORMAT, range(16), rounds_count=4)) == 4


def test_where_there_are_no_tables_for_all_the_last_sit_out() -> None:
    """RULES.md 1.2: pairs are formed by 4, 6, 8 or 10."""
    best_first = [9, 4, 1, 7, 3, 8, 2]
    drawn = FORMAT.draw(situation(FORMAT, best_first, sizes=(4, 6, 8, 10)))

    assert drawn is not None
    assert sorted(len(table) for table in drawn.seated.tables) == [6]
    assert drawn.sits_out == (2,)


@pytest.mark.parametrize(
    ("entrants", "rounds", "most"),
    [
        (16, 5, 0),
        (28, 9, 0),
        (37, 9, 0),
        (20, 6, 10),  # A plan of the whole tournament: round by round, eleven meet again.
        (1000, 3, 0),
    ],
)
def test_few_meet_again_in_the_whole_tournament(entrants: int, rounds: int, most: int) -> None:
    draws = play(FORMAT, range(entrants), rounds_count=rounds)

    assert sum(drawn.seated.repeats for drawn in draws) <= most


@pytest.mark.parametrize("entrants", [16, 40, 1200])
@pytest.mark.parametrize("gone", [{0}, {0, 5}])
def test_somebody_who_has_gone_leaves_the_plan_as_it_was(entrants: int, gone: set[int]) -> None:
    """Nobody meets anybody again, and hardly anybody has another table than was planned."""
    first, second = play(FORMAT, range(entrants), rounds_count=2)
    left = [one for one in range(entrants) if one not in gone]
    history = [first.seated.tables]
    before = situation(FORMAT, left, history=history, seed=1, rounds_count=2)
    drawn = FORMAT.draw(before)

    assert drawn is not None
    assert drawn.faults(able=left, history=history) == []
    assert drawn.seated.repeats == 0
    as_planned = companies([set(table) - gone for table in second.seated.tables])
    assert len(companies(drawn.seated.tables) - as_planned) <= 2 * (len(gone) - 1)


def test_those_who_have_gone_do_not_spoil_the_rest() -> None:
    """Where the plan would bring old neighbours together, a new draw does not."""
    first = play(FORMAT, range(32), rounds_count=8)[0]
    left = list(chain.from_iterable(first.seated.tables[:6]))  # Two whole tables are gone.
    history = [first.seated.tables]
    while len(history) < 4:
        before = situation(FORMAT, left, history=history, seed=len(history), rounds_count=8)
        drawn = FORMAT.draw(before)
        assert drawn is not None
        assert drawn.seated.repeats == 0
        history.append(drawn.seated.tables)


def test_who_sits_opposite_whom_changes_from_round_to_round() -> None:
    draws = play(FORMAT, range(4), rounds_count=3)
    opposite = [
        frozenset(pair)
        for [table] in (drawn.seated.tables for drawn in draws)
        for pair in ((table[0], table[2]), (table[1], table[3]))
    ]

    assert len(set(opposite)) == 6


def test_short_tables_are_shared_out() -> None:
    """Of 23, three sit at a short table in each round: nobody twice in five rounds."""
    draws = play(FORMAT, range(23), rounds_count=5)
    short = [min(drawn.seated.tables, key=len) for drawn in draws]

    assert [len(table) for table in short] == [3] * 5
    assert len(set(chain.from_iterable(short))) == 15
