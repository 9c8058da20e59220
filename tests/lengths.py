"""How much the longest tests do: a part of what they can, or all with EVERYTHING=1."""

import os
from random import Random
from typing import Final

IS_EVERYTHING: Final = "EVERYTHING" in os.environ
_RUN: Final = os.environ.get("PYTEST_XDIST_TESTRUNUID")  # The same in all processes of a run.


def part(some: int, *, of: int) -> int:
    """`some`, or `of` where everything is asked for."""
    return of if IS_EVERYTHING else some


def sample(some: int, *, of: int) -> list[int]:
    """`some` of the numbers below `of`, others in every run; or all of them.

    EVERYTHING=1 finds again what one of them found.
    """
    return sorted(Random(_RUN).sample(range(of), k=part(some, of=of)))
