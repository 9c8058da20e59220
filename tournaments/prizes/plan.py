"""What the organiser promises: prizes for places, and for those who are best at something."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.standings import (
    DEALS_WON,
    JINKS,
    SHARE,
    CountedAs,
    Measure,
    Points,
    points_measure,
)

PLACE: Final = "place"
"""The code of what a place in the standings wins; those of categories are in the plan."""


class Ties(StrEnum):
    """What entrants do who share a rank, or a category."""

    SHARE = "share"
    LOT = "lot"


class OddChips(StrEnum):
    """Who gets the odd chips of a prize that is shared."""

    ENTRY = "entry"
    LOT = "lot"


class Group(StrEnum):
    """Entrants among whom a category is decided."""

    PAIRS = "pairs"
    THREES = "threes"
    GUESTS = "guests"
    NEWCOMERS = "newcomers"


TIES: Final = {
    Ties.SHARE: "they share what their places are worth together",
    Ties.LOT: "the lot of the standings decides between them",
}
ODD_CHIPS: Final = {
    OddChips.ENTRY: "one each, first to whoever entered first",
    OddChips.LOT: "one each, first to whoever is ahead by lot",
}
GROUPS: Final = {
    Group.PAIRS: "entrants of two",
    Group.THREES: "entrants of three",
    Group.GUESTS: "guests of the club",
    Group.NEWCOMERS: "who has played in no tournament of the club before",
}
MEASURES: Final[Mapping[str, Measure]] = {
    one.key: one for one in (points_measure(Points(CountedAs.CHIPS)), DEALS_WON, SHARE, JINKS)
}
"""What a category can be decided by, over all stages, by its key."""


@dataclass(frozen=True)
class PlacePrize:
    """The prize of a place: fixed chips, a share of the fund, or both.

    Attributes:
        chips: Paid first, as far as the fund reaches, best place first.
        percent: Of what the fixed prizes leave.
    """

    chips: int = 0
    percent: int = 0


@dataclass(frozen=True)
class Category:
    """A prize for those who are best at something: the best pair, the most jinks.

    Attributes:
        name: For people: "Most jinks".
        measure: What decides. Who has 0 or less of it does not win; None where the standings
            decide.
        group: Who can win it, one of `Group`; empty for everybody.
        chips: As in `PlacePrize`.
        percent: As in `PlacePrize`.
    """

    name: str
    measure: Measure | None = None
    group: str = ""
    chips: int = 0
    percent: int = 0


@dataclass(frozen=True)
class PrizePlan:
    """All prizes. Percents are together 100, or 0 where all prizes are fixed."""

    places: Sequence[PlacePrize]
    categories: Sequence[Category] = ()
    ties: str = Ties.SHARE
    odd_chips: str = OddChips.ENTRY

    @property
    def every(self) -> list[PlacePrize | Category]:
        return [*self.places, *self.categories]

    @property
    def codes(self) -> list[str]:
        """The code of each category, in their order: what decides, and among whom."""
        times, found = Counter[str](), []
        for one in self.categories:
            words = [one.measure.key if one.measure else "", one.group]
            code = "-".join(filter(None, words)) or "standings"
            times[code] += 1
            found.append(code if times[code] == 1 else f"{code}-{times[code]}")
        return found

    @property
    def fixed(self) -> int:
        """The chips of all fixed prizes together."""
        return sum(one.chips for one in self.every)

    def refusal(self) -> str | None:
        """Why the fund cannot be divided so, and what to do; None if it can."""
        if not self.places:
            return "Name a prize for the first place."
        if any(one.chips < 0 or one.percent < 0 for one in self.every):
            return "A prize is below 0: make every prize 0 or more."
        percents = sum(one.percent for one in self.every)
        if percents not in (0, 100):
            return f"The prizes add up to {percents} percent: make them add up to 100."
        if not percents and not self.fixed:
            return "All prizes are 0: give a place a share of the fund or fixed chips."
        if any(not (one.chips or one.percent) for one in self.categories):
            return "A category has no prize: give it a share of the fund or fixed chips."
        names = [category.name for category in self.categories]
        if len(set(names)) < len(names):
            return "Two categories have the same name: give each its own."
        return None

    def shortage(self, fund: int | None) -> str | None:
        """Why the fixed prizes are more than the fund can ever hold; None if they are not.

        Args:
            fund: The chips of all fees that can come in; None where that has no end.
        """
        missing = self.fixed - fund if fund is not None else 0
        if missing <= 0:
            return None
        if not fund:
            return (
                f"The fixed prizes are {self.fixed} chips, and there is no entry fee to pay them "
                "from: set a fee, or give shares of the fund instead."
            )
        return (
            f"The fixed prizes are {self.fixed} chips, and the fees bring {fund} at most, so "
            f"{missing} are missing: raise the fee, let more people in, or lower the prizes."
        )


def by_percents(percents: Sequence[int]) -> PrizePlan:
    """Shares of the fund for the first place, the second, ..."""
    return PrizePlan(places_of([], percents))


def places_of(chips: Sequence[int], percents: Sequence[int]) -> list[PlacePrize]:
    """The prizes of places, the first one first: fixed chips, and shares of what they leave."""
    most = max(len(chips), len(percents))
    both = zip(_filled(chips, most), _filled(percents, most), strict=True)
    return [PlacePrize(fixed, percent) for fixed, percent in both]


def _filled(given: Sequence[int], length: int) -> list[int]:
    return [*given, *[0] * (length - len(given))]
