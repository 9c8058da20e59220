"""What every format has and does, and what it is told before a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from clubs.seating import History
from tournaments.formats.draw import Draw
from tournaments.formats.measures import Measure
from tournaments.formats.settings import Plan, Setting


@dataclass(frozen=True)
class Situation:
    """Where a tournament stands before a round is drawn.

    Attributes:
        plan: The settings of the tournament by key.
        sizes: How many the house rules let sit at a table.
        able: Who can play on, best first. They know nothing of the others.
        figures: By entrant what each measure of the format counts so far.
        history: The rounds so far, each table in the order of its seats.
        seed: Of this round. All chance comes from it: formats have none of their own.
        first_seed: Of the first round, for what holds for the whole tournament.
    """

    plan: Plan
    sizes: Sequence[int]
    able: Sequence[int]
    figures: Mapping[int, Sequence[int]]
    history: History
    seed: int
    first_seed: int

    @property
    def scores(self) -> dict[int, int]:
        """By entrant what the first measure counts, so that equals can be seated together."""
        return {one: self.figures[one][0] for one in self.able}


class Format(Protocol):
    """How a tournament is drawn and ranked: a small pure module each.

    Attributes:
        name: For people.
        sentence: What it is, for organisers.
        settings: What the organiser may set.
        measures: What ranks: the first decides, the next where it is equal.
    """

    name: str
    sentence: str
    settings: tuple[Setting, ...]
    measures: tuple[Measure, ...]

    def refusal(self, plan: Plan) -> str | None:
        """Why this cannot be played, though each setting is within its bounds; None if it can."""

    def draw(self, situation: Situation) -> Draw | None:
        """The tables of the next round; None where no round is left, or nobody to play it."""
