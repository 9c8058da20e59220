"""The version of the planner: it goes up whenever the same people and seed are seated otherwise."""

from typing import Final

PLANNER_VERSION: Final = 1
"""Published with each draw, so that whoever draws again knows which planner to take."""
