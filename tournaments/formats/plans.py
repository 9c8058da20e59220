"""Plans of several rounds: what one follows from, and who keeps it once it is found."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import chain
from typing import Protocol

from clubs.seating import PLANNER_VERSION, History, Tables

Rounds = Sequence[Tables]
"""The tables of each round of a plan, in their order."""


@dataclass(frozen=True)
class Asked:
    """All that a plan follows from, but for the version of the planner.

    Attributes:
        way: What it is to be: a way of planning, as `meeting_all`.
        people: Whose plan it is; whole numbers.
        sizes: How many of them sit at each table in every round.
        seed: Of all its chance.
        rounds: How many there are to be; 0 where the way of planning says so.
        history: The rounds before it, each table in the order of its seats.
        earlier: The rounds of earlier stages.
    """

    way: str
    people: Sequence[int]
    sizes: Sequence[int]
    seed: str
    rounds: int = 0
    history: History = ()
    earlier: History = ()

    @property
    def key(self) -> str:
        """The same for the same plan, and for no other, whoever the people are."""
        places = {one: place for place, one in enumerate(self.everybody)}
        told = replace(
            self,
            people=[places[one] for one in self.people],
            history=renamed(self.history, places),
            earlier=renamed(self.earlier, places),
        )
        return sha256(json.dumps([PLANNER_VERSION, asdict(told)]).encode()).hexdigest()

    @property
    def everybody(self) -> list[int]:
        """Whoever sits in it or sat before it, in order: plans go by this order alone."""
        before = chain.from_iterable(chain(*self.history, *self.earlier))
        return sorted({*self.people, *before})


def renamed(rounds: Rounds, names: Mapping[int, int] | Sequence[int]) -> Rounds:
    """The same rounds with another number for each of the people."""
    return [[[names[one] for one in table] for table in tables] for tables in rounds]


class Plans(Protocol):
    """A source of plans: from memory, or by searching for them."""

    def __call__(self, asked: Asked, search: Callable[[], Rounds | None], /) -> Rounds | None:
        """The plan that is asked for; None where there is none."""


def searched(_: Asked, search: Callable[[], Rounds | None]) -> Rounds | None:
    """Search for a plan each time: for whoever has a document of a draw, and nothing else."""
    return search()
