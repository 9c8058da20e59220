"""What holds for every format: names, settings, measures, and tables that are fair."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.seating import seat_round
from tests.tournaments.situations import PLAN, play, situation
from tournaments.formats import FIRST_FORMAT, FORMATS
from tournaments.formats.companies import largest_company
from tournaments.formats.draw import Draw
from tournaments.formats.protocol import Format, Situation, Stacks
from tournaments.formats.random_rotation import RandomRotation
from tournaments.formats.settings import (
    COMMON,
    ROUNDS,
    Choice,
    Order,
    Plan,
    Setting,
    defaults_of,
    own_settings,
    refusal_of,
)
from tournaments.standings import DEALS_WON, CountedAs, Measure, Points, points_measure

ALL = sorted(FORMATS)
FEW = {"round_robin": 9}
"""Formats with as many rounds as people need are tried with few of them."""
GAP = Setting("gap", "Gap", 1, 3, default=2)


@pytest.mark.parametrize("key", ALL)
def test_a_format_says_what_it_is(key: str) -> None:
    format = FORMATS[key]
    measures = format.measures(defaults_of(format.settings) | PLAN)
    keys = [measure.key for measure in measures]

    assert format.name
    assert format.sentence.endswith(".")
    assert keys
    assert len(set(keys)) == len(keys)
    assert format.game.startswith("A game is ")
    assert format.game.endswith(".")
    for measure in measures:
        assert measure.name
        assert measure.short_name
        assert measure.counts.endswith(".")


@pytest.mark.parametrize("key", ALL)
@given(entrants=st.integers(2, 40), size=st.integers(2, 10), rounds=st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_every_round_of_a_format_stands_the_recount(
    key: str, entrants: int, size: int, rounds: int
) -> None:
    entrants = min(entrants, FEW.get(key, entrants))
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
    game = "A game is one round."
    stacks = Stacks.FRESH

    def points(self, plan: Plan) -> Points:
        return Points(CountedAs.CHIPS)

    def measures(self, plan: Plan) -> tuple[Measure, ...]:
        return points_measure(self.points(plan)), DEALS_WON

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


COLOUR = Choice("colour", "Colour", {"red": "Red", "black": "Black"}, default="red")
RANKS = Order("ranks", "Ranks", {"a": "A", "b": "B", "z": "Z"}, default=("a", "z"), last=("z",))


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        (GAP, True, "Gap: choose a whole number from 1 to 3."),
        (GAP, "2", "Gap: choose a whole number from 1 to 3."),
        (COLOUR, "red", None),
        (COLOUR, "green", "Colour: choose red or black."),
        (COLOUR, ["red"], "Colour: choose red or black."),
        (RANKS, ["b", "a"], None),
        (RANKS, [], "Ranks: list one or more of a, b, z, each once."),
        (RANKS, ["a", "a"], "Ranks: list one or more of a, b, z, each once."),
        (RANKS, ["a", "c"], "Ranks: list one or more of a, b, z, each once."),
        (RANKS, [["a"]], "Ranks: list one or more of a, b, z, each once."),
        (RANKS, "a", "Ranks: list one or more of a, b, z, each once."),
        (RANKS, ["z", "a"], "Ranks: put z last. Nothing counts after it."),
    ],
)
def test_words_are_settings_too(
    setting: Setting | Choice | Order, value: object, said: str | None
) -> None:
    assert setting.refusal(value) == said


def test_settings_read_themselves() -> None:
    assert (GAP.of({}), COLOUR.of({}), RANKS.of({})) == (2, "red", ("a", "z"))
    assert RANKS.of({"ranks": ["b"]}) == ("b",)
    assert defaults_of([GAP, COLOUR, RANKS, ROUNDS]) == {
        "gap": 2,
        "colour": "red",
        "ranks": ["a", "z"],
    }
    assert (GAP.told(3), COLOUR.told("black"), RANKS.told(["b", "a"])) == ("3", "Black", "B, A")


def test_the_first_format_is_there() -> None:
    assert isinstance(FORMATS[FIRST_FORMAT], RandomRotation)
