"""What holds for every format: names, settings, measures, and tables that are fair."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.situations import PLAN, play, situation
from tournaments.formats import FIRST_FORMAT, FORMATS
from tournaments.formats.measures import CHIPS, DEALS_WON, Played
from tournaments.formats.random_rotation import RandomRotation
from tournaments.formats.settings import COMMON, ROUNDS, Setting, own_settings, refusal_of
from tournaments.recount import faults

ALL = sorted(FORMATS)
GAP = Setting("gap", "Gap", 1, 3, default=2)


@pytest.mark.parametrize("key", ALL)
def test_a_format_says_what_it_is(key: str) -> None:
    format = FORMATS[key]
    keys = [measure.key for measure in format.measures]

    assert format.name
    assert format.sentence.endswith(".")
    assert keys
    assert len(set(keys)) == len(keys)
    for measure in format.measures:
        assert measure.name
        assert measure.short_name
        assert measure.counts.endswith(".")


@pytest.mark.parametrize("key", ALL)
@given(entrants=st.integers(2, 40), size=st.integers(2, 10), rounds=st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_every_round_of_a_format_stands_the_recount(
    key: str, entrants: int, size: int, rounds: int
) -> None:
    draws = play(FORMATS[key], range(entrants), table_size=size, rounds_count=rounds)

    assert draws
    for number, drawn in enumerate(draws):
        history = [before.tables for before in draws[:number]]
        assert faults(drawn, entrants=range(entrants), history=history) == []


@pytest.mark.parametrize("key", ALL)
def test_the_same_lots_make_the_same_tables(key: str) -> None:
    one, again = (play(FORMATS[key], range(17)) for _ in range(2))

    assert one == again


@pytest.mark.parametrize("key", ALL)
def test_nobody_is_left_to_play(key: str) -> None:
    assert FORMATS[key].draw(situation(FORMATS[key], [5])) is None


def test_random_rotation_plays_as_many_rounds_as_announced() -> None:
    assert len(play(RandomRotation(), range(16), rounds_count=4)) == 4


def test_where_there_are_no_tables_for_all_the_last_sit_out() -> None:
    """RULES.md 1.2: pairs are formed by 4, 6, 8 or 10."""
    best_first = [9, 4, 1, 7, 3, 8, 2]
    drawn = RandomRotation().draw(situation(RandomRotation(), best_first, sizes=(4, 6, 8, 10)))

    assert drawn is not None
    assert sorted(len(table) for table in drawn.tables) == [6]
    assert drawn.sits_out == (2,)


def test_somebody_who_has_gone_leaves_the_schedule_as_it_was() -> None:
    """Sixteen meet nobody twice in four rounds, also when one leaves after the first."""
    format = RandomRotation()
    everybody = range(16)
    first = format.draw(situation(format, everybody, seed=0, rounds_count=4))
    assert first is not None
    second = format.draw(
        situation(format, everybody[1:], seed=1, history=[first.tables], rounds_count=4)
    )

    assert second is not None
    assert sorted(map(len, second.tables)) == [3, 4, 4, 4]
    assert second.repeats == 0


def test_measures_count_what_they_say() -> None:
    results = {
        1: [Played(table=7, chips=5, deals_won=1, tricks=9), Played(8, -7, 0, 4)],
        2: [],  # Has entered, and not played yet.
    }

    assert [CHIPS.figure(entrant, results) for entrant in results] == [-2, 0]
    assert [DEALS_WON.figure(entrant, results) for entrant in results] == [1, 0]
    assert (CHIPS.words(5), CHIPS.words(-2), DEALS_WON.words(1)) == (
        "+5 chips",
        "-2 chips",
        "1 won",
    )


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (PLAN, None),
        (PLAN | {"rounds_count": 0}, "Rounds: choose a whole number from 1 to 100."),
        (PLAN | {"rounds_count": 101}, "Rounds: choose a whole number from 1 to 100."),
        (PLAN | {"table_size": 1}, "Players a table: choose a whole number from 2 to 10."),
    ],
)
def test_settings_have_bounds(plan: dict[str, int], said: str | None) -> None:
    assert refusal_of(COMMON, plan) == said


def test_a_setting_that_has_no_default_has_to_be_set() -> None:
    assert refusal_of([ROUNDS], {}) == "Rounds: choose a whole number from 1 to 100."
    assert own_settings([*COMMON, GAP]) == {"gap": GAP}


def test_the_first_format_is_there() -> None:
    assert isinstance(FORMATS[FIRST_FORMAT], RandomRotation)
