"""Chance from a seed: the same seed gives the same numbers, on every machine and for ever."""

from collections.abc import Iterable
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

Seed = int | str


class Chance:
    """Numbers by lot. Only `Random.random` is used: Python promises that it never changes."""

    def __init__(self, seed: Seed) -> None:
        self.number: Final = Random(seed).random

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1."""
        return int(self.number() * bound)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        lots = sorted((self.number(), place, thing) for place, thing in enumerate(things))
        return [thing for _, _, thing in lots]
