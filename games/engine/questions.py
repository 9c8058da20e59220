"""What each option of the house rules asks, in words: for forms that people fill in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.house_rules import OPTIONS
from games.engine.options import Option, Value
from games.engine.sentences import meaningless, sentence_of

SECTIONS: Final = {
    "1": "Table and deal",
    "2": "The rank of the cards",
    "3": "Fiving",
    "4": "Robbing",
    "5": "Play",
    "6": "Winning at Spoil Five",
    "7": "The pool",
    "8": "Twenty-five and Forty-five",
}
"""The parts of RULES.md that have options, in its order."""

BLANK: Final = "…"
"""Stands in a sentence for a number that has yet to be filled in."""

MOST_DIGITS: Final = 18
"""Of a number that somebody sends."""

_WORDS: Final[dict[Value, str]] = {True: "on", False: "off", None: "none"}
_UNTOLD_NUMBER: Final = -1  # No value of an option, so that the sentence is that of any number.


@dataclass(frozen=True)
class Choice:
    """One value of an option: as text, and in a sentence for players."""

    text: str
    sentence: str


@dataclass(frozen=True)
class Question:
    """What one option asks.

    Attributes:
        section: The part of the rules that it belongs to.
        choices: The values that have a sentence of their own.
        number_sentence: What a number says; empty where the option takes no other value than
            those of the choices.
        counts_only: Where other options keep it from changing anything: what it needs to count,
            such as "in Spoil Five". Empty where it counts.
    """

    option: Option
    section: str
    choices: tuple[Choice, ...]
    number_sentence: str
    counts_only: str

    @property
    def is_idle(self) -> bool:
        """It changes nothing, because of other options."""
        return bool(self.counts_only)


def questions(
    values: Mapping[str, Value], options: Mapping[str, Option] = OPTIONS
) -> tuple[Question, ...]:
    """What every option asks where all of them have these values, in the order of RULES.md.

    Args:
        options: Those of a set of rules (`options_from`) have more values than those of a table.
    """
    idle = meaningless(values)
    return tuple(
        Question(
            option,
            section_of(name),
            tuple(
                Choice(text_of(value), sentence_of(name, value, values)) for value in option.values
            ),
            _number_sentence(option, values),
            idle.get(name, ""),
        )
        for name, option in options.items()
    )


def section_of(name: str) -> str:
    """The part of the rules to which an option belongs."""
    return SECTIONS[OPTIONS[name].rule.partition(".")[0]]


def text_of(value: Value) -> str:
    """A value as a form sends it: `on`, `off`, `none`, a number, or a word."""
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    return str(value)


def read_text(option: Option, text: str) -> Value:
    """The value that a form sent.

    Raises:
        ImpossibleRules: the option has no such value.
    """
    for value in option.values:
        if text == text_of(value):
            return value
    is_whole = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return option.read(int(text) if option.is_number and is_whole else text)


def _number_sentence(option: Option, values: Mapping[str, Value]) -> str:
    if not option.is_number:
        return ""
    return sentence_of(option.name, _UNTOLD_NUMBER, values).replace(str(_UNTOLD_NUMBER), BLANK)
