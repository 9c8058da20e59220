"""What holds for every format: names, settings, measures, and tables that are fair."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import seat_round
from tests.tournaments.situations import PLAN, play, situation
from tournaments.formats import FIRST_FORMAT, FORMATS
from tournaments.formats.companies import largest_company
from tournaments.formats.draw import Draw
from tournaments.formats.measures import CHIPS, DEALS_WON, Played
from tournaments.formats.protocol import Format, Situation
from tournaments.formats.random_rotation import RandomRotation
from tournaments.formats.settings import COMMON, ROUNDS, Plan, Setting, own_settings, refusal_of

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
        history = [before.seated.tables for before in draws[:number]]
        assert drawn.faults(able=range(entrants), history=history) == []


@pytest.mark.parametrize("key", ALL)
def test_the_same_seeds_make_the_same_tables(key: str) -> None:
    one, again = (play(FORMATS[key], range(17)) for _ in range(2))

    assert one == again


@pytest.mark.parametrize("key", ALL)
def test_nobody_is_left_to_play(key: str) -> None:
    assert FORMATS[key].draw(situation(FORMATS[key], [5])) is None


class LevelTables(Format):
    """Those of about the same score share a table."""

    name = "Level tables"
    sentence = "Equals meet."
    settings = COMMON
    measures = (CHIPS, DEALS_WON)

    def refusal(self, plan: Plan) -> str | None:
        return None

    def draw(self, situation: Situation) -> Draw | None:
        people, sizes = largest_company(situation)
        return Draw(
            seat_round(
                people,
                sizes=sizes,
                history=situation.history,
                seed=situation.seed,
                scores={one: situation.scores[one] for one in people},
            )
        )


def test_a_format_can_seat_equals_together() -> None:
    format = LevelTables()
    figures = {one: (score, 0) for one, score in enumerate([30, -8, 29, -9, -7, 28, -6, 31])}
    best_first = sorted(figures, key=lambda one: figures[one], reverse=True)
    drawn = format.draw(situation(format, best_first, figures=figures))

    assert drawn is not None
    assert [set(table) for table in drawn.seated.tables] == [{0, 2, 5, 7}, {1, 3, 4, 6}]


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
