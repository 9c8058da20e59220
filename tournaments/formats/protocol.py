"""What every format has and does, and what it is told before a round."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from clubs.seating import History
from tournaments.formats.draw import Draw
from tournaments.formats.plans import Plans, searched
from tournaments.formats.settings import ROUNDS, AnySetting, Plan, entrants_a_table
from tournaments.standings import Measure, Points, Results


class Stacks(StrEnum):
    """What an entrant brings to the tables of a round.

    FRESH: the starting stack, in each round anew. Nobody is ever out for want of chips, and no
    pool is carried from one round to the next.
    CARRIED: all that they have left. Who has nothing left is out.
    """

    FRESH = "fresh"
    CARRIED = "carried"


@dataclass(frozen=True)
class Situation:
    """Where a stage stands before a round is drawn. Entrants are whole numbers, in order of entry.

    Attributes:
        plan: The settings of the stage by key.
        sizes: How many people the house rules let sit at a table.
        able: Who can play on, best first. They know nothing of the others.
        figures: By entrant what each measure of the format counts so far.
        history: The rounds of this stage so far, each table in the order of its seats.
        seed: Of this round. All chance comes from it: formats have none of their own.
        first_seed: Of the first round of the stage, for what holds for all of it.
        results: What everybody has to show in this stage. There stand the score that they brought
            from an earlier stage, what they were given for coming late, and their byes.
        byes: By round of this stage who had a bye.
        earlier: The rounds of earlier stages. Meetings there weigh less.
        plans: Who has the plans of this stage. They follow from all the rest.
    """

    plan: Plan
    sizes: Sequence[int]
    able: Sequence[int]
    figures: Mapping[int, Sequence[int]]
    history: History
    seed: int
    first_seed: int
    results: Results = field(default_factory=lambda: Results({}))
    byes: Sequence[Collection[int]] = ()
    earlier: History = ()
    plans: Plans = field(default=searched, compare=False, repr=False)

    @property
    def scores(self) -> dict[int, int]:
        """By entrant what the first measure counts, so that equals can be seated together."""
        return {one: self.figures[one][0] for one in self.able}

    @property
    def whole_history(self) -> History:
        """The rounds of all stages so far: repeat meetings are counted in these."""
        return [*self.earlier, *self.history]

    @property
    def entrants_a_table(self) -> list[int]:
        """How many entrants the house rules let sit at a table, two or more."""
        return entrants_a_table(self.sizes, self.plan)

    def byes_of(self, entrant: int) -> int:
        """How many byes somebody has had."""
        return sum(entrant in byes for byes in self.byes)


@dataclass(frozen=True)
class Length:
    """How long a stage is, as it stands.

    Attributes:
        rounds: How many there are, with those that are played; None where nobody can say yet.
        least: How many no plan can go below.
    """

    rounds: int | None
    least: int


class Format(Protocol):
    """How a stage is drawn and ranked: a small pure module each.

    Attributes:
        name: For people.
        sentence: What it is, for organisers.
        game: What a game of it is, and when it is over, for players.
        stacks: What an entrant brings to the tables of a round.
        settings: What the organiser may set. A setting that is not among them counts for nothing
            here: where there are no `ROUNDS`, the format ends by itself.
        takes_late: Somebody can begin in a later round than the first.
    """

    name: str
    sentence: str
    game: str
    stacks: Stacks
    settings: tuple[AnySetting, ...]
    takes_late: bool = False

    def points(self, plan: Plan) -> Points:
        """What counts as points: byes, late entries, penalties and carried scores are given so."""

    def measures(self, plan: Plan) -> tuple[Measure, ...]:
        """What ranks: the first decides, the next where it is equal."""

    def bye_points(self, plan: Plan, made: Sequence[int]) -> int:
        """Points for a bye in a round, or for a round that somebody missed who came late.

        Args:
            made: The points of each entrant who played the round themselves.
        """
        return 0

    def refusal(self, plan: Plan) -> str | None:
        """Why this cannot be played, though each setting is within its bounds; None if it can."""

    def draw(self, situation: Situation) -> Draw | None:
        """The tables of the next round; None where no round is left, or nobody to play it."""

    def length(self, situation: Situation) -> Length:
        """How many rounds it has; as many as the organiser sets, unless the format says more."""
        rounds = ROUNDS.of(situation.plan)
        return Length(rounds, rounds)

    def is_last(self, situation: Situation) -> bool:
        """Whether no round of this stage follows the newest one."""
        return len(situation.history) >= ROUNDS.of(situation.plan)

    def still_in(self, situation: Situation) -> Collection[int]:
        """Who of those who are able is drawn in the next round, if there is one."""
        return situation.able
