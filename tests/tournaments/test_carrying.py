"""What was scored in one stage counts in the next one, in its unit."""

import pytest

from tournaments.standings import CountedAs, Points, carried, carry_refusal

CHIPS = Points(CountedAs.CHIPS)
WHOLE, IN_PROPORTION = Points(CountedAs.DEALS_WON), Points(CountedAs.DEALS_WON, usual=5)


@pytest.mark.parametrize(
    ("points", "before", "after", "is_half", "brings"),
    [
        (7, CHIPS, CHIPS, False, 7),
        (7, CHIPS, CHIPS, True, 3),  # Half a chip is dropped,
        (-7, CHIPS, CHIPS, True, -3),  # of a loss, too.
        (7, WHOLE, IN_PROPORTION, False, 700),
        (7, WHOLE, IN_PROPORTION, True, 350),
        (650, IN_PROPORTION, WHOLE, False, 6),
        (650, IN_PROPORTION, WHOLE, True, 3),
    ],
)
def test_what_somebody_brings(
    points: int, before: Points, after: Points, is_half: bool, brings: int
) -> None:
    assert carried(points, before=before, after=after, is_half=is_half) == brings


def test_only_what_is_counted_alike_is_carried() -> None:
    assert carry_refusal(WHOLE, IN_PROPORTION) is None
    assert carry_refusal(WHOLE, CHIPS) == (
        "The stage before counts deals won, and this one counts chips: carry nothing over, or let "
        "both count the same."
    )
