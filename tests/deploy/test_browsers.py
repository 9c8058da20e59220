"""Our pages ask of browsers no more than the guide says: each feature is in a dated table."""

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.deploy.browser_features import css_features, js_features, our_files

ROOT: Final = Path(__file__).parents[2]
TABLE: Final = Path(__file__).with_name("browser_features.txt")
BROWSERS: Final = ("Safari", "Chrome", "Firefox")
OLDEST: Final = ((15, 6), (109,), (115,))
OLDEST_IN_ADMIN: Final = ((16, 4), (111,), (128,))
"""What the theme of the admin needs."""
OF_ADMIN: Final = {"admin.css", "dashboard.css", "lists.css", "rules.css"}
OURS: Final = "ours"
READERS: Final = {"css": css_features, "js": js_features}

Version = tuple[int, ...]


class Row(NamedTuple):
    """A line of the table.

    Attributes:
        versions: In the order of `BROWSERS`; None for one that never has it.
        without: What a browser without it does.
    """

    versions: tuple[Version | None, ...]
    without: str


def table() -> dict[str, Row]:
    rows = {}
    for line in TABLE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, *cells = line.split(" | ")
        if cells == [OURS]:
            rows[name] = Row(((0,),) * len(BROWSERS), "")
            continue
        versions = [None if one == "-" else tuple(map(int, one.split("."))) for one in cells[:3]]
        rows[name] = Row(tuple(versions), "".join(cells[3:]))
    return rows


def faults(features: set[str], *, oldest: tuple[Version, ...]) -> list[str]:
    """What is unknown, or newer than the oldest browsers and not told to be harmless."""
    rows, found = table(), []
    for name in sorted(features):
        row = rows.get(name)
        if row is None:
            found.append(f"{name}: look it up at MDN, and add it to {TABLE.name}")
            continue
        late = [
            browser
            for browser, since, first in zip(BROWSERS, row.versions, oldest, strict=True)
            if since is None or since > first
        ]
        if late and not row.without:
            found.append(f"{name}: too new for the oldest {', '.join(late)} that we name")
    return found


@pytest.mark.parametrize("ending", READERS)
def test_files_ask_for_nothing_that_is_unknown_or_too_new(ending: str) -> None:
    found = {}
    for path in our_files(ROOT, ending):
        oldest = OLDEST_IN_ADMIN if path.name in OF_ADMIN else OLDEST
        if wrong := faults(set(READERS[ending](path.read_text())), oldest=oldest):
            found[path.name] = wrong

    assert found == {}


def test_the_table_has_no_row_that_nobody_needs() -> None:
    used = {
        feature
        for ending, read in READERS.items()
        for path in our_files(ROOT, ending)
        for feature in read(path.read_text())
    }

    assert table().keys() - used == set()


@pytest.mark.parametrize(
    ("style", "named"),
    [
        ("a { color: light-dark(#fff, #000); }", "light-dark()"),
        ("a:has(b) { color: red; }", ":has()"),
        ("@media (width < 48rem) { a { color: red; } }", "@media range"),
        ("a { overflow: clip; }", "overflow=clip"),
        ("a { b { color: red; } }", "nesting"),
        ("@container (min-width: 1rem) { a { color: red; } }", "@container"),
        (":root { --a: oklch(0.5 0 0); }", "oklch()"),
        ("a { width: 1cqw; }", "unit cqw"),
    ],
)
def test_a_style_that_is_too_new_is_found(style: str, named: str) -> None:
    assert [one.partition(": ")[0] for one in faults(set(css_features(style)), oldest=OLDEST)] == [
        named
    ]


@pytest.mark.parametrize(
    "style",
    [
        "a { overflow: hidden; overflow: clip; }",
        "@supports selector(:has(*)) { a:has(b) { color: red; } }",
        "a { -webkit-user-select: none; user-select: none; }",
    ],
)
def test_a_style_with_a_fallback_is_none_too_new(style: str) -> None:
    assert faults(set(css_features(style)), oldest=OLDEST) == []


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ("const found = []; found.toSorted();", ".toSorted"),
        ("fetch('/', { signal: AbortSignal.timeout(5) });", "AbortSignal.timeout"),
        ("const form = document.body; form.requestSubmit();", ".requestSubmit"),
        ("class A { static { document.body; } }", "syntax static-block"),
        ("const found = /(?<=a)b/;", "regex lookbehind"),
        ("structuredCopy(document);", "structuredCopy"),
    ],
)
def test_a_script_that_is_too_new_is_found(script: str, named: str) -> None:
    found = faults(set(js_features(script)), oldest=OLDEST)

    assert named in [one.partition(": ")[0] for one in found]


@pytest.mark.parametrize("guide", ["operator.md", "organiser.md"])
def test_the_guides_say_which_browsers_work(guide: str) -> None:
    text = (ROOT / "docs" / guide).read_text()

    for oldest in (OLDEST, OLDEST_IN_ADMIN):
        told = zip(BROWSERS, oldest, strict=True)
        assert ", ".join(f"{name} {'.'.join(map(str, at))}" for name, at in told) in text
