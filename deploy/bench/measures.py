"""What a benchmark says: our figure beside a peer's of the same run, and the goal for the two."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Goal:
    """A bound for ours / peer, or for our own figure where there is no peer."""

    bound: float
    is_met: Callable[[float, float], bool]
    text: str


def at_least(bound: float) -> Goal:
    return Goal(bound, lambda figure, bound: figure >= bound, f"at least {bound:g}")


def at_most(bound: float) -> Goal:
    return Goal(bound, lambda figure, bound: figure <= bound, f"at most {bound:g}")


@dataclass(frozen=True)
class Measure:
    """One row of the table.

    Args:
        name: What was measured, with its unit last (`deals per second`).
        ours: Our figure.
        peer: The peer's figure from the same run, None where nothing stands beside it.
        peer_name: Who the peer is.
        goal: What ours / peer is to reach (without a peer, or beside 0: ours); None for a figure
            to know.
    """

    name: str
    ours: float
    peer: float | None = None
    peer_name: str = ""
    goal: Goal | None = None

    @property
    def ratio(self) -> float | None:
        return self.ours / self.peer if self.peer else None

    @property
    def holds(self) -> bool | None:
        if self.goal is None:
            return None
        return self.goal.is_met(self.ours if self.ratio is None else self.ratio, self.goal.bound)


class Part(Protocol):
    """A module of `deploy.bench.parts`."""

    def measures(self, *, is_quick: bool) -> Iterable[Measure]:
        """Each figure as soon as it is known; a quick run ends within a minute."""
