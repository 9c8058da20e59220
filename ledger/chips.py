"""A number of chips that somebody moves: one rule, in one wording, for every door and use case."""

from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from ledger.errors import NotChips

FEWEST_MOVED: Final = 1
MOST_MOVED: Final = 1_000_000_000
RULE: Final = f"must be a whole number from {FEWEST_MOVED:,} to {MOST_MOVED:,}"
MESSAGES: Final[Any] = dict.fromkeys(("invalid", "min_value", "max_value"), f"{RULE.capitalize()}.")


def refusal(chips: object) -> str | None:
    """What is wrong with a number of chips, or None."""
    if type(chips) is int and FEWEST_MOVED <= chips <= MOST_MOVED:  # True is an int to Python.
        return None
    return f"chips: {RULE}."


def check_chips(chips: object) -> None:
    """See that this is a number of chips.

    Raises:
        NotChips: it is none.
    """
    if message := refusal(chips):
        raise NotChips(message)


class ChipsFormField(forms.IntegerField):
    """A number of chips in a form."""

    default_error_messages = MESSAGES

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "min_value": FEWEST_MOVED, "max_value": MOST_MOVED})


if TYPE_CHECKING:
    _Column = models.PositiveIntegerField[int | None, int | None]
else:
    _Column = models.PositiveIntegerField


class ChipsColumn(_Column):
    """A number of chips in a row; in migrations a plain column with the same bounds."""

    def __init__(self, *args: Any, **options: Any) -> None:
        bounds = [MinValueValidator(FEWEST_MOVED), MaxValueValidator(MOST_MOVED)]
        super().__init__(*args, **{**options, "validators": bounds, "error_messages": MESSAGES})

    def deconstruct(self) -> Any:
        name, _, args, options = super().deconstruct()
        del options["error_messages"]
        return name, "django.db.models.PositiveIntegerField", args, options

    def formfield(self, **options: Any) -> Any:
        return super().formfield(**{"form_class": ChipsFormField, **options})
