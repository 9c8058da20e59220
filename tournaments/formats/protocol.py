"""What every format has and does, and what it is told before a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from tournaments.draws import Draw, History
from tournaments.formats.measures import Measure
from tournaments.formats.settings import Plan, Setting

T = TypeVar("T")


class Shuffle(Protocol):
    """Puts things into an order by lot; formats have no chance of their own."""

    def __call__(self, things: Sequence[T]) -> list[T]: ...


@dataclass(frozen=True)
class Situation:
    """Where a tournament stands before a round is drawn.

    Attributes:
        plan: The settings of the tournament by key.
        sizes: How many the house rules let sit at a table.
        able: Who can play on, best first. They know nothing of the others.
        figures: By entrant what each measure of the format counts so far.
        history: The tables of the rounds so far.
        shuffle: An order by the lot of this round; asked again, it goes on to another one.
        shuffle_once: An order by the lot of the first round: the same in every round.
    """

    plan: Plan
    sizes: Sequence[int]
    able: Sequence[int]
    figures: Mapping[int, Sequence[int]]
    history: History
    shuffle: Shuffle
    shuffle_once: Shuffle


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
