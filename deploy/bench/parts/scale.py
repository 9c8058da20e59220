"""A service that has grown: which lists, pages, sweeps and tasks cost more the more is over."""

import logging
import os
from collections.abc import Iterator
from typing import Final

from deploy.bench.growth.effort import Effort, effort_of
from deploy.bench.growth.grown import Grown
from deploy.bench.growth.linear import why_linear
from deploy.bench.growth.walk import looks
from deploy.bench.measures import Goal, Measure
from deploy.bench.scratch import scratch_servers

LEVELS: Final = "SPOIL_FIVE_LEVELS"
"""Names other levels, the first and the last of which are compared, as `1000,10000,100000`."""

GROWTH: Final = 1.5
PAGE_BLOCKS: Final = 1_200
"""What a page may take anyhow: fifty rows, with eight others each, three blocks deep."""

SEARCH_BLOCKS: Final = 20_000
"""What a search may take anyhow: 500 rows, with a dozen others each, three blocks deep."""


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """Statements and blocks of each look at the last level, beside those at the first.

    A quick run tells only what grows.
    """
    levels = [int(one) for one in os.environ.get(LEVELS, "1000,10000").split(",")]
    logging.disable(logging.ERROR)  # Refusals are looked at too.
    with scratch_servers():
        grown = Grown()
        first: dict[str, Effort] = {}
        for level in levels:
            grown.grow_to(level)
            efforts = {one.name: effort_of(one.look) for one in looks(grown)}
            first = first or efforts
    logging.disable(logging.NOTSET)
    peer = f"at {levels[0]:,} players"
    for name, last in efforts.items():
        known = first[name]
        found = [
            Measure(f"{name}: statements", last.statements, known.statements, peer, _as_many(name)),
            Measure(f"{name}: blocks", last.blocks, known.blocks, peer, _flat(name, known)),
        ]
        yield from (one for one in found if one.holds is False or not is_quick)
    yield Measure("looks that were compared", len(efforts))


def _as_many(name: str) -> Goal | None:
    return None if why_linear(name) else Goal(1, lambda ratio, bound: ratio <= bound, "as many")


def _flat(name: str, known: Effort) -> Goal | None:
    room = SEARCH_BLOCKS if name.endswith("searched") else PAGE_BLOCKS
    bound = max(GROWTH, room / max(known.blocks, 1))
    return None if why_linear(name) else Goal(bound, lambda ratio, bound: ratio <= bound, "flat")
