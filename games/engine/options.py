"""What an option of the house rules may hold, read from its type."""

from collections.abc import Iterable
from dataclasses import dataclass
from types import NoneType
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin

from games.engine.errors import ImpossibleRules

Value: TypeAlias = str | int | bool | None

MOST_NAMED: Final = 10
LONGEST_SHOWN: Final = 60

_WORDS: Final[dict[str, Value]] = {"on": True, "off": False, "none": None}


@dataclass(frozen=True)
class Option:
    """One option: the number of its rule, its values, and whether it also takes any number."""

    name: str
    rule: str
    default: Value
    values: tuple[Value, ...]
    is_number: bool

    @property
    def label(self) -> str:
        """Its name as people read it."""
        return self.name.replace("_", " ").capitalize()

    def read(self, value: Any) -> Value:
        """The value itself; "on", "off" and "none" also stand for true, false and nothing.

        Raises:
            ImpossibleRules: the option has no such value.
        """
        for candidate in (value, _WORDS.get(value, value) if isinstance(value, str) else value):
            if any(type(candidate) is type(known) and candidate == known for known in self.values):
                return candidate
            if self.is_number and type(candidate) is int and candidate >= 0:
                return candidate
        choices = [_spoken(known) for known in self.values]
        if self.is_number:
            choices.append("a whole number of chips")
        raise ImpossibleRules(
            f"{self.name} may be {either(choices)}, not {shown(value)}.", rule=self.rule
        )


def option_of(name: str, annotation: Any, default: Any) -> Option:
    """The option that a field stands for: `Annotated[its type, the number of its rule]`."""
    kind, rule = get_args(annotation)
    parts = (kind,) if get_origin(kind) is Literal or isinstance(kind, type) else get_args(kind)
    values: list[Value] = []
    for part in parts:
        if get_origin(part) is Literal:
            values += get_args(part)
        elif part is bool:
            values += (False, True)
        elif part is NoneType:
            values.append(None)
    return Option(name, rule, default, tuple(values), is_number=int in parts)


def _spoken(value: Value) -> str:
    """A value as it may be written: `off`, `none`, `45`, `'pairs'`."""
    return next((word for word, known in _WORDS.items() if known is value), repr(value))


def shown(value: object) -> str:
    """What somebody sent, short enough to be repeated to them."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def either(choices: Iterable[object]) -> str:
    """The choices in a sentence: `a, b or c`."""
    *others, last = map(str, choices)
    return f"{', '.join(others)} or {last}" if others else last
