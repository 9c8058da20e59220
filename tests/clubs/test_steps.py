"""What the desk offers next, at each stage of an evening."""

from dataclasses import replace

import pytest

from clubs.desk import Desk
from clubs.models import NightStatus
from clubs.pages.step_words import words_of
from clubs.steps import Standing, Step, next_steps

WORDS = {
    Step.OPEN: "Open the night",
    Step.CHECK_IN: "Check people in",
    Step.CUT: "Cut for partners",
    Step.DRAW: "Seat 9 people",
    Step.REPAIR: "Seat those who came",
    Step.OPEN_TABLES: "Open 2 tables",
    Step.RESULTS: "Enter results",
    Step.NEXT_ROUND: "Start round 2",
    Step.END_ROUND: "End round 1",
    Step.CLOSE: "Close the night",
    Step.CANCEL: "Cancel the night",
    Step.PLAN: "Plan the next night",
}
OPEN, SEATED, PLAYING = NightStatus.OPEN, NightStatus.SEATED, NightStatus.PLAYING


@pytest.mark.parametrize(
    ("standing", "first"),
    [
        (Standing(NightStatus.PLANNED), Step.OPEN),
        (Standing(OPEN), Step.CHECK_IN),
        (Standing(OPEN, here=1, is_time=True), Step.CHECK_IN),  # Nobody plays alone.
        (Standing(OPEN, here=9, missing=3), Step.CHECK_IN),
        (Standing(OPEN, here=9, missing=3, is_time=True), Step.DRAW),  # The hall does not wait.
        (Standing(OPEN, here=12), Step.DRAW),
        (Standing(OPEN, here=12, uncut=4), Step.CUT),
        (Standing(OPEN, here=12, uncut=4, drawn=1), Step.CUT),
        (Standing(OPEN, here=12, uncut=1), Step.DRAW),
        (Standing(SEATED, here=12, drawn=1, uncut=4), Step.OPEN_TABLES),
        (Standing(OPEN, here=12, drawn=1), Step.REPAIR),  # Somebody came after the draw.
        (Standing(SEATED, here=12, drawn=1), Step.OPEN_TABLES),
        (Standing(PLAYING, here=12, open_tables=3), Step.RESULTS),
        (Standing(PLAYING, here=12, open_tables=3, drawn=2), Step.RESULTS),
        (Standing(PLAYING, here=12, drawn=1), Step.NEXT_ROUND),  # All tables closed by themselves.
        (Standing(PLAYING, here=12), Step.CLOSE),
        (Standing(NightStatus.CLOSED), Step.PLAN),
    ],
)
def test_the_first_step_fits_the_moment(standing: Standing, first: Step) -> None:
    assert next_steps(standing)[0] is first


def test_an_organiser_can_draw_although_people_are_missing() -> None:
    steps = next_steps(Standing(OPEN, here=9, missing=3))

    assert Step.DRAW in steps


@pytest.mark.parametrize("status", [one for one in NightStatus if one != NightStatus.CLOSED])
@pytest.mark.parametrize("here", [0, 1, 12])
def test_a_night_can_be_ended_at_every_stage_and_no_step_comes_twice(
    status: NightStatus, here: int
) -> None:
    steps = next_steps(Standing(status, here=here, open_tables=3))

    assert Step.CANCEL in steps
    assert len(set(steps)) == len(steps)


def test_each_step_has_its_words() -> None:
    told = Desk(
        status=PLAYING, booked=9, here=9, missing=0, waiting=0, tables=2, open_tables=2,
        round_number=1, drawn=0, deals=0, chips_out=0, is_balanced=True, last_deed=0, steps=(),
    )  # fmt: skip
    drawn = replace(told, drawn=1)

    assert {step: str(words_of(step, told)) for step in Step} == WORDS
    assert str(words_of(Step.DRAW, drawn)) == "Seat 9 anew"
