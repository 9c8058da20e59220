"""Names and reasons that people write: what is refused, who looks like whom, how people are found.

A control character forges a line of a list, a letter that nobody sees makes a second person of the
same name, a bidirectional override shows a name backwards, and a name of nothing but blanks cannot
be called out. Letters of two alphabets, such as a Latin and a Cyrillic a, are not mixed in one
word; Latin, Chinese, Japanese and Korean letters are. Emoji, and words in scripts that need them,
keep their joiners.

Names are compared and found by their `parts`. PostgreSQL splits names the same way
(`clubs_name_parts`), and so does the door in a browser without network (`clubs/door.js`).
"""

import unicodedata
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any, Final

import regex
from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, TextField, Transform

CONTROLS: Final = regex.compile(r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]")
TURNING: Final = regex.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
HIDDEN: Final = regex.compile(
    r"[\p{Default_Ignorable_Code_Point}\p{Co}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffc]"
)
SEEN: Final = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")
JOINED: Final = regex.compile(
    r"""
      \U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f  # Flag of a region.
    | \p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?       # A picture, or several in
      (?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)*   # one, such as a farmer.
    | [0-9\#*]\ufe0f?\u20e3                                           # A key of a telephone.
    | (?<=\p{ccc=9})(?:\u200d|\u200c(?=\p{L})) | (?<=\p{L})\u200d(?=\p{ccc=9})  # Indic letters.
    | (?<=\p{jt=D}\p{jt=T}{0,4})\u200c(?=\p{jt=T}{0,4}[\p{jt=D}\p{jt=R}])        # Arabic ones.
    | (?<=\p{Mongolian})[\u180b-\u180f]
    | (?<=\p{Han})[\ufe00-\ufe02\U000e0100-\U000e01ef]                # The shape of a sign.
    """,
    regex.VERBOSE,
)
"""Where letters that nobody sees belong: within one picture, and between letters that they shape.

Source: Unicode UTS 51 (emoji), RFC 5892 A.1 and A.2 (joiners).
"""

STACKED: Final = regex.compile(r"(?V1)[\p{M}&&\p{Zinh}]{3,}|(?:(?!\p{Zinh})(\p{M}))\1|\p{M}{9,}")
"""Three accents on a letter; a script's own marks may be more, each once."""

PHONETIC: Final = regex.compile(
    r"(?V1)[[\u0250-\u02b8\u02e0-\u02e4\u1d00-\u1dbf\ua730\ua731\uab30-\uab6f]--[ɓɔɖɗəɛɣɲʋ]]"
)
"""Letters of phonetics; those that living alphabets write are not among them."""

SCRIPTS: Final = regex.findall(
    r"\w+",
    """Adlm Arab Armn Bali Beng Cans Cher Copt Cyrl Deva Ethi Geor Goth Grek Gujr Guru Hebr Ital
    Java Khmr Knda Lana Laoo Lisu Mlym Mong Mymr Nkoo Orya Osge Runr Sinh Sund Syrc Taml Telu Tfng
    Thaa Thai Tibt Vaii Yiii""",
)
MIXED: Final = ("Latn", "Hani", "Hira", "Kana", "Bopo", "Hang")
"""Scripts by their codes (ISO 15924); those of the second list are mixed within a word."""

OF_NO_SCRIPT: Final = regex.compile(r"[^\p{L}\p{M}]|[\p{Zyyy}\p{Zinh}]")
ONE_SCRIPT: Final = regex.compile(
    "|".join(
        [
            *(rf"\p{{scx={script}}}+" for script in SCRIPTS),
            "[" + "".join(rf"\p{{scx={script}}}" for script in MIXED) + "]+",
            "[^" + "".join(rf"\p{{scx={script}}}" for script in (*SCRIPTS, *MIXED)) + "]+",
        ]
    )
)

MARKS: Final = regex.compile(
    r"[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640"
    r"\u064b-\u065f\u0670\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff"
    r"\ufe00-\ufe0f\ufe20-\ufe2f\U000e0030-\U000e007f\U000e0100-\U000e01ef]"
)
"""Accents, and joiners that are allowed: nobody types them to find a name."""

BETWEEN: Final = regex.compile(
    r"[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b9-\u02bf\u05f3\u05f4"
    r"\u1680\u2000-\u206f\u3000-\u3003\u30fb\ua78b\ua78c]+"
)
"""What stands between the parts of a name: blanks, apostrophes, hyphens, brackets."""

INNER_CAPITAL: Final = regex.compile(r"(?<=[a-z])(?=[A-Z])|(?<=(?<![A-Za-z])O)(?=[A-Z][a-z])")
"""Where a part begins without a blank: `McCarthy`, `OLeary`."""

WITHOUT_ACCENT: Final = str.maketrans(
    {"æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
    | {"ß": "ss", "\u03c2": "\u03c3"}
)
"""Letters that no accent made."""

MC: Final = regex.compile(r"(?<![^ ])mc")
LONGEST_SEARCH: Final = 100
"""Letters of a search that count; PostgreSQL takes its time over longer patterns."""


def neat(text: str) -> str:
    """Spelt in one way (NFC), with single blanks and none around it."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def folded(text: str) -> str:
    """Fold what makes no other name of it, nor another code: capitals, blanks, width."""
    seen = unicodedata.normalize("NFKC", HIDDEN.sub("", text)).casefold()
    return " ".join(unicodedata.normalize("NFKC", seen).split())


def parts(text: str) -> str:
    """Split a name into its parts, in small letters without accents, with a blank between.

    `Áine Ní Ó'Briain (Kerry)` is `aine ni o briain kerry`. `Mc` and `Mac` are one.
    """
    text = MARKS.sub("", unicodedata.normalize("NFKD", text))
    text = INNER_CAPITAL.sub(" ", text).lower().translate(WITHOUT_ACCENT)
    return MC.sub("mac", BETWEEN.sub(" ", text).strip())


def letters(text: str) -> str:
    """Give the letters that two names share which look alike: `Con O'Leary` and `Cón O Leary`."""
    return parts(text).replace(" ", "")


def beginning(word: str) -> str:
    """Give the pattern of parts that begin with this word: `nish` finds `brid ni she`."""
    return "(^| )" + " ?".join(letters(word)[:LONGEST_SEARCH])


def whole(words: str) -> str:
    """Give the pattern of parts that are these: `oleary` and `leary` find `tadhg o leary`."""
    return f"{beginning(words)}( |$)"


def found(column: str, typed: str) -> Q:
    """Ask for rows by what somebody types: each word begins a part of the name, or all as one do.

    Args:
        column: A column of `parts`, such as `player__name_parts`, or `name__parts` of a NameField.
    """
    words = parts(typed)[:LONGEST_SEARCH].split()
    each = (Q(**{f"{column}__regex": beginning(word)}) for word in words)
    return reduce(and_, each, Q()) | Q(**{f"{column}__regex": beginning("".join(words))})


def is_found(name_parts: str, typed: str) -> bool:
    """Tell whether `found` would find this name."""
    words = parts(typed)[:LONGEST_SEARCH].split()
    asked = (words, ["".join(words)])
    return any(all(regex.search(beginning(one), name_parts) for one in some) for some in asked)


def refusal(text: str) -> str | None:
    """What is wrong with a text that somebody wrote, or None; an empty one is for its field."""
    if CONTROLS.search(text):
        return "Write one line, without control characters."
    if TURNING.search(text):
        return "Write it without marks that change the direction of the text."
    if HIDDEN.search(text) and HIDDEN.search(JOINED.sub("", text)):
        return "Write it without characters that cannot be seen."
    if text.strip() and not SEEN.search(text):
        return "Write something that can be seen."
    text = unicodedata.normalize("NFC", text)
    if STACKED.search(text):
        return "Write at most two accents on a letter."
    if PHONETIC.search(text):
        return "Write the letters of an alphabet, without phonetic ones that look the same."
    if any(_mixes_scripts(word) for word in text.split()):
        return "Write each word in one alphabet: letters of other alphabets can look the same."
    return None


def _mixes_scripts(word: str) -> bool:
    written = OF_NO_SCRIPT.sub("", word)
    return bool(written) and ONE_SCRIPT.fullmatch(written) is None


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


@models.CharField.register_lookup
class Parts(Transform):
    """The parts of a name, by which it is found, as PostgreSQL splits it: `name__parts`."""

    lookup_name = "parts"
    function = "clubs_name_parts"
    output_field = TextField()
