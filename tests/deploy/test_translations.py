"""Every word on a page of ours is marked for translation."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from deploy.paths import PROJECT_DIR

TEMPLATES = sorted(
    path
    for folder in ("account", "admin", "mfa", "pages")
    for path in PROJECT_DIR.glob(f"[a-z]*/templates/**/{folder}/**/*.html")
)
MARKED = re.compile(
    r"{% blocktranslate\b.*?{% endblocktranslate %}|{% comment %}.*?{% endcomment %}"
    r"|{%.*?%}|{{.*?}}|{#.*?#}",
    re.DOTALL,
)
READ = {"alt", "aria-label", "aria-description", "placeholder", "title"}
NAMES = {"Spoil Five"}  # The same in every language.


class Words(HTMLParser):
    """What people read on a page: texts, and the attributes that are shown or read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_shown = tag == "input" and dict(attrs).get("type") in {"submit", "button"}
        read = READ | ({"value"} if is_shown else set())  # That of a <button> is only sent.
        self.found += [value or "" for name, value in attrs if name in read or _is_told(name)]


def _is_told(name: str) -> bool:
    """Whether a script shows it to people."""
    return name in {"data-offline", "data-refused", "data-broken"}


def unmarked(template: str) -> Iterator[str]:
    words = Words()
    words.feed(MARKED.sub("", template))
    for text in words.found:
        for name in NAMES:
            text = text.replace(name, "")
        if re.search(r"[^\W\d_]", text):
            yield " ".join(text.split())


def test_every_word_is_marked() -> None:
    found = {path: list(unmarked(path.read_text())) for path in TEMPLATES}

    assert len(found) > 80
    assert {path: words for path, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>Here</p>", ["Here"]),
        ('<p title="Here">{{ count }}</p>', ["Here"]),
        ("<p>{% if here %}{% translate 'Here' %}{% else %}Gone{% endif %}</p>", ["Gone"]),
        ("<p>{% blocktranslate %}{{ name }} is here{% endblocktranslate %} 5 ✓</p>", []),
        ("<title>{% block title %}{% endblock %} · Spoil Five</title>", []),
    ],
)
def test_a_word_that_is_not_marked_is_found(template: str, found: list[str]) -> None:
    assert list(unmarked(template)) == found
