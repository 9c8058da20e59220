"""What the desk offers next, at each stage of an evening."""

import pytest

from clubs.models import NightStatus
from clubs.steps import Standing, Step, next_steps

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

    assert Step.CLOSE in steps
    assert len(set(steps)) == len(steps)
