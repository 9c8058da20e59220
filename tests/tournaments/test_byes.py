"""Byes: who has one, why, and what it is worth."""

from itertools import chain

import pytest

from tests.tournaments.events import Event
from tests.tournaments.situations import situation
from tournaments.formats import FORMATS
from tournaments.formats.counting import missed_points
from tournaments.formats.draw import Bye, Draw

PAIRS = (4, 6, 8, 10)  # RULES.md 1.2: there is no table for an odd number.


def drawn_by(event: Event) -> Draw:
    drawn = event.draw()
    assert drawn is not None
    return drawn


@pytest.mark.parametrize("key", ["rotation", "swiss"])
def test_nobody_has_a_second_bye_before_everybody_has_had_one(key: str) -> None:
    event = Event(FORMATS[key], 5, sizes=PAIRS, settings={"rounds_count": 5, "table_size": 4})
    while drawn := event.draw():
        event.play(drawn)

    assert sorted(chain.from_iterable(event.byes)) == list(range(5))


@pytest.mark.parametrize("key", ["rotation", "swiss"])
def test_the_last_in_the_standings_has_the_bye(key: str) -> None:
    format = FORMATS[key]
    best_first = [8, 3, 5, 0, 2, 7, 1]
    figures = {one: (100 - 10 * place, 0, 0) for place, one in enumerate(best_first)}
    before = situation(
        format,
        best_first,
        figures=figures,
        history=[[[0, 1, 2, 3], [5, 7, 8, 9]]],
        byes=[{1}],
        sizes=PAIRS,
        deals_a_round=8,
    )
    drawn = format.draw(before)

    assert drawn is not None
    words = (
        "No table has a seat for them: of those with the fewest byes, the last in the standings."
    )
    assert drawn.byes == (Bye(7, 200, words),)  # 8 deals at a table of 4; 1 has had one.


def test_the_lot_decides_before_anybody_has_played() -> None:
    first = {
        drawn_by(Event(FORMATS["swiss"], 9, seed=seed, sizes=PAIRS)).byes[0].entrant
        for seed in range(30)
    }
    drawn = drawn_by(Event(FORMATS["swiss"], 9, sizes=PAIRS))

    assert len(first) > 5
    assert drawn.byes[0].reason.endswith("of those with the fewest byes, drawn by lot.")


def test_in_a_knockout_whoever_had_a_bye_goes_on() -> None:
    """Of 11, ten play at 6 and 4; of those four go on, and with the bye there are five."""
    event = Event(FORMATS["knockout"], 11, sizes=PAIRS, settings={"table_size": 4})
    first = drawn_by(event)
    event.play(first)
    final = drawn_by(event)
    [bye] = first.byes

    assert sorted(map(len, first.seated.tables)) == [4, 6]
    assert len(final.seated.tables[0]) == 4  # Five are left, and four can sit down.
    told = {*final.seated.tables[0], *final.sits_out}
    assert bye.entrant in told
    assert len(told) == 5
    assert len(final.out) == 6
    event.play(final)
    assert event.draw() is None


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({"counts": "deals_won"}, 250),  # 10 deals shared by 4.
        ({"counts": "deals_won", "sizes": "as_played"}, 3),  # The nearest whole number to 2.5.
        ({"counts": "games"}, 25),
        ({"counts": "chips"}, 0),
        ({"counts": "placing"}, 500),
        ({"counts": "placing", "bye": "nothing"}, 0),
        ({"counts": "deals_won", "members": 2, "table_size": 8}, 250),
    ],
)
def test_what_a_round_without_opponents_is_worth(settings: dict[str, object], points: int) -> None:
    plan = {"deals_a_round": 10, "table_size": 4, "rounds_count": 3} | settings

    assert missed_points(plan) == points
