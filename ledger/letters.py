"""Letters as they stand on paper: Arabic ones joined, lines from right to left turned. Pure.

A PDF puts one picture of a letter beside the other, from left to right. So an Arabic letter becomes
the picture that fits between its neighbours, and a name of such letters is put down backwards.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from fpdf.bidi import BidiParagraph

Pictures = Mapping[str, Mapping[str, str]]
"""By letter, or two letters that stand as one, its pictures by where it stands in a word."""

KEPT_AT: Final = (range(0xFB50, 0xFE00), range(0xFE70, 0xFEFF))
"""Where Unicode has the pictures of Arabic letters."""

LAM: Final = "\N{ARABIC LETTER LAM}"
TURNED: Final = frozenset({"R", "AL"})


def _pictures() -> Pictures:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for number in (number for numbers in KEPT_AT for number in numbers):
        where, *parts = unicodedata.decomposition(chr(number)).split() or [""]
        letters = "".join(chr(int(part, 16)) for part in parts)
        if len(letters) == 1 or (letters[:1] == LAM and _is_alef(letters[1:])):
            found[letters].setdefault(where, chr(number))
    return found


def _is_alef(letter: str) -> bool:
    return len(letter) == 1 and "LETTER ALEF" in unicodedata.name(letter, "")


PICTURES: Final = _pictures()


def as_pictures(text: str) -> str:
    """The pictures of the letters of a line, from left to right."""
    if not any(unicodedata.bidirectional(letter) in TURNED for letter in text):
        return text
    return str(BidiParagraph(text=_joined(text)).get_reordered_string())


def _joined(text: str) -> str:
    words: list[tuple[str, str]] = []  # Each letter, or pair, with the marks over it.
    for letter in text:
        if words and unicodedata.category(letter) == "Mn":
            words[-1] = (words[-1][0], words[-1][1] + letter)
        elif words and words[-1] == (LAM, "") and _is_alef(letter):
            words[-1] = (LAM + letter, "")
        else:
            words.append((letter, ""))
    letters = [letter for letter, _ in words]
    around = zip(["", *letters], letters, [*letters[1:], ""], strict=False)
    return "".join(
        _picture(before, letter, after) + marks
        for (before, letter, after), (_, marks) in zip(around, words, strict=True)
    )


def _picture(before: str, letter: str, after: str) -> str:
    """An Arabic letter as it looks between these two; any other as it is."""
    mine = PICTURES.get(letter, {})
    follows = "<initial>" in PICTURES.get(before, {}) and "<final>" in mine
    goes_on = "<initial>" in mine and "<final>" in PICTURES.get(after, {})
    where = {(True, True): "medial", (True, False): "final", (False, True): "initial"}
    return mine.get(f"<{where.get((follows, goes_on), 'isolated')}>", letter)
