"""Settings: what the organiser chooses before anybody enters. Each reads itself from a plan."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine import MOST_CHIPS

Plan = Mapping[str, Any]
"""The settings of a tournament by key: whole numbers, texts and lists of texts."""


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

    def of(self, plan: Plan) -> int:
        number: int = plan.get(self.key, self.default)
        return number

    def refusal(self, value: object) -> str | None:
        """Why it cannot be set to this, and what to do; None if it can."""
        if type(value) is int and self.least <= value <= self.most:
            return None
        return f"{self.name}: choose a whole number from {self.least} to {self.most}."

    def told(self, value: Any) -> str:
        """The value for people."""
        return str(value)


@dataclass(frozen=True)
class Choice:
    """One of several words.

    Attributes:
        options: By the word in the API what it is called for people.
    """

    key: str
    name: str
    options: Mapping[str, str]
    default: str
    sentence: str = ""

    def of(self, plan: Plan) -> str:
        word: str = plan.get(self.key, self.default)
        return word

    def refusal(self, value: object) -> str | None:
        """Why it cannot be set to this, and what to do; None if it can."""
        if isinstance(value, str) and value in self.options:
            return None
        return f"{self.name}: choose {' or '.join(self.options)}."

    def told(self, value: Any) -> str:
        """The value for people."""
        return self.options[value]


@dataclass(frozen=True)
class Order:
    """Some of several words, each once, in an order; at least one.

    Attributes:
        options: By the word in the API what it is called for people.
        last: Words that can only stand at the end.
    """

    key: str
    name: str
    options: Mapping[str, str]
    default: tuple[str, ...]
    sentence: str = ""
    last: tuple[str, ...] = ()

    def of(self, plan: Plan) -> tuple[str, ...]:
        return tuple(plan.get(self.key, self.default))

    def refusal(self, value: object) -> str | None:
        """Why it cannot be set to this, and what to do; None if it can."""
        words = list(value) if isinstance(value, list | tuple) else []
        known = all(isinstance(word, str) and word in self.options for word in words)
        if not words or not known or len(set(words)) < len(words):
            return f"{self.name}: list one or more of {', '.join(self.options)}, each once."
        if early := [word for word in words[:-1] if word in self.last]:
            return f"{self.name}: put {early[0]} last. Nothing counts after it."
        return None

    def told(self, value: Any) -> str:
        """The value for people."""
        return ", ".join(self.options[word] for word in value)


AnySetting = Setting | Choice | Order


ROUNDS: Final = Setting("rounds_count", "Rounds", 1, 100)
DEALS: Final = Setting("deals_a_round", "Deals a round", 1, 1000)
STACK: Final = Setting("starting_stack", "Starting stack", 1, MOST_CHIPS)
TABLE_SIZE: Final = Setting("table_size", "Players a table", 2, 10, default=5)

MINUTES: Final = Setting(
    "round_minutes",
    "Minutes a round",
    1,
    1440,
    sentence="Then the deals in play are the last. Empty: the deals alone end a round.",
)
"""Nobody has to set it."""

COMMON: Final = (ROUNDS, DEALS, STACK, TABLE_SIZE)
"""What every tournament has; a format may narrow their bounds and add settings of its own."""

MEMBERS: Final = Setting(
    "members", "Members an entrant", 1, 3, default=1, sentence="2 for pairs, 3 for threes."
)
"""How many play together; in the plan of a tournament of pairs or threes."""


def own_settings(settings: Iterable[AnySetting]) -> dict[str, AnySetting]:
    """Those that only this format has, by key."""
    common = {setting.key for setting in COMMON}
    return {setting.key: setting for setting in settings if setting.key not in common}


def defaults_of(settings: Iterable[AnySetting]) -> dict[str, Any]:
    """By key what each is where nobody sets it, as JSON has it."""
    given = {one.key: one.default for one in settings if one.default is not None}
    return {key: list(one) if isinstance(one, tuple) else one for key, one in given.items()}


def refusal_of(settings: Iterable[AnySetting], plan: Plan) -> str | None:
    """Which setting is missing or cannot be so, and what to do; None where all is well."""
    return next(
        (said for setting in settings if (said := setting.refusal(plan.get(setting.key)))), None
    )


def entrants_a_table(sizes: Iterable[int], plan: Plan) -> list[int]:
    """How many entrants can sit at a table, two or more.

    Args:
        sizes: How many people the house rules let sit there.
    """
    members = MEMBERS.of(plan)
    return sorted({size // members for size in sizes if not size % members} - {0, 1})


def usual_entrants(plan: Plan) -> int:
    """How many entrants a table has as a rule, two or more."""
    return max(2, TABLE_SIZE.of(plan) // MEMBERS.of(plan))
