"""Measures: what ranks entrants, each with names and with what it counts."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from tournaments.standings.points import CountedAs, Points, at_table, rounded
from tournaments.standings.results import Results

Figure = Callable[[int, Results, Collection[int]], int]
"""Of an entrant, in these results, among those who are equal in all that counts before it."""


def sign_of(figure: int) -> str:
    """As people read it; 0 has none."""
    return "+" if figure > 0 else "\u2212" if figure < 0 else ""


def signed(figure: int) -> str:
    """What somebody won or lost, as people read it."""
    return f"{sign_of(figure)}{abs(figure)}"


@dataclass(frozen=True)
class Measure:
    """One figure of the standings; more is better.

    Attributes:
        key: Its name in the API.
        name: Its name for people.
        short_name: The same for narrow columns.
        one_name: The short name of one of them, where it is another word.
        counts: What it counts, in a sentence for people.
        figure: What an entrant has, a whole number.
        more: What is to say of somebody who has more: "won more deals".
        is_signed: It is shown with plus or minus.
        decimals: How many digits of the figure stand behind the point.
        is_lot: Chance alone decides it.
    """

    key: str
    name: str
    short_name: str
    counts: str
    figure: Figure
    more: str
    is_signed: bool = False
    decimals: int = 0
    is_lot: bool = False
    one_name: str = ""

    def number(self, figure: int) -> str:
        """The figure without a unit, as people read it: "6.4", "+5", "−5"; 0 has no sign."""
        whole, part = divmod(abs(figure), 10**self.decimals)
        digits = f"{part:0{self.decimals}}".rstrip("0") if part else ""
        sign = sign_of(figure) if self.is_signed or figure < 0 else ""
        return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"

    def words(self, figure: int) -> str:
        """The figure as people read it in the standings."""
        is_one = abs(figure) == 10**self.decimals and self.one_name
        return f"{self.number(figure)} {self.one_name if is_one else self.short_name}"


def points_measure(points: Points) -> Measure:
    """The points of the organiser's choice."""
    counts = {
        CountedAs.CHIPS: "Chips won and lost in all rounds that are over.",
        CountedAs.PLACING: "Points for the place at each table: 10 for the first, 0 for the last.",
        CountedAs.DEALS_WON: "A point for each deal won, in proportion to the size of the table."
        if points.usual
        else "A point for each deal won.",
        CountedAs.GAMES: "A point for each game won, in proportion to the size of the table."
        if points.usual
        else "A point for each game won.",
    }
    is_chips = points.counted_as == CountedAs.CHIPS
    return Measure(
        key="chips" if is_chips else "points",
        name="Chips" if is_chips else "Points",
        short_name="chips" if is_chips else "points",
        counts=counts[points.counted_as],
        figure=lambda entrant, results, _: points.of(entrant, results),
        more="more chips" if is_chips else "more points",
        one_name="chip" if is_chips else "point",
        is_signed=is_chips,
        decimals=points.decimals,
    )


def opponents_average(points: Points) -> Measure:
    """How strong the others at one's tables were."""

    def figure(entrant: int, results: Results, _: Collection[int]) -> int:
        met = [
            points.of(other, results)
            for played in results.records[entrant].played
            for other, _ in results.companies[played.table]
            if other != entrant
        ]
        return rounded(sum(met) * 10 ** (2 - points.decimals), len(met)) if met else 0

    return Measure(
        key="opponents",
        name="Opponents' average",
        short_name="opponents",
        counts="The average of the points of those whom they met, counted once for each meeting.",
        figure=figure,
        more="met stronger opponents",
        decimals=2,
    )


def _won(entrant: int, results: Results, _: Collection[int]) -> int:
    return sum(played.deals_won for played in results.records[entrant].played)


def _share(entrant: int, results: Results, equals: Collection[int]) -> int:
    dealt = sum(played.deals for played in results.records[entrant].played)
    return rounded(100_00 * _won(entrant, results, equals), dealt) if dealt else 0


def _jinks(entrant: int, results: Results, _: Collection[int]) -> int:
    return sum(played.jinks for played in results.records[entrant].played)


def _lot(entrant: int, results: Results, _: Collection[int]) -> int:
    return results.records[entrant].lot


def _head_to_head(entrant: int, results: Results, equals: Collection[int]) -> int:
    others = set(equals) - {entrant}
    return sum(
        (at_table(played) > at_table(theirs)) - (at_table(played) < at_table(theirs))
        for played in results.records[entrant].played
        if others
        for other, theirs in results.companies[played.table]
        if other in others
    )


DEALS_WON: Final = Measure(
    key="deals_won",
    name="Deals won",
    short_name="won",
    counts="Deals won in all rounds that are over.",
    figure=_won,
    more="won more deals",
)

SHARE: Final = Measure(
    key="share",
    name="Share of deals",
    short_name="% of deals",
    counts="Deals won of those that were played at their tables, in percent.",
    figure=_share,
    more="won a larger share of the deals",
    decimals=2,
)

HEAD_TO_HEAD: Final = Measure(
    key="head_to_head",
    name="Head to head",
    short_name="head to head",
    counts="Where those who are equal so far shared a table: how often they placed above another "
    "of them, less how often below.",
    figure=_head_to_head,
    more="did better at shared tables",
    is_signed=True,
)

JINKS: Final = Measure(
    key="jinks",
    name="Jinks",
    short_name="jinks",
    counts="Deals won with all five tricks.",
    figure=_jinks,
    more="made more jinks",
    one_name="jink",
)

LOT: Final = Measure(
    key="lot",
    name="Lot",
    short_name="by lot",
    counts="A number drawn by lot, recorded for everybody to see; the higher one is ahead.",
    figure=_lot,
    more="came out ahead by lot",
    is_lot=True,
)
