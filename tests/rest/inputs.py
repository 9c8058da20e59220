"""The input of every door, for tests that walk all of them."""

from collections.abc import Iterator

import deploy.urls  # noqa: F401  # Loads every door.
from deploy.rest.serializers import StrictSerializer


def below(kind: type[StrictSerializer]) -> Iterator[type[StrictSerializer]]:
    for one in kind.__subclasses__():
        if not one.__module__.startswith("tests."):
            yield one
        yield from below(one)


INPUTS = sorted(set(below(StrictSerializer)), key=lambda one: one.__name__)
