"""Measures: what ranks entrants, each with names and with what it counts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Played:
    """What an entrant made of a round.

    Attributes:
        table: The same for all who sat at it, and for nobody else.
        chips: Won, negative for lost.
        deals_won: How many deals they won.
        tricks: How many tricks they took in all deals.
    """

    table: int
    chips: int
    deals_won: int
    tricks: int


Results = Mapping[int, Sequence[Played]]
"""By entrant the rounds that they played and that are over, in order."""


@dataclass(frozen=True)
class Measure:
    """One figure of the standings; more is better.

    Attributes:
        key: Its name in the API.
        name: Its name for people.
        short_name: The same for narrow columns.
        counts: What it counts, in a sentence for people.
        figure: What an entrant has.
        is_signed: It is shown with plus or minus.
    """

    key: str
    name: str
    short_name: str
    counts: str
    figure: Callable[[int, Results], int]
    is_signed: bool = False

    def words(self, figure: int) -> str:
        """The figure as people read it in the standings."""
        return f"{figure:+} {self.short_name}" if self.is_signed else f"{figure} {self.short_name}"


CHIPS: Final = Measure(
    key="chips",
    name="Chips",
    short_name="chips",
    counts="Chips won and lost in all rounds that are over.",
    figure=lambda entrant, results: sum(played.chips for played in results[entrant]),
    is_signed=True,
)

DEALS_WON: Final = Measure(
    key="deals_won",
    name="Deals won",
    short_name="won",
    counts="Deals won in all rounds that are over.",
    figure=lambda entrant, results: sum(played.deals_won for played in results[entrant]),
)
