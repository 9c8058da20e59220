"""All attacks, in an order in which none is in the way of the next."""

from tests.attacks import (
    books,
    clocks,
    enrolling,
    keys,
    making_chips,
    malforming,
    moving_chips,
    posting,
    processes,
    repeating,
    surroundings,
    telling_apart,
)
from tests.attacks.catalogue import ATTACKS

MODULES = [  # Each puts its attacks into the list.
    making_chips,
    enrolling,
    moving_chips,
    repeating,
    telling_apart,
    malforming,
    books,
    posting,
    processes,
    keys,
    surroundings,
    clocks,
]
IN_ORDER = sorted(ATTACKS.values(), key=lambda one: bool(one.harms))
