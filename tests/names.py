"""One table of names: what is refused, what passes, who looks like whom, who is found by what."""

from collections.abc import Mapping, Sequence
from typing import Final

CONTROL, DIRECTION, SEEN, HIDDEN = "control", "direction", "can be seen", "cannot be seen"
ALPHABET, PHONETIC, ACCENTS = "alphabet:", "phonetic", "two accents"

REFUSED: Final = {
    "a\x00b": CONTROL,
    "a\nb": CONTROL,
    "a\tb": CONTROL,
    "a\u2028b": CONTROL,
    "Nora\u202eaniL": DIRECTION,
    "\u2066Nora": DIRECTION,
    "Nora\u200e": DIRECTION,
    "\u0301": SEEN,
    # Letters that nobody sees:
    "No\u200bra": HIDDEN,
    "Nora\u3164": HIDDEN,
    "\ufeffNora": HIDDEN,
    "\u200d\u200d": HIDDEN,
    "Con\u200d Sheehan": HIDDEN,
    "Con\u200c Sheehan": HIDDEN,
    "Con\u2061 Sheehan": HIDDEN,
    "Con\u2063 Sheehan": HIDDEN,
    "Con\u206a Sheehan": HIDDEN,
    "Con\u034f Sheehan": HIDDEN,
    "Con\u00ad Sheehan": HIDDEN,
    "Con\u115f Sheehan": HIDDEN,
    "Con\u180e Sheehan": HIDDEN,
    "Con\ufe0f Sheehan": HIDDEN,
    "Con\U000e0041 Sheehan": HIDDEN,  # A tag.
    "Con\U000e0100 Sheehan": HIDDEN,  # It shapes Chinese letters alone.
    "Con\u2800 Sheehan": HIDDEN,  # Braille without a dot.
    "Con\ufff9 Sheehan": HIDDEN,
    "Con\ue000 Sheehan": HIDDEN,  # Private.
    "Con\U000f0000 Sheehan": HIDDEN,
    "Con\ufdd0 Sheehan": HIDDEN,  # No character at all.
    "Con\uffff Sheehan": HIDDEN,
    "Con\u200d👩": HIDDEN,  # Joiners where they join nothing,
    "👩\u200d": HIDDEN,
    "\u0627\u200c\u0628": HIDDEN,  # And after a letter that never joins the next.
    "5\ufe0f": HIDDEN,
    # Alphabets mixed in a word:
    "N\u043era": ALPHABET,  # A Cyrillic o,
    "C\u03bfn": ALPHABET,  # A Greek one,
    "C\u0585n": ALPHABET,  # An Armenian one.
    "\u13dfon": ALPHABET,  # A Cherokee C.
    "\ua4daon": ALPHABET,  # A Lisu C.
    "C\u2d54n": ALPHABET,  # A Tifinagh r.
    "O'\u0412rien": ALPHABET,
    "C\u0251n": PHONETIC,
    "\u1d04on": PHONETIC,
    "Si\u0274ead": PHONETIC,
    # Stacks:
    "Co\u0323\u0331\u0332\u0330n": ACCENTS,
    "M\u0304\u0305\u033f\u0300ick": ACCENTS,
    "C" + "\u0316" * 40 + "on": ACCENTS,
    "\u0928" + "\u0901" * 9: ACCENTS,
}

PASS: Final = (
    "Áine Ní Bhriain",
    "A\u0301ine",
    "Ḗ\u0331ibhe",  # Two accents that no letter has.
    "O'Brien",
    "Kahale\u02bbanu",
    "Nguyễn Thị Ánh",
    "\u018fli",  # Azerbaijani, and Ewe: letters that phonetics has, too.
    "K\u0254fi",
    "\u041d\u043e\u0440\u0430",
    "Nora \u041d\u043e\u0440\u0430",
    "Αλέξης",
    "Ճանաչ",
    "\u13e3\u13b3\u13a9",
    "\u05e0\u05b8\u05ea\u05b8\u05df",
    "\u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with the joiner that it needs.
    "नोरा",
    "\u0915\u094d\u200d\u0937",  # Joiners of Indic letters.
    "\u09b0\u200d\u09cd\u09af",
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "\u092c\u0921\u093c\u0947\u0902",
    "ทิ้ง",
    "ကျော်စွာ",
    "བཀྲ་ཤིས",
    "ភ្នំ",
    "李小龍",
    "\u8fbb\U000e0100さん",
    "李Simon",  # Chinese, Japanese, Korean and Latin letters mix.
    "タロウ太郎",
    "김철수",
    "Nora 👩\u200d🌾",
    "👩🏽\u200d🚀 Nora",
    "👨\u200d👩\u200d👧 Nora",
    "❤\ufe0f Nora",
    "1\ufe0f\u20e3 Nora",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Nora",
    "5♥",
)

ALIKE: Final = {
    "Tadhg O'Leary": (
        "Tadhg O\u2019Leary",
        "Tadhg O`Leary",
        "Tadhg O\u02bcLeary",
        "Tadhg O\u00b4Leary",
        "Tadhg O Leary",
        "Tadhg OLeary",
        "Tadhg Ó Leary",
        "TADHG O LEARY",
        "Tadhg-O'Leary",
        "Tadhgo Leary",
    ),
    "Bríd Ní Shé": ("Bríd Ni Shé", "Brid Ni She", "Bríd NíShé", "bríd ni shé", "Bríd Ní-Shé"),
    "Brian McCarthy": ("Brian Mac Carthy", "Brian MacCarthy", "Brían McCarthy"),
    "Mary-Kate Shea": ("Mary Kate Shea", "Marykate Shea", "Mary\u2010Kate Shea"),
    "Zoë Groß": ("Zoe Gross",),
}
"""By the member's name those who look like it, without being the same as people compare names."""

UNLIKE: Final = {
    "Tadhg O'Leary": ("Tadhg Leary", "Con O'Leary", "Tadhg O'Leary II"),
    "Bríd Ní Shé": ("Bríd Ní Shea", "Bríd Shé"),
    "!": ("?",),
}

SAME: Final = {
    "Áine Ní Bhriain": ("áine ní  bhriain", "A\u0301INE NÍ BHRIAIN", " Áine\u00a0Ní Bhriain"),
    "Weiß": ("WEISS",),
    "Nora ❤": ("Nora ❤\ufe0f",),
    "Tadhg O'Leary": ("TADHG O'LEARY", "Tadhg O\uff07Leary"),
}

FOUND: Final = {
    "Tadhg O'Leary": (
        *("leary", "o leary", "oleary", "o'leary", "o\u2019leary", "O Leary", "OLEARY", "tad lear"),
        *("tadhg o leary", "leary tadhg", "ó leary", "tadhgoleary"),
    ),
    "Con Oleary": ("o leary", "oleary", "o'leary", "con o leary"),
    "Séamus Ó Briain": ("obriain", "o briain", "briain", "Ó Briain", "seamus briain"),
    "Áine Ní Ó'Briain": ("aine", "aine ni obriain", "niobriain", "o briain", "Áine"),
    "Pat O'Brien": ("o brien", "obrien", "brien"),
    "Bríd Ní Shé": ("nishe", "ni she", "brid ni she", "she", "shé", "NÍ SHÉ", "brid she"),
    "Brian McCarthy": ("mccarthy", "maccarthy", "mc carthy", "carthy", "mcc"),
    "Brian Mac Cárthaigh": ("mac carthaigh", "mccarthaigh", "carthaigh"),
    "Mary-Kate Sheehan": ("kate", "mary kate", "mary-kate", "marykate"),
    "Con Sheehan (Kerry)": ("kerry", "(kerry)", "con kerry", "con (ke"),
    "Søren Łukasz Æsir": ("soren", "lukasz", "aesir", "Æsir"),
    "Zoë Groß": ("zoe gross", "groß", "GROSS"),
    "ΓΙΏΡΓΟΣ": ("γιωργος", "Γιώργος"),
    "Nora 👩\u200d🌾": ("nora", "👩"),
    "李小龍": ("李",),
}

NOT_FOUND: Final = {
    "Tadhg O'Leary": ("eary", "adhg", "leary con", "o brien", "learyo"),
    "Bríd Ní Shé": ("shea", "he", "i she"),
    "Con Sheehan (Kerry)": ("erry",),
}


def pairs(table: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Give each name with each of those beside it."""
    return [(name, other) for name, others in table.items() for other in others]


def hostile() -> list[str]:
    """Give 260 names and more that were made to break lists, queries, patterns and pages."""
    shapes = ("{}", "Con{}Sheehan", "{}" * 30, "Con {}", "{}x{}", "{} {}")
    seeds = (
        *"'\"\\%_*()[]{}+?^$|.",
        *("';DROP TABLE clubs_player;--", "<script>alert(1)</script>", "{{ 7*7 }}", "{% now %}"),
        *("\\u0000", "${jndi:x}", "(?<=a", "[a-", "\\1", "a{9999}", "%s%n", "=1+1"),
        *("\ud800", "\x00"),
        *("\u0130", "\u0131", "ǅ", "ﬁ", "ﷺ", "\u1e9e", "\u0345", "\u0f73", "꙰", "\U0001d400", "½"),
        *("\u200d", "\u202e", "\ufdd0", "\U0010ffff", "\u2800", "👩\u200d🌾", "e\u0301", "\u00a0"),
    )
    return [shape.replace("{}", seed)[:100] for seed in seeds for shape in shapes]
