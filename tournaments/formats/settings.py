"""Settings: whole numbers that the organiser chooses before anybody enters."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from games.engine import MOST_CHIPS

Plan = Mapping[str, int]
"""The settings of a tournament by key."""


@dataclass(frozen=True)
class Setting:
    """A whole number from `least` to `most`.

    Attributes:
        key: Its name in the API.
        name: Its name for people.
        default: What it is where nobody sets it; None where somebody has to.
        sentence: What it does, for organisers.
    """

    key: str
    name: str
    least: int
    most: int
    default: int | None = None
    sentence: str = ""


ROUNDS: Final = Setting("rounds_count", "Rounds", 1, 100)
DEALS: Final = Setting("deals_a_round", "Deals a round", 1, 1000)
STACK: Final = Setting("starting_stack", "Starting stack", 1, MOST_CHIPS)
TABLE_SIZE: Final = Setting("table_size", "Players a table", 2, 10, default=5)

COMMON: Final = (ROUNDS, DEALS, STACK, TABLE_SIZE)
"""What every tournament has; a format may narrow their bounds and add settings of its own."""


def own_settings(settings: Iterable[Setting]) -> dict[str, Setting]:
    """Those that only this format has, by key."""
    common = {setting.key for setting in COMMON}
    return {setting.key: setting for setting in settings if setting.key not in common}


def defaults_of(settings: Iterable[Setting]) -> dict[str, int]:
    return {one.key: one.default for one in settings if one.default is not None}


def refusal_of(settings: Iterable[Setting], plan: Plan) -> str | None:
    """Which setting is missing or out of its bounds, and what to do; None where all is well."""
    for setting in settings:
        number = plan.get(setting.key)
        if number is None or not setting.least <= number <= setting.most:
            return f"{setting.name}: choose a whole number from {setting.least} to {setting.most}."
    return None
