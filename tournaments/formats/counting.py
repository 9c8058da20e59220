"""What counts and what ranks, as the organiser chooses it for every format with fresh stacks."""

from collections.abc import Sequence
from typing import Final

from tournaments.formats.settings import Choice, Order, Plan, usual_entrants
from tournaments.standings import (
    DEALS_WON,
    HEAD_TO_HEAD,
    JINKS,
    LOT,
    SHARE,
    CountedAs,
    Measure,
    Points,
    opponents_average,
    points_measure,
    rounded,
)

COUNTS: Final = Choice(
    "counts",
    "What counts",
    {
        CountedAs.DEALS_WON.value: "Deals won",
        CountedAs.GAMES.value: "Games of 25 or 45",
        CountedAs.CHIPS.value: "Chips",
        CountedAs.PLACING.value: "Placing points",
    },
    default=CountedAs.DEALS_WON.value,
    sentence="A placing point is for the place at a table: 10 for the first, 0 for the last.",
)

SIZES: Final = Choice(
    "sizes",
    "Tables of different sizes",
    {"in_proportion": "Count in proportion", "as_played": "Count as they are"},
    default="in_proportion",
    sentence="In proportion: a deal won at a table of 4 counts 4/5 where 5 is usual.",
)

BYE: Final = Choice(
    "bye",
    "Points for a bye",
    {"average": "The mean of those who played the round", "nothing": "Nothing"},
    default="average",
    sentence="A bye is a round without opponents, where numbers do not fit the tables. Whoever "
    "comes late has the same for each round that they missed.",
)

MEASURES: Final = Order(
    "measures",
    "What ranks",
    {
        "points": "Points",
        DEALS_WON.key: DEALS_WON.name,
        SHARE.key: SHARE.name,
        HEAD_TO_HEAD.key: HEAD_TO_HEAD.name,
        "opponents": "Opponents' average",
        JINKS.key: JINKS.name,
        LOT.key: LOT.name,
    },
    default=("points", DEALS_WON.key, HEAD_TO_HEAD.key),
    sentence="The first decides, the next where it is equal. Equal in all: they share the place.",
    last=(LOT.key,),
)

COUNTING: Final = (COUNTS, SIZES, BYE, MEASURES)


def points_of(plan: Plan) -> Points:
    """What counts as points by this plan."""
    is_level = SIZES.of(plan) == "in_proportion"
    return Points(CountedAs(COUNTS.of(plan)), usual=usual_entrants(plan) if is_level else None)


def bye_points(plan: Plan, made: Sequence[int]) -> int:
    """Points for a bye, or for a round that somebody missed who came late: the mean of a round.

    Args:
        made: The points of each entrant who played it themselves.
    """
    if BYE.of(plan) == "nothing" or not made:
        return 0
    return rounded(sum(made), len(made))


def measures_of(plan: Plan) -> tuple[Measure, ...]:
    """What ranks by this plan, in the organiser's order."""
    known = _known(points_of(plan))
    return tuple(known[key] for key in MEASURES.of(plan))


def every_measure(points: Points) -> list[Measure]:
    """What can be told of everybody, whatever ranks."""
    return list(_known(points).values())


def _known(points: Points) -> dict[str, Measure]:
    return {
        "points": points_measure(points),
        "opponents": opponents_average(points),
        **{one.key: one for one in (DEALS_WON, SHARE, HEAD_TO_HEAD, JINKS, LOT)},
    }
