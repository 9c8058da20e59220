"""Names and reasons that people write: one line that can be seen, spelt in one way.

A control character forges a line of a list, a bidirectional override shows a name backwards, and a
name of nothing but blanks cannot be called out. Letters that look alike, such as a Latin and a
Cyrillic a, are not mixed in one word.
"""

import unicodedata
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db import models

CONTROLS: Final = {"Cc", "Cs", "Zl", "Zp"}
TURNING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
HIDDEN: Final = frozenset(
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060\u2800\u3164\ufeff\uffa0"
)
SEEN: Final = frozenset("LNPS")
WITHOUT_ACCENT: Final = str.maketrans(
    {"æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
    | dict.fromkeys("'\u2019\u02bc`\u00b4")
    | dict.fromkeys("-\u2010", " ")
)
"""Letters that no accent made, and marks within a name that nobody types."""

ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK")


def neat(text: str) -> str:
    """Spelt in one way (NFC), with single blanks and none around it."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def likeness(text: str) -> str:
    """What two texts share that people take for the same: `ÁINE  Ní` and `Áine ní`."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(one for one in folded if one not in HIDDEN and one not in TURNING)
    return " ".join(unicodedata.normalize("NFKC", kept).split())


def plain(text: str) -> str:
    """What somebody types to find a name: `aine ni obriain` for `Áine Ní Ó'Briain`."""
    letters = unicodedata.normalize("NFD", text.casefold().translate(WITHOUT_ACCENT))
    return "".join(one for one in letters if not unicodedata.combining(one))


def refusal(text: str) -> str | None:
    """What is wrong with a text that somebody wrote, or None; an empty one is for its field."""
    if any(unicodedata.category(one) in CONTROLS for one in text):
        return "Write one line, without control characters."
    if any(one in TURNING for one in text):
        return "Write it without marks that change the direction of the text."
    if any(one in HIDDEN for one in text):
        return "Write it without characters that cannot be seen."
    if text.strip() and not any(unicodedata.category(one)[0] in SEEN for one in text):
        return "Write something that can be seen."
    if any(_mixes_alphabets(word) for word in text.split()):
        return "Write each word in one alphabet: letters of other alphabets can look the same."
    return None


def _mixes_alphabets(word: str) -> bool:
    names = {unicodedata.name(one, "").split(" ")[0] for one in word if one.isalpha()}
    return len(names.intersection(ALPHABETS)) > 1


def check_text(text: str) -> None:
    """For fields of forms and rows.

    Raises:
        ValidationError: it is no text that others should read.
    """
    if message := refusal(text):
        raise ValidationError(message)


if TYPE_CHECKING:
    _Column = models.CharField[str, str]
else:
    _Column = models.CharField


class NameFormField(forms.CharField):
    """A line of a form."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if isinstance(text, str):
            check_text(text)
            return neat(text)
        return text


class NameField(_Column):
    """A column of names, spelt in one way by every writer; in migrations a plain CharField."""

    def deconstruct(self) -> Any:
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if isinstance(text, str):
            check_text(text)
            return neat(text)
        return text

    def get_prep_value(self, value: Any) -> Any:
        prepared = models.CharField.to_python(self, value)
        return neat(prepared) if isinstance(prepared, str) else prepared

    def formfield(self, **options: Any) -> Any:
        return super().formfield(**{"form_class": NameFormField, **options})
