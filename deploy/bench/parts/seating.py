"""Seats without repeat meetings, each figure beside the bound that no planner goes below."""

from collections.abc import Iterator

from deploy.bench import draws, evenings
from deploy.bench.measures import Measure


def measures(*, is_quick: bool) -> Iterator[Measure]:
    yield from evenings.measures(is_quick=is_quick)
    yield from draws.measures(is_quick=is_quick)
